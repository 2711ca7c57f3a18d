import { expect, test } from 'vitest';
import { isProblem, verifyWebhook } from '../../sdk/src/index.ts';
import { creator, employee, fan, order, tag } from '../records/records.ts';
import { useIntegration } from '../support/integration.ts';

const integration = useIntegration([
  creator('c1'),
  employee('ada'),
  employee('gone', { active: false }),
  tag('vip', { name: 'VIP' }),
  fan('account-c1', 'fox', { tag_ids: ['vip'] }),
  fan('account-c1', 'owl'),
  order('o1', 'c1', { fan_id: 'fox', amount_cents: 5_000 }),
]);

test('a good buyer is found, given to an employee and to the AI, and taken back; each endpoint is notified once', async () => {
  const { agency, receiver } = integration();
  const { fans, webhooks } = agency.client;
  const account_id = 'account-c1';
  const fox = { account_id, fan_id: 'fox' };
  const { secret } = await webhooks.create({ url: receiver.url, enabled_event_types: ['assignment.updated'] });

  const buyers = await fans.list({ account_id, min_spend_cents: 5_000, has_tags: true });
  const found = { fan_id: 'fox', fan_username: 'user-fox', assigned_user_id: null, ai_active: false, tags: [{ id: 'vip', name: 'VIP' }] };
  expect(buyers).toEqual({ data: [found], next_cursor: null });

  expect(await fans.assign({ ...fox, user_id: 'ada' })).toEqual({ ...found, assigned_user_id: 'ada' });
  expect(await fans.assign({ ...fox, user_id: 'ada' })).toEqual({ ...found, assigned_user_id: 'ada' });
  const refused = await fans.assign({ ...fox, user_id: 'gone' }).catch((error: unknown) => error);
  expect(isProblem(refused, 'unknown_user')).toBe(true);
  expect((await fans.list({ account_id, assigned_user_ids: ['ada'] })).data).toEqual([{ ...found, assigned_user_id: 'ada' }]);

  expect(await fans.setAiLock(fox)).toEqual({ ...found, assigned_user_id: 'ada', ai_active: true });
  expect(await fans.setAiLock(fox)).toEqual(await fans.get(fox));
  await fans.releaseAiLock(fox);
  await fans.releaseAiLock(fox);
  expect(await fans.get(fox)).toEqual({ ...found, assigned_user_id: 'ada' });

  await fans.unassign(fox);
  await fans.unassign(fox);
  expect(await fans.get(fox)).toEqual(found);

  const deliveries = await receiver.waitFor(2);
  const events = await Promise.all(deliveries.map(({ body, headers }) => verifyWebhook(body, headers, secret)));
  events.sort((one, other) => one.created_at.localeCompare(other.created_at));
  expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'assignment.updated', data: { ...fox, assigned_user_id: 'ada' } },
    { type: 'assignment.updated', data: { ...fox, assigned_user_id: null } },
  ]);
});
