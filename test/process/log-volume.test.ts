import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createLogger } from '../../server/log/log.ts';
import { LogBudget, type BudgetedLine } from '../../server/log/log-budget.ts';
import { order } from '../records/records.ts';
import { startReceiver } from '../support/receiver.ts';
import { head, RawConnection } from '../support/raw-connection.ts';
import { createDatabase, type ProcessDatabase } from './database.ts';
import { bringIn, createAgency, createEndpoint } from './http.ts';
import { endProcesses, startProcess, waitUntil, type ServiceProcess } from './service-process.ts';

let database: ProcessDatabase;
let service: ServiceProcess;

beforeAll(async () => {
  database = await createDatabase();
  service = await startProcess({ ...database.env, LOG_LEVEL: 'info' });
});
afterAll(async () => {
  await endProcesses();
  await database.drop();
});

afterEach(() => void vi.useRealTimers());

/** More than a source may write at once. */
const count = 100;
/** That, and what it may write in the seconds that this takes. */
const mostWritten = 90;

const linesOf = (message: string) =>
  service.stderr
    .split('\n')
    .filter((line) => line.includes(`"msg":"${message}"`))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function omitted(line: BudgetedLine): Promise<number> {
  const headers = { authorization: `Bearer ${service.operatorToken}` };
  const text = await (await fetch(`${service.operatorUrl}/metrics`, { headers })).text();
  expect(text).toContain('# TYPE service_log_lines_omitted_total counter');
  return Number(new RegExp(`^service_log_lines_omitted_total\\{line="${line}"\\} (\\d+)$`, 'm').exec(text)![1]);
}

/** Sends these requests over a few connections, pipelined. */
async function flood(url: string, requests: readonly string[]): Promise<void> {
  const connections = await Promise.all(Array.from({ length: 4 }, () => RawConnection.open(url)));
  await Promise.all(
    connections.map(async (connection, index) => {
      const own = requests.filter((_, at) => at % connections.length === index);
      for (const request of own) {
        await connection.send(request);
        await connection.answer({ timeoutMs: 20_000 });
      }
      connection.close();
    }),
  );
}

const long = 'a'.repeat(14_000);

test.each([
  ['the public listener', () => service.baseUrl, '/v1/'],
  ['the operator listener', () => service.operatorUrl, '/operator/v1/'],
])(
  'refusals of unauthenticated requests at %s write a bounded number of log lines, and the metric counts the rest',
  async (_, url, path) => {
    const [before, omittedBefore] = [linesOf('request').length, await omitted('request')];
    const headers = { 'service-version': 'Amethyste', authorization: 'Bearer svc_live_nothing' };
    await flood(
      url(),
      Array.from({ length: count }, (_each, n) => head(`GET ${path}${n}${long}`, { ...headers, host: 'localhost' })),
    );
    await waitUntil(async () => linesOf('request').length - before + (await omitted('request')) - omittedBefore >= count, 'every request');
    const written = linesOf('request').slice(before);
    expect(written.length).toBeGreaterThan(0);
    expect(written.length).toBeLessThan(mostWritten);
    for (const line of written) expect(JSON.stringify(line).length).toBeLessThan(800);
  },
);

test('failed attempts of an endpoint are a bounded number of lines, and the requests of a key are all written', async () => {
  const receiver = await startReceiver();
  receiver.answer = (_request, response) => void response.writeHead(500).end('x'.repeat(5_000));
  const { id: agencyId, key } = await createAgency(service);
  await createEndpoint(service, key, receiver.url);
  const orders = Array.from({ length: count }, (_, n) => order(`o${n}`, 'c1'));
  expect((await bringIn(service, agencyId, orders)).status).toBe(200);
  await waitUntil(async () => linesOf('delivery attempt').length + (await omitted('attempt')) >= count, 'every attempt');
  expect(linesOf('delivery attempt').length).toBeLessThan(mostWritten);
  const before = linesOf('request').length;
  const headers = { 'service-version': 'Amethyste', authorization: `Bearer ${key}` };
  for (let n = 0; n < count; n++) expect((await fetch(`${service.baseUrl}/v1/me`, { headers })).status).toBe(200);
  await waitUntil(() => linesOf('request').length - before >= count, 'the lines of the key');
  await receiver.close();
});

test('a report of the dropped lines follows', () => {
  vi.useFakeTimers();
  const { budget, plain } = createLogger({ logLevel: 'info', logFormat: 'json' });
  const report = vi.spyOn(plain, 'warn').mockReturnValue();
  for (let n = 0; n < count; n++) budget.allows('attempt', 'one');
  vi.advanceTimersByTime(10_000);
  expect(report.mock.calls).toEqual([[{ line: 'attempt', omitted: count - 60 }, 'log lines dropped']]);
  vi.advanceTimersByTime(60_000);
  expect(report).toHaveBeenCalledTimes(1);
});

test('a budget lets a source write at once, then once a second, and all sources no more than the process may', () => {
  let nowMs = 0;
  const budget = new LogBudget({ report: () => undefined, now: () => nowMs });
  const allowed = (times: number, sourceOf: (n: number) => string) =>
    Array.from({ length: times }, (_, n) => budget.allows('request', sourceOf(n))).filter(Boolean).length;
  expect(allowed(1_000, () => 'one')).toBe(60);
  expect(allowed(10, () => 'another')).toBe(10);
  nowMs += 10_000;
  expect(allowed(1_000, () => 'one')).toBe(10);
  nowMs += 1_000_000;
  expect(allowed(10_000, (n) => `source ${n}`)).toBe(500);
  nowMs += 1_000;
  expect(allowed(10_000, (n) => `source ${n}`)).toBe(20);
  expect(budget.omitted.get('request')).toBe(22_010 - 600);
  expect(budget.omitted.get('attempt')).toBe(0);
});
