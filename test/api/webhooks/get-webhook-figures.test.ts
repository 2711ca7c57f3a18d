import { describe, expect, it } from 'vitest';
import { rollUpHours } from '../../../server/delivery/upkeep/counter-hours.ts';
import { problem, useService } from './fixture.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

interface Point {
  readonly at: string;
  readonly delivered_count: number;
  readonly failed_count: number;
  readonly sampled_count: number;
}

describe('GET /v1/webhooks/{endpoint_id}/figures', () => {
  const newAgency = useService({ delivers: false });
  const path = (id: string, query = '') => `/v1/webhooks/${id}/figures${query}`;
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
      has_more_pending: false,
      oldest_pending_at: null,
      next_attempt_at: null,
      oldest_due_at: null,
      per_minute: null,
      done_in_seconds: null,
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
    expect(body.by_event_type[0]).toMatchObject({ event_type: 'order.created', delivered_count: 8, failed_count: 1 });
    expect(body.by_event_type[4]).toMatchObject({ event_type: 'ping', delivered_count: 2, failed_count: 0 });
  });

  it('shows the most pending deliveries of each minute or hour', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    for (const [time, count] of [
      ['10:58', 7],
      ['10:59', 3],
      ['11:00', 5],
    ] as const)
      await agency.service.database.query({
        text: 'INSERT INTO pending_minutes (agency_id, endpoint_id, minute, pending_count) VALUES ($1, $2, $3, $4)',
        values: [agency.id, id, new Date(`2026-07-18T${time}:00Z`), count],
      });
    const pending = async (query: string) =>
      (await agency.call('GET', path(id, `?${query}`))).body.points.map((point: { pending_count: number }) => point.pending_count);
    expect(await pending('start=2026-07-18T10:57:00Z&end=2026-07-18T11:01:00Z')).toEqual([0, 7, 3, 5]);
    expect(await pending('interval=hour&start=2026-07-18T10:00:00Z&end=2026-07-18T12:00:00Z')).toEqual([7, 5]);
  });

  it('counts failed attempts by their outcome in whole minutes since totals_start, also in parts of hours', async () => {
    const agency = await newAgency();
    const [{ id }, other] = [await agency.addEndpoint(), await agency.addEndpoint()];
    const add = (endpointId: string, hour: number, code: string, error: string, counts: string) =>
      agency.service.database.query({
        text: `INSERT INTO failed_attempts (agency_id, endpoint_id, hour, code, error, counts) VALUES ($1, $2, $3, $4, $5, $6::int[])`,
        values: [agency.id, endpointId, new Date(`2026-07-18T${hour}:00:00Z`), code, error, counts],
      });
    // Minutes 58 to 59 of the first hour, and 0 to 2 of the second.
    await add(id, 10, '401', 'http_status', '[59:60]={100,1}');
    await add(id, 11, '401', 'http_status', '{2,NULL,100}');
    await add(id, 11, 'tls_certificate_expired', 'tls_error', '[2:2]={7}');
    await add(id, 11, 'timeout', 'timeout', '[60:60]={100}');
    await add(other.id, 11, '500', 'http_status', '{100}');
    const failed = async (query: string, key = agency.key) => {
      const { body } = await agency.call('GET', path(id, `?${query}`), { key });
      return body.failed_attempts.map(({ label, count }: { label: string; count: number }) => [label, count]);
    };
    expect(await failed('start=2026-07-18T10:59:30Z&end=2026-07-18T11:02:00Z')).toEqual([
      ['Certificate expired', 7],
      ['401 response', 3],
    ]);
    expect(await failed('start=2026-07-18T10:00:00Z&end=2026-07-18T11:02:00Z&totals_start=2026-07-18T11:00:00Z')).toEqual([
      ['Certificate expired', 7],
      ['401 response', 2],
    ]);
    expect(await failed('interval=hour&start=2026-07-18T10:00:00Z&end=2026-07-18T12:00:00Z')).toEqual([
      ['401 response', 203],
      ['Timed out', 100],
      ['Certificate expired', 7],
    ]);
    expect(await failed('start=2026-07-18T09:00:00Z&end=2026-07-18T10:00:00Z')).toEqual([]);
  });

  it('counts latencies and types since totals_start, and every point of the window', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const at = (time: string) => new Date(`2026-07-18T${time}Z`);
    await agency.countAttempts(id, at('10:01:00'), { delivered_count: 3, latencies: [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] });
    await agency.countAttempts(id, at('10:03:00'), { delivered_count: 5, latencies: [5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] });
    const window = '?start=2026-07-18T10:00:00Z&end=2026-07-18T10:05:00Z';
    const { body } = await agency.call('GET', path(id, `${window}&totals_start=2026-07-18T10:03:59Z`));
    expect(body.points.map((point: Point) => point.delivered_count)).toEqual([0, 3, 0, 5, 0]);
    expect(body.latency.sampled_count).toBe(5);
    expect(body.by_event_type[0].delivered_count).toBe(5);
    const whole = await agency.call('GET', path(id, `${window}&totals_start=2026-07-18T10:00:00Z`));
    expect(whole.body).toEqual((await agency.call('GET', path(id, window))).body);
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

  it('shows attempts by outcome and how long they took, timeouts included, of each minute and of the whole window', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const recent = new Date(Math.floor((Date.now() - 10 * minuteMs) / minuteMs) * minuteMs);
    const fast = [0, 0, 0, 0, 90, 0, 0, 0, 0, 0, 0, 10];
    const slow = [0, 0, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0];
    await agency.countAttempts(id, recent, { delivered_count: 85, http_5xx_count: 5, timeout_count: 10, latencies: fast });
    await agency.countAttempts(id, new Date(recent.getTime() + minuteMs), { delivered_count: 20, tls_error_count: 3, latencies: slow });
    const { body } = await agency.call('GET', path(id));
    const none = { http_4xx_count: 0, connection_error_count: 0, other_count: 0 };
    expect(busy(body.points)).toEqual([
      {
        at: recent.toISOString(),
        delivered_count: 85,
        failed_count: 0,
        disabled_count: 0,
        attempts: { ...none, http_2xx_count: 85, http_5xx_count: 5, timeout_count: 10, tls_error_count: 0 },
        pending_count: 0,
        sampled_count: 100,
        p50_ms: 78,
        p90_ms: 100,
        p99_ms: 10_000,
      },
      expect.objectContaining({ sampled_count: 20, p50_ms: 1_750, p90_ms: 2_350, p99_ms: 2_485 }),
    ]);
    expect(body.latency).toMatchObject({ sampled_count: 120, p50_ms: 83, p90_ms: 2_350, p99_ms: 10_000 });
    expect(body.latency.buckets.filter(({ count }: { count: number }) => count > 0)).toEqual([
      { up_to_ms: 100, count: 90 },
      { up_to_ms: 2_500, count: 20 },
      { up_to_ms: null, count: 10 },
    ]);
    expect(body.by_event_type[0].attempts).toEqual({
      ...none,
      http_2xx_count: 105,
      http_5xx_count: 5,
      timeout_count: 10,
      tls_error_count: 3,
    });
  });

  it('sums attempts by the hour', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const { database } = agency.service;
    const hour = new Date(Math.floor((Date.now() - 2 * hourMs) / hourMs) * hourMs);
    await database.query({ text: `UPDATE delivery_hours_progress SET rolled_up_to = $1`, values: [hour] });
    const latencies = [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2];
    await agency.countAttempts(id, hour, { delivered_count: 3, timeout_count: 2, latencies });
    await rollUpHours(database);
    const { body } = await agency.call('GET', path(id, `?interval=hour&start=${hour.toISOString()}`));
    expect(busy(body.points)).toMatchObject([{ delivered_count: 3, attempts: { http_2xx_count: 3, timeout_count: 2 }, sampled_count: 5 }]);
  });

  it('counts deliveries that a disabled endpoint left unsent apart from failed ones', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const recent = new Date(Math.floor((Date.now() - 10 * minuteMs) / minuteMs) * minuteMs);
    await agency.countAttempts(id, recent, { failed_count: 1, disabled_count: 7 });
    const { body } = await agency.call('GET', path(id));
    expect(busy(body.points)).toMatchObject([{ failed_count: 1, disabled_count: 7 }]);
    expect(body.by_event_type[0]).toMatchObject({ failed_count: 1, disabled_count: 7 });
    const stats = await agency.call('GET', path(id).replace('/figures', '/stats'));
    expect(stats.body.data[0]).toMatchObject({ failed_count: 1, disabled_count: 7, attempts: { http_2xx_count: 0 } });
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
    ['?start=2026-07-18T00:00:00Z&end=2026-07-18T01:00:00Z&totals_start=2026-07-17T23:59:59Z', /"totals_start" must be within/],
    ['?start=2026-07-18T00:00:00Z&end=2026-07-18T01:00:00Z&totals_start=2026-07-18T01:00:00Z', /"totals_start" must be within/],
  ])('answers 400 for the window %s', async (query, detail) => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    expect(await agency.call('GET', path(id, query))).toMatchObject(
      problem(400, 'validation_failed', { detail: expect.stringMatching(detail) }),
    );
  });

  it('accepts only years that can be represented', async () => {
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
