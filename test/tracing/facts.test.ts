import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitUntil } from '../process/service-process.ts';
import { creator, order } from '../records/records.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { startCollector, type CollectedSpan, type Collector } from './collector.ts';
import { bringInWith, callWith, newContext, partsOf } from './traced-requests.ts';
import { openTracingWith } from './open-with.ts';

let collector: Collector;
let receiver: Receiver;
let service: TestService;
let agency: TestAgency;
let endpointId: string;

const secretQuery = 'token=hunter2-of-the-receiver';

beforeAll(async () => {
  [collector, receiver] = await Promise.all([startCollector(), startReceiver()]);
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20secret',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_BSP_SCHEDULE_DELAY: '50',
    // A caller decides: what has no trace of its own is not traced.
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  };
  service = await startService({ tracing: await openTracingWith(env) });
  agency = await service.createAgency();
  await agency.ingest([creator('c1')]);
  const body = { url: `${receiver.url}?${secretQuery}`, enabled_event_types: ['order.created'] };
  ({ id: endpointId } = (await service.request('POST', '/v1/webhooks', { key: agency.key, body })).body as { id: string });
});
afterAll(async () => {
  await service.close();
  await Promise.all([collector.close(), receiver.close()]);
});

let orderCount = 0;
const nextOrder = () => order(`order-of-the-test-${++orderCount}`, 'c1');

/** The request that the receiver gets for an order. */
async function receivedFor(id: string): Promise<Receiver['received'][number]> {
  const ofOrder = () => receiver.received.find(({ event }) => event.data['id'] === id);
  await waitUntil(() => ofOrder() !== undefined, `the request for ${id}`, 30_000);
  return ofOrder()!;
}

const named = (trace: readonly CollectedSpan[], name: string) => trace.find((span) => span.name === name)!;

describe('a fact that a traced caller records', () => {
  const caller = newContext();
  const record = nextOrder();
  let trace: readonly CollectedSpan[];
  let received: Receiver['received'][number];

  beforeAll(async () => {
    const headers = { traceparent: caller.traceparent, tracestate: 'vendor=of-the-caller', baggage: 'user=of-the-caller' };
    expect((await bringInWith(service, agency.id, [record], headers)).status).toBe(200);
    received = await receivedFor(record.id);
    await collector.traceWith(caller.traceId, 'deliver order.created');
    trace = await collector.traceWith(caller.traceId, /^POST /);
  });

  test('is one trace from the request to the receiver', () => {
    const request = named(trace, 'POST /operator/v1/agencies/{agency_id}/records');
    const ingest = named(trace, 'ingest records');
    const attempt = named(trace, 'deliver order.created');
    expect(request).toMatchObject({ kind: 'server', parentSpanId: caller.spanId, isError: false });
    expect(ingest.parentSpanId).toBe(request.spanId);
    expect(attempt).toMatchObject({ kind: 'client', parentSpanId: ingest.spanId, isError: false });
    expect(partsOf(received.headers.traceparent)).toEqual({ traceId: caller.traceId, spanId: attempt.spanId, flags: '01' });
  });

  test('leaves out what callers and receivers sent, and their secrets', () => {
    const sent = collector.bodies.join('\n');
    const encryptionKey = service.encryptionKey.toString('base64');
    const secrets = [agency.key, service.operatorToken, secretQuery, 'hunter2', 'of-the-caller', record.id, 'account-c1', encryptionKey];
    for (const secret of secrets) expect(sent).not.toContain(secret);
  });

  test('has spans of its statements and its publication', () => {
    const publishing = named(trace, 'publish events');
    const statement = trace.find(({ name }) => name.startsWith('record-new-orders-one'))!;
    expect(publishing.kind).toBe('producer');
    expect(statement).toMatchObject({ kind: 'client', parentSpanId: publishing.spanId });
    expect(statement.attributes).toMatchObject({ 'db.system.name': 'postgresql', 'db.query.summary': statement.name });
  });

  test('has the attributes of the semantic conventions, and those of the delivery', () => {
    expect(named(trace, 'POST /operator/v1/agencies/{agency_id}/records').attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/operator/v1/agencies/{agency_id}/records',
      'http.response.status_code': 200,
      'url.scheme': 'http',
      'agency_service.operation.id': 'ingestRecords',
    });
    expect(named(trace, 'deliver order.created').attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'server.address': '127.0.0.1',
      'agency_service.endpoint.id': endpointId,
      'agency_service.event.id': received.event.id,
      'agency_service.delivery.attempt': 1,
    });
    expect(trace[0]!.resource).toMatchObject({
      'service.version': expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
      'service.name': 'agency-service',
      'deployment.environment.name': 'test',
    });
    expect(collector.headers[0]).toMatchObject({ 'x-collector-key': 'a secret', 'content-type': 'application/x-protobuf' });
  });

  test('sends neither tracestate nor baggage to the receiver', () => {
    expect(received.headers).not.toHaveProperty('tracestate');
    expect(received.headers).not.toHaveProperty('baggage');
  });
});

test('requests of several traces that share a transaction keep their own', async () => {
  const callers = Array.from({ length: 12 }, (_, number) => ({
    context: number % 3 === 0 ? undefined : newContext(),
    record: nextOrder(),
  }));
  await Promise.all(
    callers.map(({ context, record }) => bringInWith(service, agency.id, [record], context ? { traceparent: context.traceparent } : {})),
  );
  for (const { context, record } of callers) {
    const received = await receivedFor(record.id);
    if (context) expect(partsOf(received.headers.traceparent).traceId).toBe(context.traceId);
    else expect(received.headers).not.toHaveProperty('traceparent');
  }
});

test('a batch of several types keeps its trace', async () => {
  const caller = newContext();
  const [first, second] = [nextOrder(), nextOrder()];
  await bringInWith(service, agency.id, [first, second], { traceparent: caller.traceparent });
  for (const { id } of [first, second]) expect(partsOf((await receivedFor(id)).headers.traceparent).traceId).toBe(caller.traceId);
});

test('an event of the API has the trace of its request', async () => {
  const caller = newContext();
  const asked = await callWith(service, agency.key, 'POST', `/v1/webhooks/${endpointId}/ping`, { traceparent: caller.traceparent });
  expect(asked.status).toBe(202);
  const { event_id: eventId } = (await asked.json()) as { event_id: string };
  await expect.poll(() => receiver.received.find(({ event }) => event.id === eventId)).toBeDefined();
  const { headers } = receiver.received.find(({ event }) => event.id === eventId)!;
  expect(partsOf(headers.traceparent).traceId).toBe(caller.traceId);
  const trace = await collector.traceWith(caller.traceId, /^POST /);
  const request = named(trace, 'POST /v1/webhooks/{endpoint_id}/ping');
  expect(named(trace, 'admit').parentSpanId).toBe(request.spanId);
  expect(named(trace, 'COMMIT')).toBeDefined();
  expect(request.attributes['agency_service.agency.id']).toBe(agency.id);
});

describe('a traceparent', () => {
  const { traceId, spanId } = newContext();
  test.each([
    ['of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
    ['without a parent', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['of the forbidden version', `ff-${traceId}-${spanId}-01`],
    ['in capitals', `00-${traceId.toUpperCase().replace(/\d/g, 'A')}-${spanId}-01`],
    ['with too much', `00-${traceId}-${spanId}-01-more`],
    ['that is short', `00-${traceId}-${spanId}`],
    ['of other characters', `00-${'x'.repeat(32)}-${spanId}-01`],
    ['given twice', `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
    ['of 8,000 characters', '0'.repeat(8_000)],
    ['that is empty', ''],
  ])('%s is ignored', async (_, traceparent) => {
    const record = nextOrder();
    expect((await bringInWith(service, agency.id, [record], { traceparent })).status).toBe(200);
    expect((await receivedFor(record.id)).headers).not.toHaveProperty('traceparent');
    expect((await callWith(service, agency.key, 'GET', '/v1/orders', { traceparent })).status).toBe(200);
  });

  test('of a later version is continued by its first parts', async () => {
    const caller = newContext();
    const record = nextOrder();
    await bringInWith(service, agency.id, [record], { traceparent: `01-${caller.traceId}-${caller.spanId}-01-what-may-come` });
    expect(partsOf((await receivedFor(record.id)).headers.traceparent).traceId).toBe(caller.traceId);
  });

  test('without the sampled flag leaves no span, no header and no column', async () => {
    const caller = newContext('00');
    const record = nextOrder();
    await bringInWith(service, agency.id, [record], { traceparent: caller.traceparent });
    const received = await receivedFor(record.id);
    expect(received.headers).not.toHaveProperty('traceparent');
    expect(
      await service.database.query({ text: 'SELECT traceparent FROM webhook_events WHERE id = $1', values: [received.event.id] }),
    ).toEqual([{ traceparent: null }]);
    expect(collector.spans.filter(({ traceId: id }) => id === caller.traceId)).toEqual([]);
  });
});

test('a request that fails has its problem, and the status of an error only where the service failed', async () => {
  const caller = newContext();
  expect((await callWith(service, 'svc_live_wrong', 'GET', '/v1/orders?limit=hunter2', { traceparent: caller.traceparent })).status).toBe(
    401,
  );
  const [span] = await collector.traceWith(caller.traceId, 'GET /v1/orders');
  expect(span).toMatchObject({
    isError: false,
    attributes: { 'http.response.status_code': 401, 'agency_service.problem': 'invalid_api_key', 'http.route': '/v1/orders' },
  });
  const unknown = newContext();
  await callWith(service, agency.key, 'GET', '/v1/hunter2', { traceparent: unknown.traceparent });
  const [lost] = await collector.traceWith(unknown.traceId, 'GET');
  expect(lost!.attributes).not.toHaveProperty('http.route');
  expect(JSON.stringify(collector.spans)).not.toContain('hunter2');
});
