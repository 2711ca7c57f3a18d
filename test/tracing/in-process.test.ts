import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tracing } from '../../server/tracing/tracing.ts';
import { creator, order } from '../records/records.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { startCollector, type Collector } from './collector.ts';
import { newContext, partsOf } from './traced-requests.ts';
import { openTracingWith } from './open-with.ts';

let collector: Collector;
let tracing: Tracing;
let service: TestService;
let receiver: Receiver;
let agency: TestAgency;
let endpointId: string;

beforeAll(async () => {
  [collector, receiver] = await Promise.all([startCollector(), startReceiver()]);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50' };
  tracing = await openTracingWith(env);
  service = await startService({ tracing, retryDelaysMs: [10, 10, 10] });
  agency = await service.createAgency();
  await agency.ingest([creator('c1')]);
  const body = { url: receiver.url, enabled_event_types: ['order.created'] };
  ({ id: endpointId } = (await service.request('POST', '/v1/webhooks', { key: agency.key, body })).body as { id: string });
});
afterAll(async () => {
  await service.close();
  await Promise.all([collector.close(), receiver.close()]);
});

/** Records an order in the trace of a caller. */
async function record(id: string, traceparent: string): Promise<void> {
  const response = await fetch(`${service.operatorUrl}/operator/v1/agencies/${agency.id}/records`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': 'application/json', traceparent },
    body: JSON.stringify({ records: [order(id, 'c1')] }),
  });
  expect(response.status).toBe(200);
}

/** The first requests that the receiver gets for an order. */
async function receivedFor(id: string, count: number): Promise<Receiver['received']> {
  const ofOrder = () => receiver.received.filter(({ event }) => event.data['id'] === id);
  await expect.poll(() => ofOrder().length, { interval: 10 }).toBeGreaterThanOrEqual(count);
  return ofOrder().slice(0, count);
}

test('the four attempts of a failed delivery and its replay stay in the trace of the fact', async () => {
  const caller = newContext();
  receiver.answer = 503;
  await record('o1', caller.traceparent);
  await receivedFor('o1', 4);
  const path = `/v1/webhooks/${endpointId}/failures`;
  const failures = async () => (await service.request('GET', path, { key: agency.key })).body.data as { id: string }[];
  await expect.poll(async () => (await failures()).length).toBe(1);
  receiver.answer = 200;
  const [failure] = await failures();
  const replay = newContext();
  const headers = { traceparent: replay.traceparent };
  expect((await service.request('POST', `${path}/${failure!.id}/replay`, { key: agency.key, headers })).status).toBe(202);
  const received = await receivedFor('o1', 5);
  expect(received.map((each) => partsOf(each.headers.traceparent).traceId)).toEqual(Array.from({ length: 5 }, () => caller.traceId));
  await expect
    .poll(() => collector.spans.filter(({ traceId, name }) => traceId === caller.traceId && name === 'deliver order.created').length)
    .toBe(5);
  const attempts = collector.spans.filter(({ traceId, name }) => traceId === caller.traceId && name === 'deliver order.created');
  expect(attempts.map(({ attributes }) => attributes['agency_service.delivery.attempt'])).toEqual([1, 2, 3, 4, 1]);
  expect(attempts[3]!.attributes).toMatchObject({ 'http.request.resend_count': 3, 'error.type': '503' });
});

test('the resend of a delivery stays in the trace of the fact, and not in that of its request', async () => {
  const [caller, other] = [newContext(), newContext()];
  await record('resent', caller.traceparent);
  const [first] = await receivedFor('resent', 1);
  const deliveryId = first!.headers['service-delivery-id'] as string;
  const path = `/v1/webhooks/${endpointId}/deliveries/${deliveryId}`;
  await expect.poll(async () => (await service.request('GET', path, { key: agency.key })).body.status).toBe('delivered');
  const resent = await service.request('POST', `${path}/resend`, { key: agency.key, headers: { traceparent: other.traceparent } });
  expect(resent.status).toBe(202);
  const [, second] = await receivedFor('resent', 2);
  const [before, after] = [first, second].map((each) => partsOf(each!.headers.traceparent));
  expect([before!.traceId, after!.traceId]).toEqual([caller.traceId, caller.traceId]);
  expect(after!.spanId).not.toBe(before!.spanId);
  const request = await collector.traceWith(other.traceId, /^POST \/v1\/webhooks/);
  expect(request.some(({ name }) => name === 'deliver order.created')).toBe(false);
});

test('a connection failure sets the error type of the attempt’s span', async () => {
  const caller = newContext();
  receiver.answer = (request) => request.socket.destroy();
  await record('o2', caller.traceparent);
  await collector.traceWith(caller.traceId, 'deliver order.created');
  receiver.answer = 200;
  const attempt = collector.spans.find(({ traceId, name }) => traceId === caller.traceId && name === 'deliver order.created')!;
  expect(attempt).toMatchObject({ isError: true, attributes: { 'error.type': 'connection_error' } });
  expect(attempt.attributes).not.toHaveProperty('http.response.status_code');
});

test('a job is a trace with its statements', async () => {
  await expect.poll(() => collector.spans.some(({ name }) => name.startsWith('job '))).toBe(true);
  const isOfJob = (id: string | undefined) => collector.spans.some(({ spanId, name }) => spanId === id && name.startsWith('job '));
  await expect.poll(() => collector.spans.some(({ parentSpanId, kind }) => kind === 'client' && isOfJob(parentSpanId))).toBe(true);
  for (const job of collector.spans.filter(({ name }) => name.startsWith('job '))) expect(job.parentSpanId).toBeUndefined();
});

test('shared background work is in no trace of a request', async () => {
  const caller = newContext();
  await Promise.all(
    Array.from({ length: 40 }, (_, number) => record(`m${number}`, number === 0 ? caller.traceparent : newContext('00').traceparent)),
  );
  await expect.poll(() => receiver.received.filter(({ event }) => String(event.data['id']).startsWith('m')).length).toBe(40);
  const trace = await collector.traceWith(caller.traceId, /^POST /);
  for (const { name } of trace) expect(name).not.toMatch(/^(claim|record-(failed-)?attempts|sweep|beat|worker-)/);
  expect(trace.filter(({ name }) => name === 'deliver order.created')).toHaveLength(1);
});

test('a stream ends its span when it begins, and its queries are not in it', async () => {
  const caller = newContext();
  const gone = new AbortController();
  const response = await fetch(`${service.baseUrl}/v1/webhooks/live`, {
    headers: {
      authorization: `Bearer ${agency.key}`,
      'service-version': 'Amethyste',
      accept: 'text/event-stream',
      traceparent: caller.traceparent,
    },
    signal: gone.signal,
  });
  expect(response.status).toBe(200);
  const trace = await collector.traceWith(caller.traceId, 'GET /v1/webhooks/live');
  expect(trace.find(({ kind }) => kind === 'server')!.attributes['http.response.status_code']).toBe(200);
  gone.abort();
});

test('the metrics count the spans', async () => {
  const { text } = await service.operator('GET', '/metrics');
  expect(Number(/^service_trace_spans_total\{outcome="exported"\} (\d+)$/m.exec(text)![1])).toBeGreaterThan(10);
  expect(text).toMatch(/^service_trace_spans_total\{outcome="dropped"\} 0$/m);
});
