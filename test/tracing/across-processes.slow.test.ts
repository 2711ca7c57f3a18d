import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { order } from '../records/records.ts';
import { createDatabase, type ProcessDatabase } from '../process/database.ts';
import { createAgency, createEndpoint } from '../process/http.ts';
import { createDataDir, endProcesses, startProcess, type ServiceProcess } from '../process/service-process.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startCollector, type CollectedSpan, type Collector } from './collector.ts';
import { bringInWith, newContext, partsOf } from './traced-requests.ts';

let collector: Collector;
let database: ProcessDatabase;
let receiver: Receiver;
let api: ServiceProcess;
let worker: ServiceProcess;
let agency: { id: string; key: string };

beforeAll(async () => {
  [collector, database, receiver] = await Promise.all([startCollector(), createDatabase(), startReceiver()]);
  const env = {
    ...database.env,
    DATA_DIR: createDataDir(),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    // A caller decides: what has no trace of its own is not traced.
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    LOG_LEVEL: 'debug',
  };
  [api, worker] = (await Promise.all(['api', 'worker'].map((ROLE) => startProcess({ ...env, ROLE })))) as [ServiceProcess, ServiceProcess];
  agency = await createAgency(api);
  await createEndpoint(api, agency.key, receiver.url);
}, 120_000);
afterAll(async () => {
  await endProcesses();
  await Promise.all([collector.close(), receiver.close(), database.drop()]);
});

const named = (trace: readonly CollectedSpan[], name: string) => trace.find((span) => span.name === name)!;

describe('a fact that a traced caller records', () => {
  const caller = newContext();
  const record = order('order-of-the-test', 'c1');
  let trace: readonly CollectedSpan[];
  let received: Receiver['received'][number];

  beforeAll(async () => {
    expect((await bringInWith(api, agency.id, [record], { traceparent: caller.traceparent })).status).toBe(200);
    [received] = (await receiver.waitFor(1, 30_000)) as [typeof received];
    await collector.traceWith(caller.traceId, 'deliver order.created');
    trace = await collector.traceWith(caller.traceId, /^POST /);
  });

  test('is one trace from the request to the receiver, through both processes', () => {
    const request = named(trace, 'POST /operator/v1/agencies/{agency_id}/records');
    const ingest = named(trace, 'ingest records');
    const attempt = named(trace, 'deliver order.created');
    expect(request).toMatchObject({ kind: 'server', parentSpanId: caller.spanId, isError: false });
    expect(ingest.parentSpanId).toBe(request.spanId);
    expect(attempt).toMatchObject({ kind: 'client', parentSpanId: ingest.spanId, isError: false });
    expect(partsOf(received.headers.traceparent)).toEqual({ traceId: caller.traceId, spanId: attempt.spanId, flags: '01' });
    expect(attempt.resource['process.pid']).toBe(worker.pid);
    expect(request.resource['process.pid']).toBe(api.pid);
  });

  test('is in the log lines of its request and its attempt', async () => {
    const lineOf = ({ stderr }: ServiceProcess, message: string) =>
      stderr
        .split('\n')
        .filter((line) => line.includes(`"msg":"${message}"`) && line.includes(caller.traceId))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    await expect.poll(() => lineOf(api, 'request').length).toBe(1);
    await expect.poll(() => lineOf(worker, 'delivery attempt').length).toBe(1);
    expect(lineOf(api, 'request')[0]).toMatchObject({ span_id: named(trace, 'POST /operator/v1/agencies/{agency_id}/records').spanId });
    expect(lineOf(worker, 'delivery attempt')[0]).toMatchObject({ span_id: named(trace, 'deliver order.created').spanId });
  });
});
