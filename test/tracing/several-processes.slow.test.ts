import { afterAll, expect, test } from 'vitest';
import { createDatabase } from '../process/database.ts';
import { createAgency, createEndpoint } from '../process/http.ts';
import { endProcesses, startProcess } from '../process/service-process.ts';
import { order } from '../records/records.ts';
import { startReceiver } from '../support/receiver.ts';
import { startCollector } from './collector.ts';
import { bringInWith, newContext, partsOf } from './traced-requests.ts';

afterAll(endProcesses);

test('each of several processes exports its spans, also those of its last moments', { timeout: 120_000 }, async () => {
  const [collector, database, receiver] = await Promise.all([startCollector(), createDatabase(), startReceiver()]);
  const service = await startProcess({
    ...database.env,
    PROCESSES: '2',
    DATABASE_CONNECTIONS: '24',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
    // Nothing is exported before the stop.
    OTEL_BSP_SCHEDULE_DELAY: '600000',
  });
  const agency = await createAgency(service);
  await createEndpoint(service, agency.key, receiver.url);
  const callers = Array.from({ length: 8 }, () => newContext());
  for (const [number, { traceparent }] of callers.entries()) {
    // Each has a connection of its own, which the parent hands to the processes in turn.
    const headers = { traceparent, connection: 'close' };
    expect((await bringInWith(service, agency.id, [order(`o${number}`, 'c1')], headers)).status).toBe(200);
  }
  const received = await receiver.waitFor(8, 20_000);
  expect(new Set(received.map(({ headers }) => partsOf(headers.traceparent).traceId))).toEqual(
    new Set(callers.map(({ traceId }) => traceId)),
  );
  expect(collector.spans).toEqual([]);
  expect((await service.exitAfter('SIGTERM')).code).toBe(0);
  for (const { traceId } of callers) await collector.traceWith(traceId, 'deliver order.created');
  const requests = collector.spans.filter(({ kind }) => kind === 'server');
  expect(requests).toHaveLength(8);
  expect(new Set(requests.map(({ resource }) => resource['service.instance.id'])).size).toBe(2);
  await Promise.all([collector.close(), receiver.close(), database.drop()]);
});
