import { describe, expect, it } from 'vitest';
import { attempt, problem, useService } from './fixture.ts';

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

describe('GET /v1/webhooks/{endpoint_id}/failures', () => {
  const newAgency = useService();
  const path = (id: string, query = '') => `/v1/webhooks/${id}/failures${query}`;
  const idsOf = (body: { data: { id: string }[] }) => body.data.map((item) => item.id);

  it('answers with an empty page', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const answer = await agency.call('GET', path(id));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: [], next_cursor: null });
  });

  it('shows each failure with its event and attempts', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const failedAt = daysAgo(1);
    const failure = await agency.addFailure(id, { failedAt, error: 'timeout' });
    expect((await agency.call('GET', path(id))).body.data).toEqual([
      {
        id: failure.id,
        event_id: failure.eventId,
        event_type: 'order.created',
        delivery_id: failure.deliveryId,
        event_created_at: failedAt.toISOString(),
        failed_at: failedAt.toISOString(),
        error: 'timeout',
        attempts: [attempt],
        replayed_at: null,
      },
    ]);
  });

  it('lists the failures of this endpoint alone, most recent first, for 30 days', async () => {
    const agency = await newAgency();
    const [{ id }, other] = [await agency.addEndpoint(), await agency.addEndpoint()];
    const older = await agency.addFailure(id, { failedAt: daysAgo(29.9) });
    const newer = await agency.addFailure(id, { failedAt: daysAgo(1) });
    await agency.addFailure(id, { failedAt: daysAgo(30.1) });
    await agency.addFailure(other.id);
    expect(idsOf((await agency.call('GET', path(id))).body)).toEqual([newer.id, older.id]);
  });

  it('pages through equal times, each failure once, and ends exactly', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const failedAt = daysAgo(2);
    const made: string[] = [];
    for (let index = 0; index < 6; index += 1) made.push((await agency.addFailure(id, { failedAt: index < 4 ? failedAt : daysAgo(1) })).id);
    const seen: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const { body } = await agency.call('GET', path(id, `?limit=2${cursor ? `&cursor=${cursor}` : ''}`));
      seen.push(...idsOf(body));
      cursor = body.next_cursor;
      pages += 1;
    } while (cursor);
    expect(pages).toBe(3);
    expect([...seen].sort()).toEqual([...made].sort());
  });

  it('filters by the outcome of any attempt, and by the error of the failure', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const answered = await agency.addFailure(id, { failedAt: daysAgo(1) });
    const unsent = await agency.addFailure(id, { failedAt: daysAgo(2), error: 'endpoint_disabled', attempts: [] });
    const ids = async (query: string) => idsOf((await agency.call('GET', path(id, `?outcomes=${query}`))).body);
    expect(await ids('500')).toEqual([answered.id]);
    expect(await ids('endpoint_disabled')).toEqual([unsent.id]);
    expect(await ids('endpoint_disabled,http_status&limit=1')).toEqual([answered.id]);
    expect(await ids('404,timeout')).toEqual([]);
  });

  it('filters by type and by the time of failure, start included and end excluded', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const [start, end] = [daysAgo(5), daysAgo(3)];
    const atStart = await agency.addFailure(id, { failedAt: start });
    const inside = await agency.addFailure(id, { failedAt: daysAgo(4), eventType: 'ping' });
    await agency.addFailure(id, { failedAt: end });
    await agency.addFailure(id, { failedAt: daysAgo(6) });
    const range = `start=${start.toISOString()}&end=${end.toISOString()}`;
    expect(idsOf((await agency.call('GET', path(id, `?${range}`))).body)).toEqual([inside.id, atStart.id]);
    expect(idsOf((await agency.call('GET', path(id, `?${range}&event_types=ping,order.refunded`))).body)).toEqual([inside.id]);
    expect(idsOf((await agency.call('GET', path(id, '?event_types=assignment.updated'))).body)).toEqual([]);
  });

  it('refuses a cursor of another endpoint or list, or an altered one, and accepts one with other filters', async () => {
    const agency = await newAgency();
    const [{ id }, other] = [await agency.addEndpoint(), await agency.addEndpoint()];
    await agency.addFailure(id);
    await agency.addFailure(id);
    const { next_cursor: cursor } = (await agency.call('GET', path(id, '?limit=1'))).body;
    const altered = (cursor[0] === 'A' ? 'B' : 'A') + cursor.slice(1);
    const refused = [path(other.id, `?cursor=${cursor}`), `/v1/webhooks/${id}/deliveries?cursor=${cursor}`, path(id, `?cursor=${altered}`)];
    for (const target of refused) expect(await agency.call('GET', target)).toMatchObject(problem(400, 'invalid_cursor'));
    expect(await agency.call('GET', path(id, `?limit=5&event_types=order.created&cursor=${cursor}`))).toMatchObject({ status: 200 });
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=1e1',
    'limit=',
    'event_types=',
    'event_types=order.updated',
    'event_types=ping,,ping',
    'start=2026-07-18',
    'x=1',
  ])('answers 400 for %s and names the parameter', async (query) => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const answer = await agency.call('GET', path(id, `?${query}`));
    expect(answer).toMatchObject(problem(400, 'validation_failed'));
    expect(answer.body.errors[0].path.split('.')[0]).toBe(query.split('=')[0]);
  });

  it('answers 400 when end is before start', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const query = '?start=2026-07-19T00:00:00Z&end=2026-07-18T00:00:00Z';
    expect(await agency.call('GET', path(id, query))).toMatchObject(problem(400, 'validation_failed', { detail: expect.any(String) }));
  });
});
