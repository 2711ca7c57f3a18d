import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type ProcessDatabase } from '../process/database.ts';
import { createAgency, createEndpoint } from '../process/http.ts';
import { endProcesses, startProcess } from '../process/service-process.ts';
import { order } from '../records/records.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { bringInWith, newContext } from './traced-requests.ts';

let database: ProcessDatabase;
let receiver: Receiver;
beforeAll(async () => {
  [database, receiver] = await Promise.all([createDatabase(), startReceiver()]);
});
afterAll(async () => {
  await endProcesses();
  await Promise.all([receiver.close(), database.drop()]);
});

/** What a process loads that records an order in a caller's trace and delivers it. */
async function run(id: string, env: Readonly<Record<string, string>>) {
  const NODE_OPTIONS = `--import=${join(import.meta.dirname, 'loaded-packages.ts')}`;
  const service = await startProcess({ ...database.env, NODE_OPTIONS, LOG_LEVEL: 'info', ...env });
  const agency = await createAgency(service);
  await createEndpoint(service, agency.key, receiver.url);
  const count = receiver.received.length;
  await bringInWith(service, agency.id, [order(id, 'c1')], { traceparent: newContext().traceparent });
  const received = (await receiver.waitFor(count + 1, 20_000))[count]!;
  const { stderr, code } = await service.exitAfter('SIGTERM');
  expect(code).toBe(0);
  return { headers: received.headers, stderr, loaded: new Set([...stderr.matchAll(/^loaded (\S+)$/gm)].map(([, name]) => name)) };
}

test('without the address of a collector, nothing is loaded, sent on, stored or logged', { timeout: 120_000 }, async () => {
  const { headers, stderr, loaded } = await run('o1', {});
  // prom-client brings it, for metrics.
  expect([...loaded]).toEqual(['@opentelemetry/api']);
  expect(headers).not.toHaveProperty('traceparent');
  expect(stderr).not.toContain('trace_id');
  expect(await database.query('SELECT count(*)::int AS count FROM webhook_events WHERE traceparent IS NOT NULL')).toEqual([{ count: 0 }]);
});

test('with one that does not respond, facts are recorded and delivered in their traces', { timeout: 120_000 }, async () => {
  const { headers, stderr, loaded } = await run('o2', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  expect(loaded).toContain('@opentelemetry/sdk-trace');
  expect(loaded).toContain('@opentelemetry/exporter-trace-otlp-proto');
  expect(loaded).not.toContain('@opentelemetry/exporter-trace-otlp-http');
  expect(headers).toHaveProperty('traceparent');
  expect(stderr).toContain('trace_id');
});
