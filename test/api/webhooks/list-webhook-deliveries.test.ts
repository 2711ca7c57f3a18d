import { describe, expect, it } from 'vitest';
import { limits } from '../../../generated/limits.ts';
import { attempt, problem, useService } from './fixture.ts';

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

describe('GET /v1/webhooks/{endpoint_id}/deliveries', () => {
  const newAgency = useService();
  const path = (id: string, query = '') => `/v1/webhooks/${id}/deliveries${query}`;
  const idsOf = (body: { data: { id: string }[] }) => body.data.map((item) => item.id);

  it('shows each delivery with its attempts, and when the next one is due', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const createdAt = daysAgo(1);
    const delivered = await agency.addDelivery(id, { createdAt });
    const pending = await agency.addDelivery(id, { status: 'pending' });
    const { data } = (await agency.call('GET', path(id))).body;
    expect(data[0]).toMatchObject({ id: pending.id, status: 'pending', next_attempt_at: expect.stringMatching(/Z$/) });
    expect(data[1]).toEqual({
      id: delivered.id,
      event_id: delivered.eventId,
      event_type: 'order.created',
      status: 'delivered',
      attempts: [attempt],
      created_at: createdAt.toISOString(),
      next_attempt_at: null,
      is_in_flight: false,
    });
  });

  it('lists the deliveries of this endpoint alone, most recent first, for 30 days', async () => {
    const agency = await newAgency();
    const [{ id }, other] = [await agency.addEndpoint(), await agency.addEndpoint()];
    const older = await agency.addDelivery(id, { createdAt: daysAgo(29.9) });
    const newer = await agency.addDelivery(id, { createdAt: daysAgo(1) });
    await agency.addDelivery(id, { createdAt: daysAgo(30.1) });
    await agency.addDelivery(other.id);
    const { body } = await agency.call('GET', path(id));
    expect(idsOf(body)).toEqual([newer.id, older.id]);
    expect(body.next_cursor).toBeNull();
  });

  it('filters by status, type and time, which combine', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const failed = await agency.addDelivery(id, { status: 'failed', createdAt: daysAgo(1) });
    const delivered = await agency.addDelivery(id, { createdAt: daysAgo(2), eventType: 'ping' });
    const old = await agency.addDelivery(id, { createdAt: daysAgo(9) });
    const ids = async (query: string) => idsOf((await agency.call('GET', path(id, query))).body);
    expect(await ids('?statuses=failed')).toEqual([failed.id]);
    expect(await ids('?statuses=delivered,failed')).toEqual([failed.id, delivered.id, old.id]);
    expect(await ids('?statuses=delivered&event_types=ping')).toEqual([delivered.id]);
    expect(await ids(`?start=${daysAgo(3).toISOString()}&end=${daysAgo(1.5).toISOString()}`)).toEqual([delivered.id]);
  });

  it('filters by the outcome of any attempt: a status, a class, an error or its detail', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const expired = { ...attempt, status_code: null, error: 'tls_error', error_detail: 'tls_certificate_expired' };
    const ok = { ...attempt, status_code: 204, error: null };
    const retried = await agency.addDelivery(id, { createdAt: daysAgo(1), attempts: [attempt, ok] });
    const refused = await agency.addDelivery(id, { status: 'failed', createdAt: daysAgo(2), attempts: [{ ...attempt, status_code: 401 }] });
    const untrusted = await agency.addDelivery(id, { status: 'pending', createdAt: daysAgo(3), attempts: [expired] });
    await agency.addDelivery(id, { status: 'pending', createdAt: daysAgo(4), attempts: [] });
    const ids = async (query: string) => idsOf((await agency.call('GET', path(id, `?outcomes=${query}`))).body);
    expect(await ids('500')).toEqual([retried.id]);
    expect(await ids('4xx')).toEqual([refused.id]);
    expect(await ids('http_status')).toEqual([retried.id, refused.id]);
    expect(await ids('tls_certificate_expired,204')).toEqual([retried.id, untrusted.id]);
    expect(await ids('tls_error&statuses=pending')).toEqual([untrusted.id]);
    expect(await ids('500&statuses=failed')).toEqual([]);
    expect(await ids('dns_not_found')).toEqual([]);
  });

  it('searches for outcomes in runs, of which a page may have no match', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const wanted = await agency.addDelivery(id, { createdAt: daysAgo(1) });
    await agency.service.database.query({
      text: `
        INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts)
        SELECT $1, $2, 'order.created', 'delivered', uuidv7(n * interval '1 millisecond' - interval '1 hour'), uuidv7(), 'ada', '{}'
          FROM generate_series(1, $3::int) AS n`,
      values: [agency.id, id, limits.searchedDeliveries],
    });
    const first = (await agency.call('GET', path(id, '?outcomes=500'))).body;
    expect(first.data).toEqual([]);
    const second = (await agency.call('GET', path(id, `?outcomes=500&cursor=${first.next_cursor}`))).body;
    expect(idsOf(second)).toEqual([wanted.id]);
    expect(second.next_cursor).toBeNull();
  });

  it('pages through equal times, each delivery once', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const createdAt = daysAgo(2);
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) made.push((await agency.addDelivery(id, { createdAt })).id);
    const first = (await agency.call('GET', path(id, '?limit=3'))).body;
    const second = (await agency.call('GET', path(id, `?limit=3&cursor=${first.next_cursor}`))).body;
    expect(second.next_cursor).toBeNull();
    expect([...idsOf(first), ...idsOf(second)].sort()).toEqual([...made].sort());
  });

  it.each([
    'limit=0',
    'limit=201',
    'statuses=',
    'statuses=sent',
    'statuses=failed,,failed',
    'event_types=x',
    'outcomes=099',
    'outcomes=certificate',
    'end=2026-07-18',
    'status=failed',
  ])('answers 400 for %s and names the parameter', async (query) => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const answer = await agency.call('GET', path(id, `?${query}`));
    expect(answer).toMatchObject(problem(400, 'validation_failed'));
    expect(answer.body.errors[0].path.split('.')[0]).toBe(query.split('=')[0]);
  });
});
