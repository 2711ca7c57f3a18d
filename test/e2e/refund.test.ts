import { expect, test } from 'vitest';
import { verifyWebhook } from '../../sdk/src/index.ts';
import { creator, order, refund } from '../records/records.ts';
import { useIntegration } from '../support/integration.ts';

const integration = useIntegration([creator('c1')]);

const bought = '2026-07-18T21:04:11.000Z';
const refunded = '2026-07-19T10:00:00.000Z';

test('an event shows its own moment, also where order and refund come in together', async () => {
  const { agency, receiver } = integration();
  const { orders, webhooks } = agency.client;
  const { secret } = await webhooks.create({ url: receiver.url, enabled_event_types: ['order.created', 'order.refunded'] });
  const isolated = ['o1', 'o2'];
  const together = Array.from({ length: 20 }, (_, index) => `t${index}`);

  await agency.ingest(order('o1', 'c1', { created_at: bought }), refund('o1', refunded));
  await agency.ingest(order('o2', 'c1', { created_at: bought }));
  await agency.ingest(refund('o2', refunded));
  // Requests that come in at the same time share a transaction.
  await Promise.all(together.map((id) => agency.ingest(refund(id, refunded), order(id, 'c1', { created_at: bought }))));
  await agency.ingest(order('o1', 'c1', { created_at: bought, amount_cents: 5 }));

  const ids = [...isolated, ...together];
  const deliveries = await receiver.waitFor(2 * ids.length, 20_000);
  const events = await Promise.all(deliveries.map(({ body, headers }) => verifyWebhook(body, headers, secret)));
  for (const id of ids) {
    const own = events.filter((event) => 'amount_cents' in event.data && event.data.id === id);
    const shown = own.map(({ type, created_at, data }) => [type, created_at, 'refunded_at' in data && data.refunded_at]);
    expect(shown, id).toHaveLength(2);
    expect(shown, id).toContainEqual(['order.created', bought, null]);
    expect(shown, id).toContainEqual(['order.refunded', refunded, refunded]);
    expect((await orders.get({ order_id: id })).refunded_at).toBe(refunded);
  }
});
