import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { head, RawConnection, slugOf } from '../support/raw-connection.ts';
import { sharedService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let agency: TestAgency;
let connection: RawConnection;

beforeAll(async () => {
  service = await sharedService();
  agency = await service.createAgency();
});
afterAll(() => service.close());
afterEach(() => connection.close());

const withKey = (extra: Record<string, string | number | undefined> = {}) => ({
  'service-version': 'Amethyste',
  authorization: `Bearer ${agency.key}`,
  ...extra,
});

async function open(): Promise<RawConnection> {
  connection = await RawConnection.open(service.baseUrl);
  return connection;
}

test('pipelined requests are answered in their order', async () => {
  await open();
  const body = JSON.stringify({ request_ids: ['a'] });
  const post =
    head('POST /v1/ai-requests/acknowledgements', withKey({ 'content-type': 'application/json', 'content-length': body.length })) + body;
  await connection.send(
    [head('GET /v1/me', withKey()), head('GET /v1/nowhere', withKey()), post, head('GET /v1/tags', withKey()), head('GET /v1/me')].join(''),
  );
  const statuses: number[] = [];
  for (let count = 0; count < 5; count++) statuses.push((await connection.answer()).status);
  expect(statuses).toEqual([200, 404, 200, 200, 400]);
});

test('an error leaves the connection usable', async () => {
  await open();
  for (const expected of ['missing_version', 'missing_version']) {
    await connection.send(head('GET /v1/me'));
    expect(slugOf(await connection.answer())).toBe(expected);
  }
  await connection.send(head('GET /v1/me', withKey()));
  expect((await connection.answer()).status).toBe(200);
});

test('HTTP/1.0 is answered, also without Host', async () => {
  await open();
  await connection.send(`GET /v1/me HTTP/1.0\r\nservice-version: Amethyste\r\nauthorization: Bearer ${agency.key}\r\n\r\n`);
  expect((await connection.answer()).status).toBe(200);
  expect(await connection.closed()).toBe('');
});

test('an upgrade is not taken', async () => {
  await open();
  await connection.send(head('GET /v1/me', withKey({ connection: 'upgrade', upgrade: 'websocket' })));
  expect((await connection.answer()).status).toBe(200);
});

describe('Expect', () => {
  const acknowledge = (extra: Record<string, string | number | undefined>) =>
    head('POST /v1/ai-requests/acknowledgements', { 'content-type': 'application/json', ...extra });
  const body = JSON.stringify({ request_ids: ['a'] });

  test('100-continue is answered when the body is wanted', async () => {
    await open();
    await connection.send(acknowledge(withKey({ expect: '100-continue', 'content-length': body.length })));
    expect((await connection.answer()).status).toBe(100);
    await connection.send(body);
    expect((await connection.answer()).status).toBe(200);
  });

  test.each([
    ['a request without a key', {}, 'missing_version'],
    ['a body that is too large', { 'service-version': 'Amethyste', 'content-length': 300_000 }, 'payload_too_large'],
    ['a body of another type', { 'service-version': 'Amethyste', 'content-type': 'text/plain' }, 'unsupported_media_type'],
  ])('100-continue is not answered for %s', async (_, headers, slug) => {
    await open();
    const authorization = slug === 'missing_version' ? {} : { authorization: `Bearer ${agency.key}` };
    await connection.send(acknowledge({ expect: '100-continue', 'content-length': body.length, ...authorization, ...headers }));
    expect(slugOf(await connection.answer())).toBe(slug);
  });

  test('another expectation is ignored', async () => {
    await open();
    await connection.send(acknowledge(withKey({ expect: 'a-miracle', 'content-length': body.length })) + body);
    expect((await connection.answer()).status).toBe(200);
  });
});

describe('HEAD', () => {
  test.each([
    '/v1/me',
    '/v1/orders',
    '/v1/orders/unknown',
    '/v1/nowhere',
    '/v1/orders?limit=0',
    '/v1/_health',
    '/docs',
    '/errors/not_found',
    '/v1/openapi.json',
  ])('of %s has the status and the headers of GET and no body', async (path) => {
    await open();
    await connection.send(head(`GET ${path}`, withKey({ 'x-request-id': 'same' })));
    const got = await connection.answer();
    await connection.send(head(`HEAD ${path}`, withKey({ 'x-request-id': 'same' })));
    const headed = await connection.answer({ toHead: true });
    expect(headed.status).toBe(got.status);
    const comparable = (headers: ReadonlyMap<string, string>) =>
      Object.fromEntries([...headers].filter(([name]) => !['date', 'ratelimit'].includes(name)));
    expect(comparable(headed.headers)).toEqual(comparable(got.headers));
    await connection.send(head('GET /v1/me', withKey()));
    expect((await connection.answer()).status).toBe(200);
  });
});

describe('x-request-id', () => {
  test('the caller’s own is repeated, also on errors, and an empty one is replaced', async () => {
    for (const path of ['/v1/me', '/v1/nowhere', '/docs', '/docs/assets/minisearch.js', '/docs/assets/nothing']) {
      const answer = await fetch(service.baseUrl + path, { headers: { 'x-request-id': 'mine é' } });
      expect(answer.headers.get('x-request-id'), path).toBe('mine é');
      await answer.arrayBuffer();
    }
    await open();
    await connection.send(head('GET /v1/me', { 'x-request-id': '' }));
    expect((await connection.answer()).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('two responses without one have different ids', async () => {
    const ids = await Promise.all([1, 2].map(async () => (await service.request('GET', '/v1/me')).headers.get('x-request-id')));
    expect(new Set(ids).size).toBe(2);
  });
});

test('a client that leaves before its response does no harm', async () => {
  await open();
  await Promise.all(
    Array.from({ length: 20 }, () => {
      const leaving = httpRequest(`${service.baseUrl}/v1/orders`, { headers: withKey() });
      leaving.on('error', () => undefined);
      leaving.end();
      return new Promise<void>((resolve) =>
        setTimeout(() => {
          leaving.destroy();
          resolve();
        }, 2),
      );
    }),
  );
  expect((await service.request('GET', '/v1/me')).status).toBe(200);
});

test('a header of 15 KB does not occupy the service', async () => {
  await open();
  const padding = ' '.repeat(15_000);
  for (const header of ['authorization', 'content-type', 'accept', 'service-version', 'if-match', 'content-encoding']) {
    const before = process.cpuUsage();
    await connection.send(
      head('PATCH /v1/accounts/a/fans/b/insight', {
        ...withKey({ 'content-type': 'application/json', 'content-length': 2 }),
        [header]: `bearer a${padding}b`,
      }) + '{}',
    );
    expect((await connection.answer()).status, header).toBeGreaterThanOrEqual(400);
    expect(process.cpuUsage(before).user / 1000, header).toBeLessThan(200);
  }
});
