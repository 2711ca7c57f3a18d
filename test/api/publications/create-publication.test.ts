import { describe, expect, it } from 'vitest';
import { invalid, problem, useService } from '../agency.ts';
import { claim } from '../operator/publications.ts';

const path = '/v1/publications';
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('POST /v1/publications', () => {
  const newAgency = useService({ delivers: false });
  it('is due at once without a time, or with one in the past, and not published before that is reported', async () => {
    const agency = await newAgency();
    const unposted = { status: 'scheduled', failure_reason: null, published_at: null };
    const atOnce = await agency.call('POST', path, { body: { creator_id: 'c1', text: 'Hello' } });
    expect(atOnce).toMatchObject({
      status: 201,
      body: { creator_id: 'c1', text: 'Hello', media: [], scheduled_at: null, ...unposted },
    });
    const past = await agency.call('POST', path, { body: { creator_id: 'c1', text: 'Hello', scheduled_at: '2026-01-01T00:00:00Z' } });
    expect(past.body).toMatchObject({ scheduled_at: '2026-01-01T00:00:00.000Z', ...unposted });
    const claimed = (await claim(agency, { limit: 200 })).filter(({ agency_id }) => agency_id === agency.id);
    expect(claimed.map(({ publication }) => publication)).toEqual([atOnce.body, past.body]);
  });

  it('schedules with a time to come, and keeps media in their order', async () => {
    const agency = await newAgency();
    const media = [
      { id: 'm2', type: 'video' },
      { id: 'm1', type: 'hologram' },
    ];
    const scheduledAt = inAnHour();
    const { body } = await agency.call('POST', path, { body: { creator_id: 'c1', media, scheduled_at: scheduledAt } });
    expect(body).toMatchObject({ text: null, media, status: 'scheduled', scheduled_at: scheduledAt, published_at: null });
  });

  it('leaves nothing behind when it is deleted: no job waits for its time', async () => {
    const agency = await newAgency();
    const { body } = await agency.call('POST', path, { body: { creator_id: 'c1', text: 'Later', scheduled_at: inAnHour() } });
    expect((await agency.call('DELETE', `${path}/${body.id}`)).status).toBe(204);
    expect(await agency.service.database.query({ text: 'SELECT FROM graphile_worker.jobs' })).toEqual([]);
  });

  it('makes another publication on every call', async () => {
    const agency = await newAgency();
    const body = { creator_id: 'c1', text: 'Twice' };
    const [one, two] = [await agency.call('POST', path, { body }), await agency.call('POST', path, { body })];
    expect(one.body.id).not.toBe(two.body.id);
    expect((await agency.get(path)).body.data).toHaveLength(2);
  });

  it('answers 404 for a creator out of scope', async () => {
    const agency = await newAgency();
    const unknown = problem(404, 'unknown_creator');
    expect(await agency.call('POST', path, { body: { creator_id: 'c9', text: 'x' } })).toMatchObject(unknown);
    expect(await agency.call('POST', path, { key: agency.restrictedKey, body: { creator_id: 'c2', text: 'x' } })).toMatchObject(unknown);
  });

  it.each([
    [{ creator_id: 'c1' }, 'text'],
    [{ creator_id: 'c1', text: '' }, 'text'],
    [{ creator_id: 'c1', media: [] }, 'media'],
    [{ creator_id: 'c1', media: [{ id: 'm1' }] }, 'media.0.type'],
    [{ creator_id: 'c1', text: 'x', scheduled_at: '2026-01-01' }, 'scheduled_at'],
    [{ creator_id: 1, text: 'x' }, 'creator_id'],
  ])('refuses %j', async (body, place) => {
    expect(await (await newAgency()).call('POST', path, { body })).toMatchObject(invalid(place));
  });
});
