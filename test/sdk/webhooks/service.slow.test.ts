import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import { createWebhookHandler, type KnownWebhookEvent } from '../../../sdk/src/webhooks.ts';
import { clientOf } from '../clients.ts';
import { startService, type TestService } from '../../support/service.ts';
import { receivers } from './receivers.ts';

type OrderCreated = Extract<KnownWebhookEvent, { type: 'order.created' }>;

const count = 12;
let service: TestService;
beforeAll(async () => {
  service = await startService({ retryDelaysMs: [300, 300, 300] });
});
afterAll(async () => service.close());

test.concurrent.for(Object.entries(receivers))(
  '%s receives every event of the service: 12 orders, 4 that fail at first, 1 that takes long, all sent again',
  async ([, start], { expect }) => {
    const agency = await service.createAgency();
    const client = clientOf(service, agency.key);
    const calls: string[] = [];
    const handled: string[] = [];
    const on = {
      'order.created': async ({ data }: OrderCreated) => {
        calls.push(data.id);
        const number = Number(data.id.split('-').at(-1));
        if (number % 3 === 0 && calls.indexOf(data.id) === calls.lastIndexOf(data.id)) throw new Error('fails at first');
        if (number === 1) await sleep(450);
        handled.push(data.id);
      },
    };
    const answerWithinMs = 150;
    const settings = { on, answerWithinMs, onError: () => undefined };
    let secret = '';
    const receiver = await start(createWebhookHandler({ ...settings, secrets: () => secret }));
    try {
      const endpoint = await client.webhooks.create({ url: receiver.url, enabled_event_types: ['order.created'] });
      ({ secret } = endpoint);
      const prefix = `order-${agency.id}`;
      await agency.ingest([
        { type: 'creator', id: `creator-${agency.id}`, name: 'Mia', account: { external_id: `a-${agency.id}`, username: 'mia' } },
        ...Array.from({ length: count }, (_each, index) => ({
          type: 'order',
          id: `${prefix}-${index}`,
          order_type: 'tip',
          creator_id: `creator-${agency.id}`,
          fan_id: null,
          user_id: null,
          message_id: null,
          amount_cents: 100,
          created_at: new Date().toISOString(),
        })),
      ]);
      const deliveries = async (wanted: number) => {
        const { data } = await client.webhooks.listDeliveries({ endpoint_id: endpoint.id, limit: 200 });
        return data.filter(({ status }) => status === 'delivered').length === wanted ? data : undefined;
      };
      await expect.poll(() => deliveries(count)).toBeDefined();
      const first = (await deliveries(count))!;
      expect(first).toHaveLength(count);
      const ids = Array.from({ length: count }, (_each, index) => `${prefix}-${index}`);
      expect(handled.toSorted()).toEqual(ids.toSorted());
      expect(calls).toHaveLength(count + 4);
      // The failing ones twice, the slow one until it had ended, the others once.
      const attempts = first.map((delivery) => delivery.attempts.length).toSorted();
      expect(attempts.filter((number) => number === 1)).toHaveLength(count - 5);
      expect(attempts.filter((number) => number >= 2)).toHaveLength(5);

      for (const { id } of first) await client.webhooks.resendDelivery({ endpoint_id: endpoint.id, delivery_id: id });
      await expect.poll(() => deliveries(2 * count)).toBeDefined();
      expect([calls.length, handled.length]).toEqual([count + 4, count]);
    } finally {
      await receiver.close();
    }
  },
);
