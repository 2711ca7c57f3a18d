import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { problems, type ProblemSlug } from '../../generated/problems.ts';
import { declaredResponse, isHeaderValue } from '../support/declared-responses.ts';
import { head, RawConnection, slugOf, type RawResponse } from '../support/raw-connection.ts';
import { sharedService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let agency: TestAgency;
const connections: RawConnection[] = [];

beforeAll(async () => {
  service = await sharedService();
  agency = await service.createAgency();
});
afterAll(() => service.close());
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.close();
  expect((await service.request('GET', '/v1/me')).status).toBe(200);
});

async function open(): Promise<RawConnection> {
  const connection = await RawConnection.open(service.baseUrl);
  connections.push(connection);
  return connection;
}

async function answerTo(bytes: string | Buffer): Promise<RawResponse> {
  const connection = await open();
  await connection.send(bytes);
  return connection.answer();
}

const withKey = (extra: Record<string, string | number> = {}) => ({
  'service-version': 'Amethyste',
  authorization: `Bearer ${agency.key}`,
  ...extra,
});

function expectProblem(answer: RawResponse, status: number, slug: string): void {
  expect(answer).toMatchObject({ status, body: { status, title: expect.any(String), instance: expect.any(String) } });
  expect(slugOf(answer)).toBe(slug);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.headers.get('x-request-id')).toBeTruthy();
  // The response is one that the operations declare, although none has given it.
  expect(problems[slug as ProblemSlug].status).toBe(status);
  const operation = status === 413 ? 'createPublication' : 'getMe';
  const declared = status === 404 ? declaredResponse('getErrorPage', 404) : declaredResponse(operation, status);
  for (const [name, header] of declared!.headers) {
    const text = answer.headers.get(name);
    if (header.required || text !== undefined) expect([name, isHeaderValue(text ?? '', header)]).toEqual([name, true]);
  }
}

describe('a request that the HTTP parser refuses gets a problem with a request id', () => {
  test.each([
    ['a broken request line', 'HTTP/1.1 /v1/me GET\r\nhost: a\r\n\r\n'],
    ['an unknown method', 'FETCH /v1/me HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['a version that does not exist', 'GET /v1/me HTTP/9.9\r\nhost: a\r\n\r\n'],
    ['HTTP/2 with prior knowledge', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['the beginning of TLS', Buffer.from('16030100c8010000c40303', 'hex')],
    ['a control character in a header', 'GET /v1/me HTTP/1.1\r\nhost: a\r\nx: a\u0001b\r\n\r\n'],
    ['a header without a name', 'GET /v1/me HTTP/1.1\r\nhost: a\r\n: b\r\n\r\n'],
    ['a folded header', 'GET /v1/me HTTP/1.1\r\nhost: a\r\nx: a\r\n b\r\n\r\n'],
    ['a space in the target', 'GET /v1/orders/a b HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['two lengths', 'POST /v1/publications HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}'],
    ['a length that is not a number', 'POST /v1/publications HTTP/1.1\r\nhost: a\r\ncontent-length: two\r\n\r\n{}'],
    ['a negative length', 'POST /v1/publications HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n{}'],
    ['a length past 64 bits', 'POST /v1/publications HTTP/1.1\r\nhost: a\r\ncontent-length: 99999999999999999999\r\n\r\n{}'],
    [
      'a length together with a transfer coding',
      'POST /v1/publications HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('%s', async (_, bytes) => {
    const connection = await open();
    await connection.send(bytes);
    expectProblem(await connection.answer(), 400, 'validation_failed');
    expect(await connection.closed()).toBe('');
  });

  test('headers over 16 KB: 431', async () => {
    expectProblem(await answerTo(head('GET /v1/me', withKey({ 'x-long': 'a'.repeat(17_000) }))), 431, 'headers_too_large');
  });

  test('a target over 16 KB: 431', async () => {
    expectProblem(await answerTo(head(`GET /v1/orders?fan_ids=${'a'.repeat(17_000)}`, withKey())), 431, 'headers_too_large');
  });

  test('a flood of headers over 16 KB: 431', async () => {
    const flood = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`x${index}`, '1']));
    expectProblem(await answerTo(head('GET /v1/me', withKey(flood))), 431, 'headers_too_large');
  });

  test('a request of HTTP/1.1 without Host', async () => {
    expectProblem(await answerTo('GET /v1/me HTTP/1.1\r\nservice-version: Amethyste\r\n\r\n'), 400, 'validation_failed');
  });

  test('CONNECT', async () => {
    expectProblem(await answerTo('CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n'), 404, 'not_found');
  });

  test('a broken chunk keeps the id of its request', async () => {
    const headers = withKey({ 'content-type': 'application/json', 'transfer-encoding': 'chunked', 'x-request-id': 'mine-1' });
    const connection = await open();
    await connection.send(`${head('POST /v1/publications', headers)}5\r\n{"cre\r\nZZ\r\n`);
    const answer = await connection.answer();
    expectProblem(answer, 400, 'validation_failed');
    expect(answer.headers.get('x-request-id')).toBe('mine-1');
    expect(await connection.closed()).toBe('');
  });

  test('chunk extensions over 16 KB: 413', async () => {
    const headers = withKey({ 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
    const answer = await answerTo(`${head('POST /v1/publications', headers)}2;${'a'.repeat(17_000)}\r\n{}\r\n0\r\n\r\n`);
    expectProblem(answer, 413, 'payload_too_large');
  });
});

describe('the id of a request that the parser refuses is repeated', () => {
  const long = { 'x-long': 'a'.repeat(17_000) };
  test.each([
    ['before what is too long', { 'x-request-id': 'mine-1', ...long }, 'mine-1'],
    ['behind what is too long', { ...long, 'X-Request-Id': 'mine-2' }, 'mine-2'],
    ['with bytes beyond ASCII', { 'x-request-id': 'mine \xc3\xa9', ...long }, 'mine \xc3\xa9'],
    ['in any case', { 'X-REQUEST-ID': ' \tmine-3\t ', ...long }, 'mine-3'],
  ])('%s', async (_, headers, id) => {
    const answer = await answerTo(head('GET /v1/me', headers));
    expectProblem(answer, 431, 'headers_too_large');
    expect(answer.headers.get('x-request-id')).toBe(id);
  });

  test('and the search for it reads the bytes once', async () => {
    const before = process.cpuUsage();
    for (const blank of [' ', '\t', ' x']) {
      const answer = await answerTo(`GET /v1/me HTTP/1.1\r\nhost: a\r\nx-request-id:${blank.repeat(15_000 / blank.length)}\u0001\r\n\r\n`);
      expectProblem(answer, 400, 'validation_failed');
    }
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });

  test('behind other requests, it is its own', async () => {
    const connection = await open();
    await connection.send(head('GET /v1/me', { 'x-request-id': 'first' }) + head('GET /v1/me', { ...long, 'x-request-id': 'second' }));
    expect((await connection.answer()).headers.get('x-request-id')).toBe('first');
    const refused = await connection.answer();
    expectProblem(refused, 431, 'headers_too_large');
    expect(refused.headers.get('x-request-id')).toBe('second');
  });

  test('a new one stands in for none, and for one with control characters', async () => {
    for (const headers of [long, { 'x-request-id': '', ...long }, { 'x-request-id': 'a\x1b[2J', ...long }]) {
      const answer = await answerTo(head('GET /v1/me', headers));
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('of a broken line, and of CONNECT', async () => {
    expect((await answerTo('GET /a b HTTP/1.1\r\nhost: a\r\nx-request-id: mine-4\r\n\r\n')).headers.get('x-request-id')).toBe('mine-4');
    const connect = 'CONNECT a:443 HTTP/1.1\r\nhost: a:443\r\nx-request-id: mine-5\r\n\r\n';
    expect((await answerTo(connect)).headers.get('x-request-id')).toBe('mine-5');
  });
});

test('a body that breaks does not overtake the responses before it', async () => {
  const connection = await open();
  const broken = head('POST /v1/publications', withKey({ 'content-type': 'application/json', 'transfer-encoding': 'chunked' })) + 'ZZ\r\n';
  await connection.send(head('GET /v1/me', withKey()) + head('GET /v1/tags', withKey()) + broken);
  expect((await connection.answer()).status).toBe(200);
  expect((await connection.answer()).body).toEqual({ data: [] });
  expectProblem(await connection.answer(), 400, 'validation_failed');
});

test('as many headers as fit into 16 KB are read, also the last', async () => {
  const flood = Object.fromEntries(Array.from({ length: 2_300 }, (_, index) => [index.toString(36), '']));
  expect((await answerTo(head('GET /v1/me', { ...flood, ...withKey() }))).status).toBe(200);
});

test('garbage behind requests does not overtake their responses', async () => {
  const connection = await open();
  await connection.send(`${head('GET /v1/me', withKey())}${head('GET /v1/tags', withKey())}GARBAGE\r\n\r\n`);
  expect((await connection.answer()).body).toMatchObject({ agency: { id: agency.id } });
  expect((await connection.answer()).body).toEqual({ data: [] });
  expectProblem(await connection.answer(), 400, 'validation_failed');
  expect(await connection.closed()).toBe('');
});

test('garbage after the response to a request closes the connection without a second response', async () => {
  const connection = await open();
  await connection.send(head('POST /v1/publications', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }));
  expect(slugOf(await connection.answer())).toBe('missing_version');
  await connection.send('ZZ\r\n');
  expect(await connection.closed()).toBe('');
});

test('a connection that closes in the middle of a request does no harm', async () => {
  for (const bytes of [
    'GET /v1',
    head('POST /v1/publications', withKey({ 'content-length': 50, 'content-type': 'application/json' })) + '{"a":',
  ]) {
    const connection = await open();
    await connection.send(bytes);
    connection.close();
  }
});
