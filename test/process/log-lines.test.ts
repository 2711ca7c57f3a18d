import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger, plainLine, shownLine } from '../../server/log/log.ts';
import { shortFields } from '../../server/log/log-fields.ts';
import { serializeError } from '../../server/log/serialize-error.ts';
import { head, RawConnection } from '../support/raw-connection.ts';
import { createDatabase, type ProcessDatabase } from './database.ts';
import { callOperator, createAgency } from './http.ts';
import { endProcesses, startProcess, waitUntil, type ServiceProcess } from './service-process.ts';

/** What steers a terminal: C0 but for line ends and tabs, DEL, and C1 in UTF-8. */
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

const clearScreen = '\x9b2J';

describe('the lines of a process', () => {
  let database: ProcessDatabase;
  let service: ServiceProcess;
  beforeAll(async () => {
    database = await createDatabase();
    service = await startProcess({ ...database.env, ROLE: 'api', LOG_LEVEL: 'info' });
  });
  afterAll(async () => {
    await endProcesses();
    await database.drop();
  });

  /** Of requests, once there are so many. */
  async function linesOf(method: string, path: string, count: number): Promise<Record<string, unknown>[]> {
    const lines = () => service.stderr.split('\n').filter((line) => line.includes(`"method":"${method}","path":"${path}"`));
    await waitUntil(() => lines().length >= count, 'the log lines');
    return lines().map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  test('contain nothing as callers sent it', async () => {
    const connection = await RawConnection.open(service.baseUrl);
    const ids = [`${clearScreen}mine\tid`, 'a'.repeat(10_000)];
    for (const id of ids) {
      await connection.send(head('GET /changelog', { 'x-request-id': id }));
      const { status, headers } = await connection.answer();
      expect([status, headers.get('x-request-id')]).toEqual([200, id]);
    }
    connection.close();
    await linesOf('GET', '/changelog', ids.length);
    const { stderr } = service;
    expect(stderr).not.toMatch(steering);
    expect(stderr).toContain('\\u009b2Jmine');
    expect(stderr).toContain(`${'a'.repeat(200)}…`);
    expect(stderr).not.toContain('a'.repeat(201));
  });

  test('of an operator have the name and the id of its token, and never the token', async () => {
    const created = await callOperator(service, 'POST', '/operator/v1/tokens', { name: 'Night shift', scopes: ['read'] });
    expect(created.status).toBe(201);
    const { id, token } = created.body as { id: string; token: string };
    const list = (bearer: string) =>
      fetch(`${service.operatorUrl}/operator/v1/agencies`, { headers: { authorization: `Bearer ${bearer}` } });
    expect((await list(token)).status).toBe(200);
    expect((await list(`${token.slice(0, -1)}_`)).status).toBe(401);
    const lines = [...(await linesOf('POST', '/operator/v1/tokens', 1)), ...(await linesOf('GET', '/operator/v1/agencies', 2))];
    const shown = lines.map(({ method, status, operator, operatorTokenId }) => ({ method, status, operator, operatorTokenId }));
    expect(shown).toEqual([
      { method: 'POST', status: 201, operator: 'OPERATOR_TOKEN', operatorTokenId: null },
      { method: 'GET', status: 200, operator: 'Night shift', operatorTokenId: id },
      { method: 'GET', status: 401, operator: undefined, operatorTokenId: undefined },
    ]);
    expect(service.stderr).not.toContain(token);
  });

  test('of a retried request contain the number of earlier attempts', async () => {
    const { key } = await createAgency(service);
    for (const count of ['2', '-1', '1e3', '12345']) {
      const headers = { authorization: `Bearer ${key}`, 'service-version': 'Amethyste', 'x-retry-count': count };
      expect((await fetch(`${service.baseUrl}/v1/me`, { headers })).status).toBe(200);
    }
    const lines = await linesOf('GET', '/v1/me', 4);
    expect(lines.map(({ retryCount }) => retryCount)).toEqual([2, undefined, undefined, undefined]);
  });
});

test('a JSON line keeps its texts, and a terminal line escapes control characters', () => {
  const texts = { a: '\x1b[2J\x9b31m\x7f\b\f\r', b: '\\u001b C:\\users\\b', c: 'line\nend\ttab', d: 'é…' };
  const line = JSON.stringify(texts);
  expect(plainLine(line)).not.toMatch(steering);
  expect(JSON.parse(plainLine(line))).toEqual(texts);
  expect(JSON.parse(shownLine(line))).toEqual({
    ...texts,
    a: '\\u001b[2J\\u009b31m\\u007f\\b\\f\\r',
  });
});

test('an error is logged with its type, stack and causes, without other members', () => {
  const refused = Object.assign(new Error('invalid input syntax for type uuid: "secret"'), {
    code: '22P02',
    table: 'orders',
    detail: 'Failing row contains (secret).',
    where: 'JSON data, line 1: secret',
    sql: "SELECT 'secret'",
    input: 'https://example.com/?token=secret',
  });
  const cause = new AggregateError([refused, new Error('no route')], 'both failed', {
    cause: new SyntaxError('..."secret"... is not JSON'),
  });
  const told = serializeError(new TypeError('cannot be done', { cause }));
  expect(JSON.stringify(told)).not.toContain('secret');
  expect(told).toMatchObject({
    type: 'TypeError',
    message: 'cannot be done',
    stack: expect.stringMatching(/^TypeError: cannot be done\n    at /),
    cause: {
      type: 'AggregateError',
      errors: [{ code: '22P02', table: 'orders', message: 'invalid input syntax for type uuid: "…"' }, { message: 'no route' }],
      cause: { type: 'SyntaxError', message: '..."…"... is not JSON' },
    },
  });
  const circle = new Error('circle');
  circle.cause = circle;
  expect(serializeError(circle).message).toBe('circle');
  expect(serializeError('secret')).toEqual({ type: 'string', message: 'thrown value is not an error', stack: '' });
});

test('each field and each error of a log line has a maximum length', () => {
  const long = 'x'.repeat(100_000);
  const fields = shortFields({ text: long, list: Array.from({ length: 1_000 }, () => long), count: 1, none: null });
  expect(JSON.stringify(fields).length).toBeLessThan(5_000);
  expect(fields).toMatchObject({ text: `${'x'.repeat(200)}…`, count: 1, none: null });
  const error = Object.assign(new Error(long, { cause: new TypeError(long) }), { code: long, address: long });
  expect(JSON.stringify(serializeError(error)).length).toBeLessThan(15_000);
});

test('however many loggers a process makes, its end is waited for once', () => {
  createLogger({ logLevel: 'fatal', logFormat: 'json' });
  const count = process.listenerCount('exit');
  for (let n = 0; n < 20; n++) createLogger({ logLevel: 'fatal', logFormat: 'json' });
  expect(process.listenerCount('exit')).toBe(count);
});
