import { expect, test } from 'vitest';
import { creator, employee, fan, order, send } from '../records/records.ts';
import { useIntegration } from '../support/integration.ts';

const sentAt = new Date(Date.now() - 3_600_000).toISOString();
const before = new Date(Date.now() - 7_200_000).toISOString();

const integration = useIntegration([creator('c1'), employee('ada'), fan('account-c1', 'f1', { fan_username: 'fox' })], { delivers: false });

test('an employee’s message is listed after a refresh, and again after reconciliation and purchase', async () => {
  const { agency } = integration();
  const { sentMessages, orders } = agency.client;
  const offer = {
    sent_at: sentAt,
    sent_by_user_id: 'ada',
    fan_id: 'f1',
    fan_username: 'fox',
    is_private_media: true,
    price_eur: 1900,
    sale_status: 'pending',
    media: [{ id: '660192837', type: 'video' }],
  } as const;
  await agency.ingest(
    send('offer', 'c1', { ...offer, media: [...offer.media] }),
    send('hello', 'c1', { sent_at: before, source: 'script', sent_by_user_id: 'ada', fan_id: 'f1', fan_username: 'fox', message_id: 'm0' }),
  );
  await agency.operator.projections.refresh();
  const { data } = await sentMessages.list({ user_ids: ['ada'] });
  expect(data.map(({ id }) => id)).toEqual(['offer', 'hello']);
  expect(data[0]).toEqual({ id: 'offer', source: 'messaging', creator_id: 'c1', message_id: null, ...offer });
  expect((await sentMessages.list({ sources: ['script'] })).data).toEqual([data[1]]);

  await agency.ingest(
    send('offer', 'c1', { ...offer, media: [...offer.media], sale_status: 'purchased', message_id: 'm1' }),
    order('o1', 'c1', { order_type: 'private_media', fan_id: 'f1', user_id: 'ada', message_id: 'm1', amount_cents: 1900 }),
  );
  await agency.operator.projections.refresh();
  const [bought] = (await sentMessages.list({ start: sentAt, creator_ids: ['c1'] })).data;
  expect(bought).toEqual({ ...data[0], sale_status: 'purchased', message_id: 'm1' });
  expect((await orders.list({ fan_ids: ['f1'] })).data).toMatchObject([{ message_id: bought!.message_id, fan_username: 'fox' }]);
  expect((await sentMessages.list({ end: sentAt })).data).toEqual([data[1]]);
});
