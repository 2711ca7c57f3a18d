import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creator, order } from '../records/records.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { startCollector, type Collector } from './collector.ts';
import { openTracingWith } from './open-with.ts';

let collector: Collector;
let receiver: Receiver;
let service: TestService;
let agency: TestAgency;

async function startTraced(): Promise<TestService> {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    OTEL_BSP_MAX_QUEUE_SIZE: '20',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_BSP_EXPORT_TIMEOUT: '1000',
  };
  return startService({ tracing: await openTracingWith(env) });
}

beforeAll(async () => {
  [collector, receiver] = await Promise.all([startCollector(), startReceiver()]);
  service = await startTraced();
  agency = await service.createAgency();
  await agency.ingest([creator('c1')]);
  const body = { url: receiver.url, enabled_event_types: ['order.created'] };
  expect((await service.request('POST', '/v1/webhooks', { key: agency.key, body })).status).toBe(201);
});
afterAll(async () => {
  await service.close();
  await Promise.all([collector.close(), receiver.close()]);
});

async function countOf(...outcomes: string[]): Promise<number> {
  const { text } = await service.operator('GET', '/metrics');
  const counts = outcomes.map((outcome) => new RegExp(`^service_trace_spans_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)![1]);
  return counts.reduce((sum, count) => sum + Number(count), 0);
}

let orderCount = 0;
const record = () => agency.ingest([order(`o${++orderCount}`, 'c1')]);

/** Records and delivers orders, one by one. */
async function work(count: number): Promise<void> {
  const delivered = receiver.received.length;
  for (let number = 0; number < count; number++) expect((await record()).created).toBe(1);
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
  await work(10);
  await expect.poll(() => countOf('failed', 'dropped')).toBeGreaterThan(before);
});

test('when it is back, spans are exported again', async () => {
  collector.answer = undefined;
  const before = await countOf('exported');
  await expect
    .poll(async () => {
      await work(1);
      return countOf('exported');
    })
    .toBeGreaterThan(before);
});

test('spans beyond the queue are dropped and counted', async () => {
  collector.answer = () => undefined;
  const before = await countOf('dropped');
  await Promise.all(Array.from({ length: 30 }, record));
  expect(await countOf('dropped')).toBeGreaterThan(before);
});

test('the service stops in time while the collector hangs', async () => {
  collector.answer = () => undefined;
  const stopping = await startTraced();
  await stopping.createAgency();
  expect((await stopping.request('GET', '/v1/me')).status).toBe(200);
  const startedAt = performance.now();
  await stopping.close();
  expect(performance.now() - startedAt).toBeLessThan(8_000);
});

test('lost spans are logged once per interval', async () => {
  const tracing = await openTracingWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_BSP_MAX_QUEUE_SIZE: '2' });
  const lines: object[] = [];
  (tracing.reportTo as (log: object, everyMs: number) => void)({ warn: (fields: object) => void lines.push(fields) }, 50);
  for (let number = 0; number < 10; number++) tracing.begin({ name: 'span' })!.end();
  await expect.poll(() => lines.length).toBe(1);
  await sleep(200);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ dropped: expect.any(Number) as number });
  await tracing.close();
});
