import { expect, test } from 'vitest';
import { verifyWebhook } from '../../sdk/src/index.ts';
import { aiRequest, creator, employee, fan } from '../records/records.ts';
import { useIntegration } from '../support/integration.ts';

const integration = useIntegration([creator('c1'), employee('ada'), fan('account-c1', 'f1')]);

test('an integration hears of an AI request, works through the pending ones and acknowledges them', async () => {
  const { agency, receiver } = integration();
  const { aiRequests, fans, webhooks } = agency.client;
  const { secret } = await webhooks.create({ url: receiver.url, enabled_event_types: ['conversation.ai_control_requested'] });

  const at = (minute: number) => ({ requested_at: `2026-07-18T21:0${minute}:00.000Z`, requested_by_user_id: 'ada' });
  const relaunch = aiRequest('r1', 'account-c1', { action: 'relaunch', ...at(1) });
  await agency.ingest(aiRequest('r3', 'account-c1', at(3)), aiRequest('r2', 'account-c1', at(2)), relaunch);

  const deliveries = await receiver.waitFor(3);
  const events = await Promise.all(deliveries.map(({ body, headers }) => verifyWebhook(body, headers, secret)));
  const { type: _type, ...expected } = relaunch;
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'conversation.ai_control_requested', created_at: relaunch.requested_at, data: expected }),
  );

  const oldest = (await aiRequests.list({ limit: 2 })).data;
  expect(oldest.map(({ id, action }) => [id, action])).toEqual([
    ['r1', 'relaunch'],
    ['r2', 'stop'],
  ]);
  expect(oldest[0]).toEqual(expected);
  const { account_id, fan_id } = oldest[0]!;
  expect((await fans.setAiLock({ account_id, fan_id })).ai_active).toBe(true);

  const request_ids = oldest.map(({ id }) => id);
  for (let time = 0; time < 2; time += 1) {
    expect((await aiRequests.acknowledge({ request_ids })).acknowledged_ids.sort()).toEqual(request_ids);
  }
  expect((await aiRequests.list({ limit: 2 })).data.map(({ id }) => id)).toEqual(['r3']);
  expect((await agency.ingest(relaunch)).unchanged).toBe(1);
  expect((await aiRequests.list()).data).toHaveLength(1);
});
