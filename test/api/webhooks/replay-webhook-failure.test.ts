import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { problem, useService } from './fixture.ts';

const dayMs = 86_400_000;

describe('POST /v1/webhooks/{endpoint_id}/failures/{failure_id}/replay', () => {
  const newAgency = useService();
  const path = (id: string, failureId: string) => `/v1/webhooks/${id}/failures/${failureId}/replay`;
  it('queues the same event under a new delivery id, as often as it is asked', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const failure = await agency.addFailure(id);
    const answers = [await agency.call('POST', path(id, failure.id)), await agency.call('POST', path(id, failure.id), { body: {} })];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 202, body: { event_id: failure.eventId } });
      expect(Object.keys(answer.body).sort()).toEqual(['delivery_id', 'event_id', 'is_queued']);
    }
    const deliveryIds = new Set([failure.deliveryId, ...answers.map(({ body }) => body.delivery_id)]);
    expect(deliveryIds.size).toBe(3);
    const [listed] = (await agency.call('GET', `/v1/webhooks/${id}/failures`)).body.data;
    expect(listed).toMatchObject({ id: failure.id, replayed_at: expect.stringMatching(/Z$/) });
  });

  it('accepts a key that may write webhooks, whose scope includes replays', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const failure = await agency.addFailure(id);
    const key = await agency.createKey({ scopes: ['write:webhooks'] });
    expect(await agency.call('POST', path(id, failure.id), { key })).toMatchObject({ status: 202, body: { is_queued: true } });
  });

  it('accepts the replay of a disabled endpoint, and says that nothing was queued', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const failure = await agency.addFailure(id);
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
    expect(await agency.call('POST', path(id, failure.id))).toMatchObject({ status: 202, body: { is_queued: false } });
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'active' } });
    expect(await agency.call('POST', path(id, failure.id))).toMatchObject({ status: 202, body: { is_queued: true } });
  });

  it("answers 404 unknown_webhook_failure for an unknown id, another endpoint's failure and one older than 30 days", async () => {
    const agency = await newAgency();
    const [{ id }, other] = [await agency.addEndpoint(), await agency.addEndpoint()];
    const foreign = await agency.addFailure(other.id);
    const old = await agency.addFailure(id, { failedAt: new Date(Date.now() - 30 * dayMs - 1_000) });
    for (const failureId of [randomUUID(), 'not-a-uuid', foreign.id, old.id]) {
      expect(await agency.call('POST', path(id, failureId))).toMatchObject(problem(404, 'unknown_webhook_failure'));
    }
    expect((await agency.call('GET', `/v1/webhooks/${other.id}/failures`)).body.data).toMatchObject([{ replayed_at: null }]);
  });
});
