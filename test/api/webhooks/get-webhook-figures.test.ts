import { describe, expect, it } from 'vitest';
import { describeGuard, problem, useService, type Agency } from './fixture.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

interface Point {
  readonly at: string;
  readonly delivered_count: number;
  readonly failed_count: number;
  readonly sampled_count: number;
}

/** Deliveries that took so long, queued one after the other from an instant on. */
async function deliver(agency: Agency, endpointId: string, from: Date, durations: readonly number[]): Promise<void> {
  await agency.service.database.query({
    text: `
      INSERT INTO delivery_history (event_id, agency_id, endpoint_id, event_type, attempts, id, creator_id, status)
      SELECT uuidv7(), $1, $2, 'order.created', ARRAY[json_build_object('duration_ms', 9999)::text, json_build_object('duration_ms', ms)::text],
             uuidv7($3::timestamptz + n * interval '1 millisecond' - clock_timestamp()), 'ada', 'delivered'
        FROM unnest($4::int[]) WITH ORDINALITY AS d (ms, n)`,
    values: [agency.id, endpointId, from, durations],
  });
}

describe('GET /v1/webhooks/{endpoint_id}/figures', () => {
  const newAgency = useService();
  const path = (id: string, query = '') => `/v1/webhooks/${id}/figures${query}`;
  describeGuard(newAgency, { method: 'GET', path, scope: 'read:webhooks' });

  const busy = (points: Point[]) => points.filter(({ delivered_count, failed_count }) => delivered_count + failed_count > 0);

  it('has a point for each of the last 60 minutes, and every type, also without a delivery', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const { status, body } = await agency.call('GET', path(id));
    expect(status).toBe(200);
    expect(body.interval).toBe('minute');
    expect(body.points.length).toBe(60);
    expect(body.points[0].at).toBe(body.start);
    expect(Date.parse(body.end)).toBeGreaterThan(Date.now() - minuteMs);
    expect(new Set(body.points.map(({ p50_ms, p99_ms }: { p50_ms: null; p99_ms: null }) => `${p50_ms} ${p99_ms}`))).toEqual(
      new Set(['null null']),
    );
    expect(body.by_event_type.length).toBe(5);
    expect(body.now).toEqual({
      pending_count: 0,
      oldest_pending_at: null,
      next_attempt_at: null,
      consecutive_failures: 0,
      breaker_failures: 10,
    });
  });

  it('counts each minute of the window, widened to whole minutes, and the whole by type', async () => {
    const agency = await newAgency();
    const [{ id }, other] = [await agency.addEndpoint(), await agency.addEndpoint()];
    const at = (time: string) => new Date(`2026-07-18T${time}Z`);
    await agency.countInMinute(id, at('10:00:00'), 'order.created', 100, 100);
    await agency.countInMinute(id, at('10:01:00'), 'order.created', 3, 1);
    await agency.countInMinute(id, at('10:01:00'), 'ping', 2, 0);
    await agency.countInMinute(id, at('10:03:00'), 'order.created', 5, 0);
    await agency.countInMinute(id, at('10:04:00'), 'order.created', 100, 100);
    await agency.countInMinute(other.id, at('10:02:00'), 'order.created', 100, 100);
    const { body } = await agency.call('GET', path(id, '?start=2026-07-18T10:01:59Z&end=2026-07-18T10:03:00.001Z'));
    expect([body.start, body.end]).toEqual(['2026-07-18T10:01:00.000Z', '2026-07-18T10:04:00.000Z']);
    expect(body.points.map(({ delivered_count, failed_count }: Point) => [delivered_count, failed_count])).toEqual([
      [5, 1],
      [0, 0],
      [5, 0],
    ]);
    expect(body.by_event_type[0]).toEqual({ event_type: 'order.created', delivered_count: 8, failed_count: 1 });
    expect(body.by_event_type[4]).toEqual({ event_type: 'ping', delivered_count: 2, failed_count: 0 });
  });

  it('counts hours, from sums of hours and from minutes of those that are not summed up', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const { database } = agency.service;
    const [{ rolled_up_to }] = (await database.query<{ rolled_up_to: Date }>({
      text: 'SELECT rolled_up_to FROM delivery_hours_progress',
    })) as [{ rolled_up_to: Date }];
    const hour = (offset: number) => new Date(rolled_up_to.getTime() + offset * hourMs);
    await database.query({
      text: `INSERT INTO delivery_hours (agency_id, endpoint_id, hour, event_type, delivered_count, failed_count) VALUES ($1, $2, $3, 'ping', 7, 1)`,
      values: [agency.id, id, hour(-1)],
    });
    await agency.countInMinute(id, hour(-1), 'ping', 1000, 1000);
    await agency.countInMinute(id, new Date(hour(0).getTime() + 5 * minuteMs), 'ping', 2, 0);
    await agency.countInMinute(id, new Date(hour(0).getTime() + 59 * minuteMs), 'ping', 3, 0);
    const query = `?interval=hour&start=${hour(-2).toISOString()}&end=${hour(2).toISOString()}`;
    const { body } = await agency.call('GET', path(id, query));
    expect(body.points.map(({ delivered_count, failed_count }: Point) => [delivered_count, failed_count])).toEqual([
      [0, 0],
      [7, 1],
      [5, 0],
      [0, 0],
    ]);
    expect((await agency.call('GET', path(id, '?interval=hour'))).body.points.length).toBe(24);
  });

  it('shows how long the last attempt of a sample took, in the minute in which it was queued', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const minute = new Date('2026-07-18T10:01:00Z');
    const recent = new Date(Math.floor((Date.now() - 10 * minuteMs) / minuteMs) * minuteMs);
    await agency.countInMinute(id, recent, 'order.created', 100, 0);
    await deliver(
      agency,
      id,
      recent,
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    await deliver(agency, id, new Date(recent.getTime() + minuteMs), [5_000]);
    await agency.countInMinute(id, minute, 'order.created', 1, 0);
    const { body } = await agency.call('GET', path(id));
    expect(busy(body.points)).toEqual([
      { at: recent.toISOString(), delivered_count: 100, failed_count: 0, sampled_count: 50, p50_ms: 25, p99_ms: 50 },
    ]);
  });

  it('samples the beginning, the middle and the end of a point, and no more than the contract says', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const recent = new Date(Math.floor((Date.now() - 10 * minuteMs) / minuteMs) * minuteMs);
    await agency.countInMinute(id, recent, 'order.created', 900, 0);
    for (const [third, ms] of [10, 20, 30].entries()) {
      await deliver(
        agency,
        id,
        new Date(recent.getTime() + third * 20_000),
        Array.from({ length: 300 }, () => ms),
      );
    }
    const { body } = await agency.call('GET', path(id));
    const [point] = busy(body.points);
    expect(point).toMatchObject({ p50_ms: 20, p99_ms: 30 });
    expect(point!.sampled_count).toBeGreaterThan(190);
    expect(point!.sampled_count).toBeLessThanOrEqual(200);
  });

  it('shows pending deliveries and when the next attempt is due', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const oldest = new Date(Date.now() - hourMs);
    await agency.addDelivery(id, { status: 'pending', createdAt: new Date(Date.now() - minuteMs) });
    await agency.addDelivery(id, { status: 'pending', createdAt: oldest, eventType: 'ping' });
    const { now } = (await agency.call('GET', path(id))).body;
    expect(now).toMatchObject({ pending_count: 2, oldest_pending_at: oldest.toISOString() });
    expect(Date.parse(now.next_attempt_at)).toBeGreaterThan(Date.now() + 50 * minuteMs);
  });

  it('shows a limited key what was counted since the endpoint lost a creator, and what waits of its creators', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ allowed_creator_ids: ['ada', 'bea'] });
    const before = new Date(Math.floor((Date.now() - 20 * minuteMs) / minuteMs) * minuteMs);
    await agency.countInMinute(id, before, 'order.created', 100, 0);
    await agency.addDelivery(id, { status: 'pending', creatorId: 'bea' });
    await agency.addDelivery(id, { status: 'pending', creatorId: 'ada' });
    await agency.call('PATCH', path(id).replace('/figures', ''), { body: { allowed_creator_ids: ['ada'] } });
    const seen = (await agency.call('GET', path(id), { key: agency.adaKey })).body;
    expect(busy(seen.points)).toEqual([]);
    expect(seen.now.pending_count).toBe(1);
    expect((await agency.call('GET', path(id))).body.now.pending_count).toBe(2);
    const later = new Date(Date.now() + 2 * minuteMs);
    await agency.countInMinute(id, new Date(Math.floor(later.getTime() / minuteMs) * minuteMs), 'order.created', 1, 0);
    const query = `?interval=hour&end=${new Date(Date.now() + 2 * hourMs).toISOString()}`;
    const hours = (await agency.call('GET', path(id, query), { key: agency.adaKey })).body;
    expect(busy(hours.points)).toMatchObject([{ delivered_count: 1 }]);
  });

  it.each([
    ['?start=2026-07-19T00:00:00Z&end=2026-07-18T00:00:00Z', /must be after/],
    ['?start=2999-01-01T00:00:00Z', /must be after/],
    ['?start=2026-07-18T00:00:00Z&end=2026-07-19T01:01:00Z', /1501 points of a minute; at most 1500/],
    ['?interval=hour&start=2026-01-01T00:00:00Z&end=2026-07-19T01:01:00Z', /points of an hour/],
  ])('answers 400 for the window %s', async (query, detail) => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    expect(await agency.call('GET', path(id, query))).toMatchObject(
      problem(400, 'validation_failed', { detail: expect.stringMatching(detail) }),
    );
  });

  it('keeps within the years that can be written', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    for (const interval of ['minute', 'hour']) {
      const last = await agency.call('GET', path(id, `?interval=${interval}&end=9999-12-31T23:00:00Z`));
      expect(last).toMatchObject({ status: 200, body: { end: '9999-12-31T23:00:00.000Z' } });
      const beyond = await agency.call('GET', path(id, `?interval=${interval}&end=9999-12-31T23:59:59.999Z`));
      expect(beyond).toMatchObject(problem(400, 'validation_failed'));
      expect(beyond.body.detail).toContain('"end"');
      const before = await agency.call('GET', path(id, `?interval=${interval}&end=0001-01-01T00:00:00Z`));
      expect(before).toMatchObject(problem(400, 'validation_failed'));
    }
  });

  it('takes a whole day by the minute', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const start = new Date(Date.now() - 24 * hourMs).toISOString();
    expect((await agency.call('GET', path(id, `?start=${start}`))).body.points.length).toBe(1_441);
  });
});
