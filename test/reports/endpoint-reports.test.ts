import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { limits } from '../../generated/limits.ts';
import { verifyWebhook } from '../../sdk/src/index.ts';
import { rateFailures } from '../../server/delivery/upkeep/failure-rates.ts';
import { startService, type TestService } from '../support/service.ts';
import { ReportingAgency, reportTypes, until, type ReportingEndpoint } from './agency.ts';

let service: TestService;
let agency: ReportingAgency;
beforeAll(async () => void (service = await startService({ retryDelaysMs: [] })));
beforeEach(async () => void (agency = await ReportingAgency.create(service)));
afterEach(() => agency.close());
afterAll(() => service.close());

const typesOf = ({ reports }: ReportingEndpoint) => reports().map(({ event }) => event.type);
const received = (watcher: ReportingEndpoint, count: number) => until(() => watcher.reports().length >= count);
/** Attempts of the minute in which an endpoint is enabled do not count. */
const enableEarlier = ({ id }: ReportingEndpoint) =>
  service.database.query({ text: `UPDATE webhook_endpoints SET enabled_at = now() - interval '10 minutes' WHERE id = $1`, values: [id] });
/** Events about endpoints are queued with the change that they report: all that there are have arrived. */
const settle = () => agency.settle();

test('the fifth failed delivery in a row is reported once, the tenth as disabled, and the first success after it as recovered', async () => {
  const watcher = await agency.addEndpoint();
  const plain = await agency.addEndpoint(['order.created', 'order.refunded', 'assignment.updated', 'conversation.ai_control_requested']);
  const broken = await agency.addEndpoint([...reportTypes, 'order.created'], [], 'Ledger');
  await agency.ping(broken, 500, limits.failingFailures - 1);
  expect(await agency.recorded()).toEqual([]);
  await agency.ping(broken, 500);
  await received(watcher, 1);
  const { agency: own } = agency;
  const [failing] = watcher.reports();
  expect(failing!.event.data).toEqual({
    agency_id: own.id,
    endpoint_id: broken.id,
    label: 'Ledger',
    origin: new URL(broken.receiver.url).origin,
    state: 'failing',
    reason: 'consecutive_failures',
    disabled_detail: null,
    since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    consecutive_failures: 5,
    pending_count: 0,
    has_more_pending: false,
  });
  expect(Math.abs(Date.parse(failing!.event.data['since'] as string) - Date.now())).toBeLessThan(10_000);
  expect(await verifyWebhook(failing!.body, failing!.headers as Record<string, string>, watcher.secret)).toEqual(failing!.event);
  expect(failing!.body).not.toContain('hidden');

  await agency.ping(broken, 500, limits.breakerFailures - limits.failingFailures);
  await received(watcher, 2);
  expect(watcher.reports()[1]!.event).toMatchObject({
    type: 'endpoint.disabled',
    data: { state: 'disabled', reason: 'auto_breaker', disabled_detail: null, consecutive_failures: 10 },
  });
  await agency.update(broken.id, { status: 'active' });
  await agency.ping(broken, 500, 2);
  await agency.ping(broken, 200, 3);
  await received(watcher, 3);
  await agency.ping(broken, 200);
  await settle();
  expect(typesOf(watcher)).toEqual(['endpoint.failing', 'endpoint.disabled', 'endpoint.recovered']);
  const [, disabled, recovered] = watcher.reports();
  expect(recovered!.event.data).toMatchObject({
    state: 'recovered',
    reason: 'disabled',
    since: disabled!.event.data['since'],
    consecutive_failures: 0,
  });
  expect([typesOf(plain), typesOf(broken)]).toEqual([[], []]);
});

test('a failing endpoint receives no event about itself, and no event is recorded without a subscription', async () => {
  const broken = await agency.addEndpoint();
  await agency.ping(broken, 500, 10);
  expect(await agency.rowOf(broken.id)).toMatchObject({ status: 'disabled', trouble: 'disabled' });
  expect(await agency.recorded()).toEqual([]);
});

test('a success between failures is reported as recovered only after the fifth failure', async () => {
  const [watcher, broken] = [await agency.addEndpoint(), await agency.addEndpoint(['order.created'])];
  await agency.ping(broken, 500, 4);
  await agency.ping(broken, 200);
  await agency.ping(broken, 500, 5);
  await agency.ping(broken, 200);
  await agency.ping(broken, 500, 5);
  await received(watcher, 3);
  expect(typesOf(watcher)).toEqual(['endpoint.failing', 'endpoint.recovered', 'endpoint.failing']);
  expect(watcher.reports()[1]!.event.data).toMatchObject({ reason: 'consecutive_failures' });
});

test('an endpoint that a key disables is reported with the reason manual, and again only after it was enabled', async () => {
  const [watcher, other] = [await agency.addEndpoint(['endpoint.disabled']), await agency.addEndpoint(['order.created'])];
  await agency.update(other.id, { status: 'disabled' });
  await agency.update(other.id, { status: 'disabled' });
  await agency.update(other.id, { status: 'active' });
  await agency.ping(other, 200);
  await agency.update(other.id, { status: 'disabled', label: 'x' });
  await received(watcher, 2);
  await settle();
  expect(watcher.reports().map(({ event }) => [event.type, event.data['reason']])).toEqual([
    ['endpoint.disabled', 'manual'],
    ['endpoint.disabled', 'manual'],
  ]);
});

test('an endpoint that the containment of its key disables is reported to the endpoints of other keys', async () => {
  const watcher = await agency.addEndpoint();
  const key = await agency.agency.createKey();
  const body = { url: watcher.receiver.url, enabled_event_types: ['order.created'] };
  const { body: contained } = await agency.request('POST', '/v1/webhooks', { key, body });
  const { body: me } = await agency.request('GET', '/v1/me', { key });
  expect((await service.operator('POST', `/operator/v1/keys/${me.key.id}/containment`)).status).toBe(200);
  await received(watcher, 1);
  expect(watcher.reports()[0]!.event).toMatchObject({ type: 'endpoint.disabled', data: { endpoint_id: contained.id, reason: 'manual' } });
});

test('an endpoint is reported when more than half of its attempts fail, and as recovered when few do', async () => {
  const [watcher, broken] = [await agency.addEndpoint(), await agency.addEndpoint(['order.created'])];
  const rate = async () => (await Promise.all([0, 1].map(() => rateFailures(service.database, false)))).flat().length;
  await enableEarlier(broken);
  const count = async (failed: number, delivered: number) =>
    void (await service.database.query({
      text: `UPDATE delivery_minutes SET delivered_count = $2, http_5xx_count = $3 WHERE endpoint_id = $1`,
      values: [broken.id, delivered, failed],
    }));
  await agency.ping(broken, 200);
  await count(10, 9);
  expect(await rate(), '19 attempts').toBe(0);
  await count(10, 10);
  expect(await rate(), 'half of them').toBe(0);
  await count(11, 9);
  expect(await rate(), 'more than half').toBe(1);
  expect(await rate(), 'once').toBe(0);
  await received(watcher, 1);
  await agency.ping(broken, 500, 6);
  await agency.ping(broken, 200);
  expect(await agency.rowOf(broken.id)).toMatchObject({ trouble: 'failure_rate', consecutive_failures: 0 });
  await count(26, 74);
  expect(await rate(), 'not few enough').toBe(0);
  await count(25, 75);
  expect(await rate()).toBe(1);
  await count(75, 25);
  expect(await rate(), 'attempts before it recovered').toBe(0);
  await received(watcher, 2);
  await settle();
  expect(watcher.reports().map(({ event }) => [event.type, event.data['reason']])).toEqual([
    ['endpoint.failing', 'failure_rate'],
    ['endpoint.recovered', 'failure_rate'],
  ]);
});

test('a job finds endpoints with mostly failing attempts, also if another agency did not subscribe', async () => {
  const [watcher, broken] = [await agency.addEndpoint(), await agency.addEndpoint(['order.created'])];
  const silent = await ReportingAgency.create(service);
  const unwatched = await silent.addEndpoint(['order.created']);
  for (const endpoint of [broken, unwatched]) {
    await enableEarlier(endpoint);
    await (endpoint === broken ? agency : silent).ping(endpoint, 200);
    await service.database.query({ text: 'UPDATE delivery_minutes SET timeout_count = 30 WHERE endpoint_id = $1', values: [endpoint.id] });
  }
  await service.database.query({ text: `SELECT graphile_worker.add_job('find_failing')` });
  await received(watcher, 1);
  expect(watcher.reports()[0]!.event.data).toMatchObject({ endpoint_id: broken.id, reason: 'failure_rate' });
  expect(await silent.rowOf(unwatched.id)).toMatchObject({ trouble: null });
  await silent.close();
});

test('two endpoints that fail and watch each other receive one event about each state, however often its delivery fails', async () => {
  const [one, other] = [await agency.addEndpoint(), await agency.addEndpoint()];
  other.receiver.answer = 500;
  await agency.ping(one, 500, 5);
  await agency.ping(other, 500, 5);
  await agency.ping(one, 500, 5);
  await received(one, 1);
  await received(other, 2);
  await settle();
  expect(await agency.recorded()).toEqual([`endpoint.failing ${one.id}`, `endpoint.failing ${other.id}`, `endpoint.disabled ${one.id}`]);
  // Failures of these deliveries are recorded, and count for no breaker.
  expect(await agency.rowOf(other.id)).toMatchObject({ status: 'active', consecutive_failures: 5 });
  const failures = await agency.request('GET', `/v1/webhooks/${other.id}/failures?event_types=endpoint.failing,endpoint.disabled`);
  expect(failures.body.data).toHaveLength(2);
});

test('successful deliveries of events about endpoints do not end the trouble of their receiver', async () => {
  const [one, other] = [await agency.addEndpoint(), await agency.addEndpoint()];
  await agency.ping(other, 500, 5);
  other.receiver.answer = 200;
  await agency.ping(one, 500, 5);
  await received(other, 1);
  await settle();
  expect(await agency.rowOf(other.id)).toMatchObject({ trouble: 'consecutive_failures', consecutive_failures: 5 });
  expect(typesOf(one)).toEqual(['endpoint.failing']);
});

test('a replay of an event about an endpoint is delivered, and a test event has its form', async () => {
  const [watcher, broken] = [await agency.addEndpoint(reportTypes, ['a', 'b']), await agency.addEndpoint(['order.created'], ['a'])];
  watcher.receiver.answer = 500;
  await agency.update(broken.id, { status: 'disabled' });
  await received(watcher, 1);
  const failures = () => agency.request('GET', `/v1/webhooks/${watcher.id}/failures`);
  await until(async () => (await failures()).body.data.length === 1);
  watcher.receiver.answer = 200;
  const [{ id }] = (await failures()).body.data;
  expect((await agency.request('POST', `/v1/webhooks/${watcher.id}/failures/${id}/replay`)).status).toBe(202);
  await received(watcher, 2);
  const [first, second] = watcher.reports();
  expect(second!.event).toEqual(first!.event);
  for (const event_type of reportTypes) await agency.request('POST', `/v1/webhooks/${watcher.id}/test-events`, { body: { event_type } });
  await received(watcher, 5);
  expect(typesOf(watcher).slice(2)).toEqual(reportTypes);
});
