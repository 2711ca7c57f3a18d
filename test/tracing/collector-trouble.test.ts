import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { openTracing } from '../../server/tracing/open-tracing.ts';
import { createEmptyDatabase, type ProcessDatabase } from '../process/database.ts';
import { bringIn, callOperator, createAgency, createEndpoint } from '../process/http.ts';
import { endProcesses, startProcess, waitUntil, type ServiceProcess } from '../process/service-process.ts';
import { order } from '../records/records.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startCollector, type Collector } from './collector.ts';

let collector: Collector;
let database: ProcessDatabase;
let receiver: Receiver;
let service: ServiceProcess;
let agency: { id: string; key: string };

beforeAll(async () => {
  [collector, database, receiver] = await Promise.all([startCollector(), createEmptyDatabase(), startReceiver()]);
  service = await startProcess({
    ...database.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    OTEL_BSP_MAX_QUEUE_SIZE: '20',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  agency = await createAgency(service);
  await createEndpoint(service, agency.key, receiver.url);
}, 120_000);
afterAll(async () => {
  await endProcesses();
  await Promise.all([collector.close(), receiver.close(), database.drop()]);
});

async function countOf(...outcomes: string[]): Promise<number> {
  const { body } = await callOperator(service, 'GET', '/metrics');
  const counts = outcomes.map(
    (outcome) => new RegExp(`^service_trace_spans_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(body as string)![1],
  );
  return counts.reduce((sum, count) => sum + Number(count), 0);
}

let orderCount = 0;

/** Records and delivers orders, one by one. */
async function work(count: number): Promise<void> {
  const delivered = receiver.received.length;
  for (let number = 0; number < count; number++) {
    expect((await bringIn(service, agency.id, [order(`o${++orderCount}`, 'c1')])).status).toBe(200);
  }
  await receiver.waitFor(delivered + count, 20_000);
}

test.each<[string, Collector['answer']]>([
  ['refuses spans', (_, response) => response.writeHead(400).end('no')],
  ['is overloaded', (_, response) => response.writeHead(503, { 'retry-after': '3600' }).end()],
  ['never answers', () => undefined],
  [
    'answers byte by byte',
    (_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(timer));
    },
  ],
  ['answers with 20 MB', (_, response) => void response.writeHead(200).end(Buffer.alloc(20_000_000))],
  ['cuts connections', (request) => request.socket.destroy()],
])('while the collector %s, facts are recorded and delivered, and lost spans are counted', async (_, answer) => {
  const before = await countOf('dropped', 'failed');
  collector.answer = answer;
  await work(15);
  await waitUntil(async () => (await countOf('failed', 'dropped')) > before, 'a lost span');
});

test('when it is back, spans are exported again', async () => {
  collector.answer = undefined;
  const before = await countOf('exported');
  await waitUntil(
    async () => {
      await work(1);
      return (await countOf('exported')) > before;
    },
    'an exported span',
    30_000,
  );
});

test('spans beyond the queue are dropped and counted', async () => {
  collector.answer = () => undefined;
  const before = await countOf('dropped');
  await Promise.all(Array.from({ length: 30 }, () => bringIn(service, agency.id, [order(`o${++orderCount}`, 'c1')])));
  expect(await countOf('dropped')).toBeGreaterThan(before);
});

test('the process stops in time while the collector hangs, and reports no error', async () => {
  const exit = await service.exitAfter('SIGTERM');
  expect(exit.code).toBe(0);
  expect(exit.durationMs).toBeLessThan(8_000);
  expect(exit.stderr).not.toMatch(/uncaught|unhandled/i);
});

test('lost spans are reported once in each interval in which there were some', async () => {
  const traces = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_BSP_MAX_QUEUE_SIZE: '2' }, false).traces;
  const tracing = await openTracing(traces);
  const lines: object[] = [];
  (tracing.reportTo as (log: object, everyMs: number) => void)({ warn: (fields: object) => void lines.push(fields) }, 50);
  for (let number = 0; number < 10; number++) tracing.begin({ name: 'span' })!.end();
  await expect.poll(() => lines.length).toBe(1);
  await sleep(200);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ dropped: expect.any(Number) as number });
  await tracing.close();
});
