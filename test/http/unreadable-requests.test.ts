import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { head, RawConnection, slugOf, type RawAnswer } from '../support/raw-connection.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let agency: TestAgency;
const connections: RawConnection[] = [];

beforeAll(async () => {
  service = await startService({ delivers: false });
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

async function answerTo(bytes: string | Buffer): Promise<RawAnswer> {
  const connection = await open();
  await connection.send(bytes);
  return connection.answer();
}

const withKey = (extra: Record<string, string | number> = {}) => ({
  'service-version': 'Amethyste',
  authorization: `Bearer ${agency.key}`,
  ...extra,
});

function expectProblem(answer: RawAnswer, status: number, slug: string): void {
  expect(answer).toMatchObject({ status, body: { status, title: expect.any(String), instance: expect.any(String) } });
  expect(slugOf(answer)).toBe(slug);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.headers.get('x-request-id')).toBeTruthy();
}

describe('what the HTTP parser refuses is a problem with a request id', () => {
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
    ['a length that is no number', 'POST /v1/publications HTTP/1.1\r\nhost: a\r\ncontent-length: two\r\n\r\n{}'],
    ['a negative length', 'POST /v1/publications HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n{}'],
    ['a length past 64 bits', 'POST /v1/publications HTTP/1.1\r\nhost: a\r\ncontent-length: 99999999999999999999\r\n\r\n{}'],
    [
      'a length beside a transfer coding',
      'POST /v1/publications HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('%s', async (_, bytes) => {
    const connection = await open();
    await connection.send(bytes);
    expectProblem(await connection.answer(), 400, 'validation_failed');
    expect(await connection.closed()).toBe('');
  });

  test('headers over 16 KB: 431', async () => {
    expectProblem(await answerTo(head('GET /v1/me', withKey({ 'x-long': 'a'.repeat(17_000) }))), 431, 'validation_failed');
  });

  test('a target over 16 KB: 431', async () => {
    expectProblem(await answerTo(head(`GET /v1/orders?fan_ids=${'a'.repeat(17_000)}`, withKey())), 431, 'validation_failed');
  });

  test('a flood of headers over 16 KB: 431', async () => {
    const flood = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`x${index}`, '1']));
    expectProblem(await answerTo(head('GET /v1/me', withKey(flood))), 431, 'validation_failed');
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

test('as many headers as fit into 16 KB are read, also the last', async () => {
  const flood = Object.fromEntries(Array.from({ length: 2_300 }, (_, index) => [index.toString(36), '']));
  expect((await answerTo(head('GET /v1/me', { ...flood, ...withKey() }))).status).toBe(200);
});

test('garbage behind requests does not overtake their answers', async () => {
  const connection = await open();
  await connection.send(`${head('GET /v1/me', withKey())}${head('GET /v1/tags', withKey())}GARBAGE\r\n\r\n`);
  expect((await connection.answer()).body).toMatchObject({ agency: { id: agency.id } });
  expect((await connection.answer()).body).toEqual({ data: [] });
  expectProblem(await connection.answer(), 400, 'validation_failed');
  expect(await connection.closed()).toBe('');
});

test('garbage in a body whose request is answered already ends the connection without a second answer', async () => {
  const connection = await open();
  await connection.send(head('POST /v1/publications', { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }));
  expect(slugOf(await connection.answer())).toBe('missing_version');
  await connection.send('ZZ\r\n');
  expect(await connection.closed()).toBe('');
});

test('a connection that closes in the middle of a request harms nobody', async () => {
  for (const bytes of [
    'GET /v1',
    head('POST /v1/publications', withKey({ 'content-length': 50, 'content-type': 'application/json' })) + '{"a":',
  ]) {
    const connection = await open();
    await connection.send(bytes);
    connection.close();
  }
});
