import { describe, expect, it } from 'vitest';
import { bulkReplayed, problem, useService } from './fixture.ts';

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

describe('POST /v1/webhooks/{endpoint_id}/failures/replay', () => {
  const newAgency = useService();
  const path = (id: string) => `/v1/webhooks/${id}/failures/replay`;
  it('counts what was not replayed yet, is younger than 30 days and belongs to this endpoint', async () => {
    const agency = await newAgency();
    const [{ id }, other] = [await agency.addEndpoint(), await agency.addEndpoint()];
    await agency.addFailure(id);
    await agency.addFailure(id, { failedAt: daysAgo(29) });
    await agency.addFailure(id, { replayedAt: new Date() });
    await agency.addFailure(id, { failedAt: daysAgo(31) });
    await agency.addFailure(other.id);
    const answer = await agency.call('POST', path(id));
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual(bulkReplayed({ 'order.created': 2 }));
  });

  it('takes the failures of the requested types and time', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const [start, end] = [daysAgo(5), daysAgo(3)];
    await agency.addFailure(id, { failedAt: start });
    await agency.addFailure(id, { failedAt: daysAgo(4), eventType: 'ping' });
    await agency.addFailure(id, { failedAt: end });
    const body = { start: start.toISOString(), end: end.toISOString(), event_types: ['ping', 'order.refunded'] };
    expect((await agency.call('POST', path(id), { body })).body).toEqual(bulkReplayed({ ping: 1 }));
  });

  it('answers 0 when nothing matches', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    expect(await agency.call('POST', path(id), { body: {} })).toMatchObject({ status: 202, body: bulkReplayed() });
  });

  it.each<[string, unknown, string]>([
    ['no types', { event_types: [] }, 'event_types'],
    ['an unknown type', { event_types: ['order.updated'] }, 'event_types.0'],
    ['a day', { start: '2026-07-18' }, 'start'],
    ['an unknown member', { failure_ids: [] }, 'failure_ids'],
  ])('answers 400 for %s and names the place', async (_, body, place) => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    expect(await agency.call('POST', path(id), { body })).toMatchObject(problem(400, 'validation_failed', { errors: [{ path: place }] }));
  });

  it('answers 400 when end is before start', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const body = { start: '2026-07-19T00:00:00Z', end: '2026-07-18T00:00:00Z' };
    expect(await agency.call('POST', path(id), { body })).toMatchObject(problem(400, 'validation_failed', { detail: expect.any(String) }));
  });
});
