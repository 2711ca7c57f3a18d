import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyWebhook } from '../../sdk/src/index.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';
import { inOrder, ReportingAgency, reportTypes, until } from './agency.ts';

const secret = `svc_whsec_${randomBytes(24).toString('base64')}`;
let operator: Receiver;
let services: TestService[];
let agency: ReportingAgency;
beforeAll(async () => {
  operator = await startReceiver();
  const env = { OPERATOR_WEBHOOK_URL: `${operator.url}?key=hidden`, OPERATOR_WEBHOOK_SECRET: secret };
  const first = await startService({ retryDelaysMs: [], env });
  const { encryptionKey, config } = first;
  services = [first, await startService({ retryDelaysMs: [], env, encryptionKey, databaseUrl: config.databaseUrl! })];
});
beforeEach(async () => void (agency = await ReportingAgency.create(services[0]!)));
afterEach(async () => {
  await agency.close();
  operator.received.length = 0;
  operator.answer = 200;
});
afterAll(async () => {
  for (const service of services.toReversed()) await service.close();
  await operator.close();
});

const jobs = () => services[0]!.database.query({ text: `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'notify_operator'` });

const metric = async (outcome: string) => {
  const families = (await Promise.all(services.map(({ service }) => service.metrics()))).flat();
  const notices = families.filter(({ name }) => name === 'service_operator_notices_total').flatMap(({ values }) => values);
  const counts = notices.filter(({ labels }) => labels.outcome === outcome).map(({ value }) => value);
  return counts.reduce((sum, count) => sum + count, 0);
};

test('the operator receives each change once, signed, from several processes, without a subscribed endpoint', async () => {
  const broken = await agency.addEndpoint(['order.created'], ['a'], 'Ledger');
  await agency.ping(broken, 500, 10);
  await agency.update(broken.id, { status: 'active' });
  await agency.ping(broken, 200, 2);
  await operator.waitFor(3);
  await until(async () => (await jobs()).length === 0);
  expect(inOrder(operator.received).map(({ event }) => event.type)).toEqual(reportTypes);
  for (const { body, headers, event } of operator.received) {
    expect(await verifyWebhook(body, headers as Record<string, string>, secret)).toEqual(event);
    expect(event.data).toMatchObject({ agency_id: agency.agency.id, endpoint_id: broken.id, label: 'Ledger' });
    expect(body).not.toMatch(/hidden|whsec/);
  }
  expect(await agency.recorded()).toEqual([]);
});

test('a subscribed endpoint and the operator receive the same event', async () => {
  const [watcher, broken] = [await agency.addEndpoint(['endpoint.failing']), await agency.addEndpoint(['order.created'])];
  await agency.ping(broken, 500, 5);
  const [[notice], [report]] = await Promise.all([operator.waitFor(1), watcher.receiver.waitFor(1)]);
  expect(notice!.event).toEqual(report!.event);
});

test('a notice arrives when the address of the operator is back, and with its first id', { timeout: 30_000 }, async () => {
  const [delivered, retried] = [await metric('delivered'), await metric('retried')];
  operator.answer = 503;
  const broken = await agency.addEndpoint(['order.created']);
  await agency.update(broken.id, { status: 'disabled' });
  await operator.waitFor(1);
  operator.answer = 200;
  const [lost, arrived] = await operator.waitFor(2, 15_000);
  expect(arrived!.event).toEqual(lost!.event);
  await until(async () => (await metric('delivered')) === delivered + 1);
  expect(await metric('retried')).toBe(retried + 1);
});

test('the last attempt of a notice is counted as failed, and its job ends', async () => {
  const failed = await metric('failed');
  operator.answer = 500;
  const data = { agency_id: agency.agency.id, endpoint_id: agency.agency.id };
  const notice = { id: agency.agency.id, type: 'endpoint.failing', created_at: '2026-07-18T21:31:40.000Z', data };
  await services[0]!.database.query({
    text: `SELECT graphile_worker.add_job('notify_operator', $1::json, max_attempts => 1)`,
    values: [JSON.stringify(notice)],
  });
  await until(async () => (await metric('failed')) === failed + 1);
  await until(async () => (await jobs()).length === 0);
  expect(operator.received).toHaveLength(1);
});
