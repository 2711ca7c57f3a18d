import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let agency: TestAgency;
let receiver: Receiver;

beforeAll(async () => {
  service = await startService({ retryDelaysMs: [20, 30, 40] });
  agency = await service.createAgency();
  receiver = await startReceiver();
  await agency.ingest([{ type: 'creator', id: 'creator-1', name: 'Ada', account: { external_id: 'account-1', username: 'ada' } }]);
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const order = (id: string) => ({
  type: 'order',
  id,
  order_type: 'tip',
  creator_id: 'creator-1',
  fan_id: 'fan-1',
  user_id: null,
  message_id: null,
  amount_cents: 1500,
  created_at: '2026-10-01T12:00:00.000Z',
});

test('a recorded order goes out signed, is retried while the receiver fails, is recorded and replayed', async () => {
  const created = await service.request('POST', '/v1/webhooks', { body: { url: receiver.url, enabled_event_types: ['order.created'] } });
  expect(created.status).toBe(201);
  const { id, secret } = created.body;

  expect(await agency.ingest([order('order-1')])).toEqual({ created: 1, updated: 0, unchanged: 0 });
  const [first] = await receiver.waitFor(1);
  expect(first!.event).toMatchObject({ type: 'order.created', api_version: '2026-07-06', created_at: '2026-10-01T12:00:00.000Z' });
  expect(first!.event.data).toMatchObject({ id: 'order-1', amount_cents: 1500, account_id: 'account-1' });
  const timestamp = first!.headers['service-signature-timestamp'];
  const expected = createHmac('sha256', secret).update(`${String(timestamp)}.${first!.body}`).digest('hex');
  expect(first!.headers['service-signature']).toBe(`v1=${expected}`);
  expect(first!.headers['legacy-signature']).toBe(`v1=${expected}`);

  receiver.answer = 500;
  await agency.ingest([order('order-2')]);
  const attempts = (await receiver.waitFor(5)).slice(1);
  expect(new Set(attempts.map(({ headers }) => headers['service-delivery-id'])).size).toBe(1);
  let failures = await service.request('GET', `/v1/webhooks/${id}/failures`);
  while (failures.body.data.length === 0) failures = await service.request('GET', `/v1/webhooks/${id}/failures`);
  const [failure] = failures.body.data;
  expect(failure).toMatchObject({ event_type: 'order.created', error: 'http_status', replayed_at: null });
  expect(failure.attempts).toHaveLength(4);

  receiver.answer = 200;
  const replayed = await service.request('POST', `/v1/webhooks/${id}/failures/${failure.id}/replay`);
  expect(replayed.status).toBe(202);
  const again = (await receiver.waitFor(6))[5]!;
  expect(again.event.id).toBe(attempts[0]!.event.id);
  expect(again.body).toBe(attempts[0]!.body);
  expect(again.headers['service-delivery-id']).toBe(replayed.body.delivery_id);
  expect(again.headers['service-delivery-id']).not.toBe(failure.delivery_id);
});
