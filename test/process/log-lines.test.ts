import { afterAll, expect, test } from 'vitest';
import { createLogger, plainLine, shownLine } from '../../server/log.ts';
import { head, RawConnection } from '../support/raw-connection.ts';
import { createEmptyDatabase } from './database.ts';
import { endProcesses, startProcess, waitUntil } from './service-process.ts';

afterAll(endProcesses);

/** What steers a terminal: C0 but for line ends and tabs, DEL, and C1 in UTF-8. `pretty` colours nothing where there is no terminal. */
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

const clearScreen = '\x9b2J';

test.each(['json', 'pretty'])('what callers send reaches no %s log line as it is', async (format) => {
  const database = await createEmptyDatabase();
  const service = await startProcess({ ...database.env, ROLE: 'api', LOG_LEVEL: 'info', LOG_FORMAT: format });
  const connection = await RawConnection.open(service.baseUrl);
  const ids = [`${clearScreen}mine\tid`, 'a'.repeat(10_000)];
  for (const id of ids) {
    await connection.send(head('GET /changelog', { 'x-request-id': id }));
    const { status, headers } = await connection.answer();
    expect([status, headers.get('x-request-id')]).toEqual([200, id]);
  }
  await waitUntil(() => (service.stderr.match(/getChangelog/g) ?? []).length >= ids.length, 'the log lines');
  connection.close();
  const { stderr } = await service.exitAfter('SIGTERM');
  expect(stderr).not.toMatch(steering);
  expect(stderr).toContain('\\u009b2Jmine');
  expect(stderr).toContain(`${'a'.repeat(200)}…`);
  expect(stderr).not.toContain('a'.repeat(201));
  await database.drop();
});

test('a line of JSON keeps its texts, and a shown one shows what would steer', () => {
  const texts = { a: '\x1b[2J\x9b31m\x7f\b\f\r', b: '\\u001b C:\\users\\b', c: 'line\nend\ttab', d: 'é…' };
  const line = JSON.stringify(texts);
  expect(plainLine(line)).not.toMatch(steering);
  expect(JSON.parse(plainLine(line))).toEqual(texts);
  expect(JSON.parse(shownLine(line))).toEqual({
    ...texts,
    a: '\\u001b[2J\\u009b31m\\u007f\\b\\f\\r',
  });
});

test('however many loggers a process makes, its end is waited for once', () => {
  createLogger({ logLevel: 'fatal', logFormat: 'json' });
  const count = process.listenerCount('exit');
  for (let n = 0; n < 20; n++) createLogger({ logLevel: 'fatal', logFormat: 'json' });
  expect(process.listenerCount('exit')).toBe(count);
});
