import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ResponseWatch } from '../support/response-watch.ts';
import { violationsOf, type SentResponse } from '../support/contract.ts';

const limit = { ratelimit: '"default";r=599;t=60', 'ratelimit-policy': '"default";q=600;w=60' };
const open = { 'x-request-id': 'r1', 'x-content-type-options': 'nosniff' };
const bare = { ...open, 'cache-control': 'no-store' };
const json = { ...bare, 'content-type': 'application/json; charset=utf-8' };
const problem = { ...bare, 'content-type': 'application/problem+json' };
const html = { ...open, 'content-type': 'text/html; charset=utf-8' };
const challenge = { 'www-authenticate': 'Bearer realm="api", error="invalid_token"' };
const tags = { data: [{ id: 't1', name: 'VIP', color: null }] };

type Headers_ = Readonly<Record<string, string>>;

const answer = (status: number, headers: Headers_, body: unknown): SentResponse => ({
  status,
  headers: new Headers(headers),
  text: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
});

const problemBody = (slug: string, status: number, instance: string, members: object = {}) => ({
  type: `https://service.test/errors/${slug}`,
  title: 'Title',
  status,
  instance,
  ...members,
});

const without = (headers: Headers_, name: string) => Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name));

describe('a response that the contract declares has no violation', () => {
  test.each([
    ['a list', 'GET', '/v1/tags', answer(200, { ...json, ...limit }, tags)],
    ['the head of a list', 'HEAD', '/v1/tags', answer(200, { ...json, ...limit }, undefined)],
    ['an answer without a body', 'DELETE', '/v1/publications/p1', answer(204, { ...bare, ...limit }, undefined)],
    ['a problem', 'GET', '/v1/tags?a=1', answer(401, { ...problem, ...challenge }, problemBody('invalid_api_key', 401, '/v1/tags?a=1'))],
    ['an unknown path', 'GET', '/v1/nothing', answer(404, problem, problemBody('not_found', 404, '/v1/nothing'))],
    ['a page', 'GET', '/docs', answer(200, { ...html, etag: '"1"' }, '<!doctype html>')],
    ['a page that did not change', 'GET', '/docs', answer(304, { ...open, etag: '"1"' }, undefined)],
    ['a file of the page', 'GET', '/docs/assets/a.js', answer(200, { ...open, 'content-type': 'text/javascript' }, 'a')],
  ])('%s', (_, method, target, given) => {
    expect(violationsOf('public', method, target, given)).toEqual([]);
  });

  test('an instant in UTC, with milliseconds or without', () => {
    for (const createdAt of ['2026-07-01T10:30:00Z', '2026-07-01T10:30:00.123Z']) {
      expect(violationsOf('public', 'GET', '/v1/employees', answer(200, { ...json, ...limit }, employees(createdAt)))).toEqual([]);
    }
  });

  test('text', () => {
    const given = answer(200, { ...bare, 'content-type': 'text/plain; version=0.0.4' }, 'up 1');
    expect(violationsOf('operator', 'GET', '/metrics', given)).toEqual([]);
  });
});

const refused = problemBody('rate_limited', 429, '/v1/tags');
const failed = problemBody('internal_error', 500, '/v1/tags', { request_id: 'r1' });
const employees = (createdAt: string) => ({ data: [{ id: 'e', name: 'Ada', email: null, role: 'chatter', created_at: createdAt }] });
const get = (status: number, headers: Headers_, body: unknown) => ['GET', '/v1/tags', answer(status, headers, body)] as const;
const unknown = (status: number, headers: Headers_, body: unknown) => ['GET', '/v1/nothing', answer(status, headers, body)] as const;
const good = { ...json, ...limit };

describe('a response that the contract does not declare has a violation', () => {
  test.each([
    ['a status of another operation', 'is not declared by listTags', get(201, good, tags)],
    ['a redirection', 'is not declared by listTags', get(302, { ...good, location: '/' }, undefined)],
    ['a problem of another operation', 'against its schema', get(401, problem, problemBody('unknown_order', 401, '/v1/tags'))],
    ['no body', 'has no body', get(200, good, undefined)],
    ['a body that is not JSON', 'is not JSON', get(200, good, '{')],
    ['a member that is missing', 'against its schema', get(200, good, {})],
    ['an undeclared member', 'against its schema', get(200, good, { ...tags, count: 1 })],
    ['an undeclared member of an item', 'against its schema', get(200, good, { data: [{ ...tags.data[0], position: 1 }] })],
    [
      'an undeclared member of a problem',
      'against its schema',
      get(429, { ...problem, ...limit, 'retry-after': '1' }, { ...refused, hint: '' }),
    ],
    [
      'an instant in a form that is only read',
      'against its schema',
      ['GET', '/v1/employees', answer(200, good, employees('2026-07-01t10:30:00z'))],
    ],
    [
      'a fraction of more than milliseconds',
      'against its schema',
      ['GET', '/v1/employees', answer(200, good, employees('2026-07-01T10:30:00.1234Z'))],
    ],
    ['another media type', 'application/json is declared', get(200, { ...good, 'content-type': 'text/plain' }, tags)],
    ['no media type', 'application/json is declared', get(200, without(good, 'content-type'), tags)],
    ['an error as JSON', 'application/problem+json is declared', get(401, json, problemBody('invalid_api_key', 401, '/v1/tags'))],
    ['no request id', 'has no x-request-id', get(200, without(good, 'x-request-id'), tags)],
    ['another type than its own', 'has no x-content-type-options', get(200, without(good, 'x-content-type-options'), tags)],
    [
      'a rule for its type that is none',
      'has x-content-type-options: sniff',
      get(200, { ...good, 'x-content-type-options': 'sniff' }, tags),
    ],
    ['leave to be stored', 'has cache-control: public', get(200, { ...good, 'cache-control': 'public' }, tags)],
    ['no word on storing', 'has no cache-control', get(200, without(good, 'cache-control'), tags)],
    ['no word on how to authenticate', 'has no www-authenticate', get(401, problem, problemBody('invalid_api_key', 401, '/v1/tags'))],
    [
      'another way to authenticate',
      'has www-authenticate: Basic',
      get(401, { ...problem, 'www-authenticate': 'Basic' }, problemBody('invalid_api_key', 401, '/v1/tags')),
    ],
    ['no limit', 'has not both RateLimit and RateLimit-Policy', get(200, json, tags)],
    ['half of the limit', 'has not both RateLimit and RateLimit-Policy', get(200, without(good, 'ratelimit'), tags)],
    ['no time to wait', 'has no retry-after', get(429, { ...problem, ...limit }, refused)],
    ['a time to wait in words', 'has retry-after: soon', get(429, { ...problem, ...limit, 'retry-after': 'soon' }, refused)],
    ['a header of another operation', 'has etag, which is not declared', get(200, { ...good, etag: '"1"' }, tags)],
    ['an undeclared header', 'has x-powered-by, which is not declared', get(200, { ...good, 'x-powered-by': 'Express' }, tags)],
    ['another status in the body', 'has another status in its body', get(500, { ...problem, ...limit }, { ...failed, status: 503 })],
    ['the path of another request', 'has instance "/v1/other"', get(500, { ...problem, ...limit }, { ...failed, instance: '/v1/other' })],
    ['the id of another request', 'has another request_id', get(500, { ...problem, ...limit }, { ...failed, request_id: 'r2' })],
    ['a body to HEAD', 'has a body', ['HEAD', '/v1/tags', answer(200, good, tags)]],
    ['a body where none is declared', 'has a body', ['DELETE', '/v1/publications/p1', answer(204, { ...bare, ...limit }, tags)]],
    ['a body where nothing changed', 'has a body', ['GET', '/docs', answer(304, { ...open, etag: '"1"' }, '<p>')]],
    ['a page without its tag', 'has no etag', ['GET', '/docs', answer(200, html, '<p>')]],
    ['success at an unknown path', 'is not an operation', unknown(200, json, {})],
    ['an unknown path as a page', 'application/problem+json is declared', unknown(404, { ...problem, 'content-type': 'text/html' }, '<p>')],
    ['an unknown path as an empty answer', 'has no body', unknown(404, problem, undefined)],
    ['an operation of the other listener', 'is not an operation', ['GET', '/operator/v1/agencies', answer(200, json, { data: [] })]],
  ] as const)('%s', (_, expected, [method, target, given]) => {
    expect(violationsOf('public', method, target, given).join('; ')).toContain(expected);
  });
});

describe('the watch over a listener', () => {
  async function watched(handler: RequestListener, method = 'GET', target = '/v1/tags'): Promise<ResponseWatch> {
    const watch = new ResponseWatch();
    const server = createServer(watch.over('public', handler));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await fetch(`http://127.0.0.1:${port}${target}`, { method })
      .then((response) => response.text())
      .catch(() => undefined);
    await new Promise((resolve) => server.close(resolve));
    return watch;
  }

  const write = (body: unknown, headers: Headers_ = {}): RequestListener => {
    return (_, response) => {
      for (const [name, value] of Object.entries({ ...good, ...headers })) response.setHeader(name, value);
      response.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
    };
  };

  test('accepts valid responses, also compressed and chunked', async () => {
    (await watched(write(tags))).throwAll();
    (await watched(write(gzipSync(JSON.stringify(tags)), { 'content-encoding': 'gzip' }))).throwAll();
    const inParts: RequestListener = (request, response) => {
      for (const [name, value] of Object.entries(good)) response.setHeader(name, value);
      const text = JSON.stringify(tags);
      response.write(text.slice(0, 5));
      response.end(text.slice(5), () => undefined);
    };
    (await watched(inParts)).throwAll();
  });

  test('reports the request and the violation', async () => {
    const watch = await watched(write({ data: [{}] }), 'GET', '/v1/tags?a=1');
    expect(() => watch.throwFor('r1')).toThrow('GET /v1/tags?a=1 answered 200');
    watch.throwFor('r2');
    expect(() => watch.throwAll()).toThrow(
      /1 answers are not what the contract declares:\nGET \/v1\/tags\?a=1 answered 200, which is against/,
    );
    watch.throwAll();
  });

  test.each([
    ['an empty success', write('')],
    ['a body that its coding does not fit', write('{}', { 'content-encoding': 'gzip' })],
    ['a length that is not the body’s', write(tags, { 'content-length': '5' })],
  ])('finds %s', async (_, handler) => {
    const watch = await watched(handler);
    expect(() => watch.throwAll()).toThrow('GET /v1/tags');
  });

  test('reports a body in a response to HEAD', async () => {
    const watch = await watched(write(tags), 'HEAD');
    expect(() => watch.throwAll()).toThrow('has a body');
  });
});
