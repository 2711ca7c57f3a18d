import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { head, RawConnection, slugOf } from '../support/raw-connection.ts';
import { sharedService, type TestAgency, type TestService } from '../support/service.ts';

const limitBytes = 256 * 1024;
let service: TestService;
let agency: TestAgency;
const connections: RawConnection[] = [];

beforeAll(async () => {
  service = await sharedService();
  agency = await service.createAgency();
  await agency.ingest([
    { type: 'creator', id: 'ada', name: 'Ada', account: { external_id: 'account-1', username: null } },
    {
      type: 'fan',
      account_id: 'account-1',
      fan_id: 'fan-1',
      fan_username: null,
      subscription_status: 'interested',
      is_online: false,
      related_at: '2026-07-01T00:00:00Z',
      tag_ids: [],
    },
  ]);
});
afterAll(() => service.close());
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.close();
  expect((await service.request('GET', '/v1/me')).status).toBe(200);
});

const acknowledgements = '/v1/ai-requests/acknowledgements';
const acknowledge = (body: unknown, headers?: Record<string, string>) =>
  service.request('POST', acknowledgements, { body, ...(headers ? { headers } : {}) });

/** A valid body of exactly this many bytes. */
function bodyOf(bytes: number): string {
  const short = JSON.stringify({ request_ids: ['a'] });
  return `${short.slice(0, -1)}${' '.repeat(bytes - short.length)}}`;
}

async function open(): Promise<RawConnection> {
  const connection = await RawConnection.open(service.baseUrl);
  connections.push(connection);
  return connection;
}

const withKey = (extra: Record<string, string | number | undefined> = {}) => ({
  'service-version': 'Amethyste',
  authorization: `Bearer ${agency.key}`,
  'content-type': 'application/json',
  ...extra,
});

const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const chunked = (text: string) => `${chunk(text)}0\r\n\r\n`;

describe('size', () => {
  test('256 KB are accepted, one byte more is 413', async () => {
    expect((await acknowledge(bodyOf(limitBytes))).status).toBe(200);
    const refused = await acknowledge(bodyOf(limitBytes + 1));
    expect([refused.status, slugOf(refused)]).toEqual([413, 'payload_too_large']);
  });

  test('the same holds without a length', async () => {
    const connection = await open();
    const request = head(`POST ${acknowledgements}`, withKey({ 'transfer-encoding': 'chunked' }));
    await connection.send(request + chunked(bodyOf(limitBytes)));
    expect((await connection.answer()).status).toBe(200);
    await connection.send(request + chunked(bodyOf(limitBytes + 1)));
    expect(slugOf(await connection.answer())).toBe('payload_too_large');
  });

  test.each(['chunked', 'with a length'])(
    'the answer to a body that is far too large (%s) can be read after all of it was sent',
    async (way) => {
      const connection = await open();
      const part = 'x'.repeat(64 * 1024);
      const parts = 160;
      const framing = way === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': part.length * parts };
      await connection.send(head(`POST ${acknowledgements}`, withKey(framing)));
      for (let count = 0; count < parts; count++) await connection.send(way === 'chunked' ? chunk(part) : part);
      if (way === 'chunked') await connection.send('0\r\n\r\n');
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(slugOf(await connection.answer())).toBe('payload_too_large');
      await connection.send(head('GET /v1/me', withKey()));
      expect((await connection.answer()).status).toBe(200);
    },
  );

  test('ingestion takes 8 MB', async () => {
    const path = `/operator/v1/agencies/${agency.id}/records`;
    const record = { type: 'tag', id: 'vip', name: 'VIP', color: null, position: 1 };
    const text = JSON.stringify({ records: [record] });
    const padded = (bytes: number) => `${text.slice(0, -1)}${' '.repeat(bytes - text.length)}}`;
    expect((await service.operator('POST', path, padded(8 * 1024 * 1024))).status).toBe(200);
    expect(slugOf(await service.operator('POST', path, padded(8 * 1024 * 1024 + 1)))).toBe('payload_too_large');
  });
});

describe('media type', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON ; charset=UTF-8; q=1',
  ])('%s is JSON', async (type) => expect((await acknowledge({ request_ids: ['a'] }, { 'content-type': type })).status).toBe(200));

  test.each([
    'text/plain',
    'application/jsonp',
    'application/problem+json',
    'application/json; charset=latin1',
    'multipart/form-data',
    'json',
    ',',
  ])('%s is not', async (type) => {
    const answer = await acknowledge({ request_ids: ['a'] }, { 'content-type': type });
    expect([answer.status, slugOf(answer)]).toEqual([415, 'unsupported_media_type']);
  });

  test('a body without a type is 415', async () => {
    const connection = await open();
    const { 'content-type': _, ...headers } = withKey({ 'content-length': 2 });
    await connection.send(`${head(`POST ${acknowledgements}`, headers)}{}`);
    expect(slugOf(await connection.answer())).toBe('unsupported_media_type');
  });

  test('a compressed body is 415', async () => {
    const body = gzipSync(JSON.stringify({ request_ids: ['a'] }));
    for (const coding of ['gzip', 'deflate', 'br', 'identity, gzip']) {
      expect(slugOf(await acknowledge(body, { 'content-encoding': coding }))).toBe('unsupported_media_type');
    }
    expect((await acknowledge({ request_ids: ['a'] }, { 'content-encoding': 'identity' })).status).toBe(200);
    const connection = await open();
    await connection.send(head(`POST ${acknowledgements}`, withKey({ 'transfer-encoding': 'gzip, chunked' })) + chunked('xx'));
    expect(slugOf(await connection.answer())).toBe('unsupported_media_type');
  });

  test('the wrong type comes before the wrong size, and the wrong size before the wrong JSON', async () => {
    expect(slugOf(await acknowledge(bodyOf(limitBytes + 1), { 'content-type': 'text/plain' }))).toBe('unsupported_media_type');
    expect(slugOf(await acknowledge('x'.repeat(limitBytes + 1)))).toBe('payload_too_large');
    const connection = await open();
    await connection.send(
      head(`POST ${acknowledgements}`, withKey({ 'content-type': 'text/plain', 'transfer-encoding': 'chunked' })) +
        chunked(bodyOf(limitBytes + 1)),
    );
    expect(slugOf(await connection.answer())).toBe('unsupported_media_type');
  });
});

describe('no body', () => {
  const lock = '/v1/accounts/account-1/fans/fan-1/ai-lock';

  test('is accepted where none is taken: absent, empty, empty and chunked, with and without a type, and {}', async () => {
    for (const [extra, body] of [
      [{}, ''],
      [{ 'content-length': 0 }, ''],
      [{ 'content-length': 0, 'content-type': 'application/json' }, ''],
      [{ 'content-length': 0, 'content-type': 'text/plain' }, ''],
      [{ 'transfer-encoding': 'chunked', 'content-type': 'application/json' }, '0\r\n\r\n'],
      [{ 'transfer-encoding': 'chunked' }, '0\r\n\r\n'],
      [{ 'content-length': 2, 'content-type': 'application/json' }, '{}'],
    ] as const) {
      const { 'content-type': _, ...headers } = withKey();
      const connection = await open();
      await connection.send(head(`PUT ${lock}`, { ...headers, ...extra }) + body);
      expect((await connection.answer()).status, JSON.stringify(extra)).toBe(200);
    }
  });

  test.each(['{"a":1}', '[]', 'null', '0', '""', 'false', '{"__proto__":{}}'])('%s is refused where none is taken', async (body) => {
    const answer = await service.request('PUT', lock, { body });
    expect([answer.status, slugOf(answer)]).toEqual([400, 'validation_failed']);
    expect(answer.body).not.toHaveProperty('errors');
  });

  test('is refused where one is required, at the empty path', async () => {
    for (const body of [undefined, '']) {
      const answer = await acknowledge(body);
      expect(slugOf(answer)).toBe('validation_failed');
      expect(answer.body.errors).toMatchObject([{ path: '' }]);
    }
  });

  test('a GET with a body gets the same response as one without', async () => {
    const connection = await open();
    await connection.send(`${head('GET /v1/me', withKey({ 'content-length': 5 }))}12345${head('GET /v1/me', withKey())}`);
    expect((await connection.answer()).status).toBe(200);
    expect((await connection.answer()).status).toBe(200);
  });
});

describe('JSON', () => {
  test.each([
    '{',
    '{"request_ids":["a"]',
    "{'request_ids':['a']}",
    '{"request_ids":["a"],}',
    'undefined',
    ' ',
    'NaN',
    '{"request_ids":["a"]}{}',
    '[1,]',
  ])('the body %j is 400 without errors', async (body) => {
    const answer = await acknowledge(body);
    expect([answer.status, slugOf(answer)]).toEqual([400, 'validation_failed']);
    expect(answer.body).not.toHaveProperty('errors');
    expect(answer.body.detail).toBeTruthy();
  });

  test('the response does not quote an invalid JSON body', async () => {
    for (const body of ['{"secret":hunter2}', 'hunter2', '{"secret":"hunter2"', '{"a":1}hunter2', '["hunter2",]']) {
      const { detail } = (await acknowledge(body)).body;
      expect(detail).toMatch(/^The body is not valid JSON/);
      expect(detail).not.toContain('unter2');
    }
  });

  test.each(['[]', 'null', '1', '"text"', 'true'])('%s in place of an object is 400 at the empty path', async (body) => {
    const answer = await acknowledge(body);
    expect(answer.body.errors).toMatchObject([{ path: '', keyword: 'type' }]);
  });

  test('a wrong element is named by its place, with the details of the validator', async () => {
    const answer = await service.request('POST', '/v1/webhooks', { body: { url: 'https://a.example', enabled_event_types: ['nothing'] } });
    expect(answer.body.errors).toMatchObject([
      {
        path: 'enabled_event_types.0',
        message: expect.any(String),
        keyword: 'enum',
        instancePath: '/enabled_event_types/0',
        schemaPath: expect.any(String),
        params: expect.any(Object),
      },
    ]);
  });

  test('bodies are not coerced', async () => {
    for (const request_ids of [[1], 'a', [['a']], { 0: 'a' }, null, [true]]) {
      expect((await acknowledge({ request_ids })).status).toBe(400);
    }
  });

  test('a byte order mark is left out', async () => {
    expect((await acknowledge(`\uFEFF${JSON.stringify({ request_ids: ['a'] })}`)).status).toBe(200);
  });

  test('bytes that are not UTF-8 are 400', async () => {
    for (const bytes of ['ff', 'c3', 'c080', 'eda080', 'f4908080']) {
      const body = Buffer.concat([Buffer.from('{"request_ids":["'), Buffer.from(bytes, 'hex'), Buffer.from('"]}')]);
      const answer = await acknowledge(body);
      expect([answer.status, slugOf(answer)], bytes).toEqual([400, 'validation_failed']);
    }
  });

  test.each(['\\u0000', '\\ud800', '\\udfff\\ud800', '\\uD83D x', 'a\\u0000b'])(
    '%s in a text, a key or far below is 400',
    async (escape) => {
      for (const [body, path] of [
        [`{"request_ids":["${escape}"]}`, 'request_ids.0'],
        [`{"request_ids":["a"],"${escape}":1}`, ''],
        [`{"request_ids":["a"],"x":{"y":[[{"z":"${escape}"}]]}}`, 'x.y.0.0.z'],
        [`"${escape}"`, ''],
      ] as const) {
        const answer = await acknowledge(body);
        expect([answer.status, slugOf(answer)]).toEqual([400, 'validation_failed']);
        expect(JSON.parse(answer.text).errors).toMatchObject([{ path }]);
      }
    },
  );

  test('whole surrogate pairs and escapes that only look like halves are accepted', async () => {
    const answer = await acknowledge('{"request_ids":["\\ud83d\\ude00","\\\\u0000","\u{1F600}"]}');
    expect(answer.status).toBe(200);
  });

  test('100,000 brackets are refused with 400 at any position', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const deepObject = '{"a":'.repeat(40_000) + '1' + '}'.repeat(40_000);
    for (const body of [
      deep,
      '['.repeat(100_000),
      `{"request_ids":${deep}}`,
      `{"request_ids":[${deepObject}]}`,
      `{"request_ids":["a"],"x":${deep}}`,
      `{"request_ids":["\\ud800",${deep}]}`,
    ]) {
      const answer = await acknowledge(body);
      expect([answer.status, slugOf(answer)]).toEqual([400, 'validation_failed']);
      expect(answer.text.length).toBeLessThan(10_000);
    }
    const halves = '['.repeat(60_000) + ']'.repeat(60_000);
    expect((await acknowledge(`{"request_ids":[${halves},${halves}]}`)).status).toBe(400);
  });

  test('names of the prototype are members like any other', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const answer = await acknowledge(`{"request_ids":["a"],"${name}":{"admin":true}}`);
      expect(answer.body.errors).toMatchObject([{ path: name }]);
    }
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test('numbers past every integer are 400, never 500', async () => {
    const order = {
      type: 'order',
      id: 'o',
      order_type: 'tip',
      creator_id: 'ada',
      fan_id: null,
      user_id: null,
      message_id: null,
      created_at: '2026-01-01T00:00:00Z',
    };
    for (const amount of ['9223372036854775808', '1e400', '-1e400', '2147483648', '1.5', '-1', '"1"', '1e308', '5e-324']) {
      const body = `{"records":[${JSON.stringify(order).slice(0, -1)},"amount_cents":${amount}}]}`;
      const answer = await service.operator('POST', `/operator/v1/agencies/${agency.id}/records`, body);
      expect([answer.status, slugOf(answer)], amount).toEqual([400, 'validation_failed']);
      expect(answer.body.errors[0].path, amount).toBe('records.0.amount_cents');
    }
  });

  test('many mismatches get a response of limited size', async () => {
    const answer = await acknowledge({ request_ids: Array.from({ length: 50_000 }, () => 1) });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.length).toBeLessThanOrEqual(1000);
  });
});
