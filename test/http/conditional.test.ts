import { request, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { namesTag } from '../../server/http/steps/fixed-response.ts';
import { sharedService, startService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let other: TestService;
let agency: TestAgency;

beforeAll(async () => {
  service = await sharedService();
  other = await startService({ delivers: false });
  agency = await service.createAgency();
});
afterAll(async () => {
  await service.close();
  await other.close();
});

interface Raw {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The response as it comes over the wire. */
function send(path: string, headers: Record<string, string> = {}, { method = 'GET', at = service } = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(at.baseUrl + path, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

const etagOf = ({ headers }: Raw) => String(headers.etag);

const page = { accept: 'text/html' };
const answers: readonly (readonly [string, Record<string, string>])[] = [
  ['/v1/openapi.json', {}],
  ['/changelog', {}],
  ['/changelog', page],
  ['/docs', {}],
];

const scriptOf = async (page: string) => /src="([^"]+\.js)"/.exec((await send(page)).body.toString())![1]!;

test.each(['/docs/assets/minisearch.js', '/docs/webhooks', 'the script of /portal/'])(
  '%s, a file, is 304 to its tag in a list and with a coding',
  async (file) => {
    const path = file.startsWith('/') ? file : new URL(await scriptOf('/portal/'), `${service.baseUrl}/portal/`).pathname;
    const got = await send(path);
    expect(got.status).toBe(200);
    for (const ifNoneMatch of [etagOf(got), `"a", ${etagOf(got)}`, etagOf(got).replace(/"$/, '-gzip"')]) {
      expect((await send(path, { 'if-none-match': ifNoneMatch })).status, ifNoneMatch).toBe(304);
    }
    const lines = request(service.baseUrl + path, { headers: { 'if-none-match': ['"a"', etagOf(got)] as never } });
    const status = new Promise((resolve) => lines.on('response', (response) => resolve(response.resume().statusCode)));
    lines.end();
    expect(await status).toBe(304);
  },
);

describe.each(answers)('%s as %j', (path, headers) => {
  test('has a strong tag, the same each time', async () => {
    const [first, second] = [await send(path, headers), await send(path, headers)];
    expect(first.status).toBe(200);
    expect(etagOf(first)).toMatch(/^"[\w-]{22}"$/);
    expect(first.headers['cache-control']).toBe('no-cache');
    expect([etagOf(second), second.body.equals(first.body)]).toEqual([etagOf(first), true]);
  });

  test.each(['GET', 'HEAD'])('%s is 304 without a body to a caller that names the tag', async (method) => {
    const got = await send(path, headers);
    const altered = ['-gzip', '-br', ';gzip', '-deflate', '-zstd'].map((coding) => etagOf(got).replace(/"$/, `${coding}"`));
    const lists = [`"a,b", ${etagOf(got)}`, `"a" , W/"b",W/${etagOf(got)}`, `"a", W/${altered[0]}`];
    for (const ifNoneMatch of [etagOf(got), `W/${etagOf(got)}`, ...lists, ...altered, '*']) {
      const named = await send(path, { ...headers, 'if-none-match': ifNoneMatch, 'x-request-id': 'mine' }, { method });
      expect([named.status, named.body.length], ifNoneMatch).toEqual([304, 0]);
      expect(named.headers).toMatchObject({ etag: etagOf(got), 'cache-control': 'no-cache', 'x-request-id': 'mine' });
      expect(named.headers.vary).toBe(got.headers.vary);
      for (const name of ['content-type', 'content-encoding', 'content-security-policy']) expect(named.headers).not.toHaveProperty(name);
    }
  });

  test('is sent whole to a caller that names another tag', async () => {
    const got = await send(path, headers);
    for (const ifNoneMatch of ['"other"', '', etagOf(got).slice(1, -1), `"${'a'.repeat(22)}", W/"b"`]) {
      const answer = await send(path, { ...headers, 'if-none-match': ifNoneMatch });
      expect([answer.status, answer.body.equals(got.body)], ifNoneMatch).toEqual([200, true]);
    }
  });

  test('HEAD has the same headers, without a body', async () => {
    for (const coding of ['identity', 'br', 'gzip']) {
      const [got, asked] = [
        await send(path, { ...headers, 'accept-encoding': coding }),
        await send(path, { ...headers, 'accept-encoding': coding }, { method: 'HEAD' }),
      ];
      expect([asked.status, asked.body.length]).toEqual([200, 0]);
      for (const name of ['etag', 'content-length', 'content-encoding', 'content-type', 'vary', 'cache-control'])
        expect(asked.headers[name], name).toBe(got.headers[name]);
    }
  });
});

describe.each(answers.slice(0, 3))('%s as %j', (path, headers) => {
  test('has a separate ETag for each content encoding', async () => {
    const codings = ['identity', 'br', 'gzip'] as const;
    const got = Object.fromEntries(
      await Promise.all(codings.map(async (coding) => [coding, await send(path, { ...headers, 'accept-encoding': coding })] as const)),
    );
    expect(new Set(Object.values(got).map(etagOf)).size).toBe(3);
    expect(brotliDecompressSync(got['br']!.body).equals(got['identity']!.body)).toBe(true);
    expect(gunzipSync(got['gzip']!.body).equals(got['identity']!.body)).toBe(true);
    for (const asked of codings) {
      for (const held of codings) {
        const { status } = await send(path, { ...headers, 'accept-encoding': asked, 'if-none-match': etagOf(got[held]!) });
        expect(status, `${held} held, ${asked} asked for`).toBe(asked === held ? 304 : 200);
      }
    }
  });
});

test('the page and the JSON of the changelog have tags of their own', async () => {
  const [json, html] = [await send('/changelog'), await send('/changelog', page)];
  expect(etagOf(html)).not.toBe(etagOf(json));
  expect((await send('/changelog', { ...page, 'if-none-match': etagOf(json) })).status).toBe(200);
  expect((await send('/changelog', { 'if-none-match': etagOf(json) })).status).toBe(304);
});

test('services at other addresses serve other contracts, under other tags', async () => {
  const [here, there] = [await send('/v1/openapi.json'), await send('/v1/openapi.json', {}, { at: other })];
  expect(JSON.parse(there.body.toString()).servers).toEqual([{ url: other.baseUrl }]);
  expect(etagOf(there)).not.toBe(etagOf(here));
});

test('responses with measurements and problems have no ETag and are never 304', async () => {
  const withKey = { 'service-version': 'Amethyste', authorization: `Bearer ${agency.key}` };
  const targets: readonly (readonly [string, Record<string, string>, number])[] = [
    ['/status', {}, 200],
    ['/status', page, 200],
    ['/v1/_health', {}, 200],
    ['/v1/me', withKey, 200],
    ['/v1/orders', withKey, 200],
    ['/v1/orders/none', withKey, 404],
    ['/errors/none', {}, 404],
    ['/nowhere', withKey, 404],
    ['/v1/me', {}, 400],
  ];
  for (const [path, headers, status] of targets) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await send(path, { ...headers, 'if-none-match': '*' }, { method });
      expect([answer.status, answer.headers.etag], `${method} ${path}`).toEqual([status, undefined]);
    }
  }
});

test('the operations that the contract lets answer 304 are these', () => {
  const conditional = Object.values(operations).filter(({ isConditional }) => isConditional);
  expect(conditional.map(({ path }) => path).toSorted()).toEqual([
    '/changelog',
    '/docs',
    '/operator/docs',
    '/operator/v1/openapi.json',
    '/v1/openapi.json',
  ]);
});

test.each([
  ['no header', false, undefined],
  ['an empty header', false, ''],
  ['*', true, '*'],
  [' * ', true, ' * '],
  ['"a"', true, '"a"'],
  ['W/"a"', true, 'W/"a"'],
  ['"b","a"', true, '"b","a"'],
  ['"b,a"', false, '"b,a"'],
  ['a', false, 'a'],
  ['"A"', false, '"A"'],
  ['"a-gzip"', true, '"a-gzip"'],
  ['W/"a;br"', true, 'W/"a;br"'],
  ['"a"-gzip', true, '"a"-gzip'],
  ['"a-x"', false, '"a-x"'],
  ['"b", *', false, '"b", *'],
])('If-None-Match: %s names "a": %s', (_, isNamed, header) => {
  expect(namesTag(header, '"a"')).toBe(isNamed);
});
