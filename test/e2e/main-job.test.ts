import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyWebhook, type WebhookFailure } from '../../sdk/src/index.ts';
import { creator, order } from '../records/records.ts';
import { useIntegration } from '../support/integration.ts';

const integration = useIntegration([creator('c1')], { retryDelaysMs: [20, 30, 40] });

test('an ingested order is delivered signed, retried while the receiver fails, saved as a failure and replayed', async () => {
  const { agency, receiver } = integration();
  const { webhooks } = agency.client;
  const { id: endpoint_id, secret } = await webhooks.create({ url: receiver.url, enabled_event_types: ['order.created'] });

  const recorded = order('o1', 'c1', { amount_cents: 1500, created_at: '2026-10-01T12:00:00.000Z' });
  expect(await agency.ingest(recorded)).toEqual({ created: 1, updated: 0, unchanged: 0 });
  const [first] = await receiver.waitFor(1);
  expect(await verifyWebhook(first!.body, first!.headers, secret)).toMatchObject({
    type: 'order.created',
    api_version: '2026-07-06',
    created_at: '2026-10-01T12:00:00.000Z',
    data: { id: 'o1', amount_cents: 1500, account_id: 'account-c1' },
  });
  // What is signed, without the SDK: a receiver in any language computes it so.
  const timestamp = first!.headers['service-signature-timestamp'];
  const expected = createHmac('sha256', secret)
    .update(`${String(timestamp)}.${first!.body}`)
    .digest('hex');
  expect(first!.headers['service-signature']).toBe(`v1=${expected}`);
  expect(first!.headers['legacy-signature']).toBe(`v1=${expected}`);

  receiver.answer = 500;
  await agency.ingest(order('o2', 'c1'));
  const attempts = (await receiver.waitFor(5)).slice(1);
  expect(new Set(attempts.map(({ headers }) => headers['service-delivery-id'])).size).toBe(1);
  for (const { body, headers } of attempts) expect(await verifyWebhook(body, headers, secret)).toMatchObject({ data: { id: 'o2' } });
  const failures = async (): Promise<readonly WebhookFailure[]> => (await webhooks.listFailures({ endpoint_id })).data;
  await expect.poll(failures, { timeout: 5_000 }).toHaveLength(1);
  const [failure] = await failures();
  expect(failure).toMatchObject({ event_type: 'order.created', error: 'http_status', replayed_at: null });
  expect(failure!.attempts.map(({ status_code }) => status_code)).toEqual([500, 500, 500, 500]);

  receiver.answer = 200;
  const replay = await webhooks.replayFailure({ endpoint_id, failure_id: failure!.id });
  const again = (await receiver.waitFor(6))[5]!;
  expect((await verifyWebhook(again.body, again.headers, secret)).id).toBe(failure!.event_id);
  expect(again.body).toBe(attempts[0]!.body);
  expect(again.headers['service-delivery-id']).toBe(replay.delivery_id);
  expect(replay.delivery_id).not.toBe(failure!.delivery_id);

  const delivered = async () => (await webhooks.listDeliveries({ endpoint_id, statuses: ['delivered'] })).data;
  await expect.poll(delivered, { timeout: 5_000 }).toHaveLength(2);
  const counters = (await webhooks.stats({ endpoint_id })).data;
  expect(counters).toContainEqual(expect.objectContaining({ event_type: 'order.created', delivered_count: 2, failed_count: 1 }));
  expect(counters.find(({ event_type }) => event_type === 'order.created')!.attempts).toMatchObject({
    http_2xx_count: 2,
    http_5xx_count: 4,
  });
});
