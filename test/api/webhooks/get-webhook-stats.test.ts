import { describe, expect, it } from 'vitest';
import { problem, useService } from './fixture.ts';

const types = ['order.created', 'order.refunded', 'assignment.updated', 'conversation.ai_control_requested', 'ping'];
const minuteMs = 60_000;
const dayMs = 86_400_000;
const minuteAgo = (ms: number) => new Date(Math.floor((Date.now() - ms) / minuteMs) * minuteMs);

describe('GET /v1/webhooks/{endpoint_id}/stats', () => {
  const newAgency = useService();
  const path = (id: string, query = '') => `/v1/webhooks/${id}/stats${query}`;
  it('answers with all five types, also without a delivery', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const answer = await agency.call('GET', path(id));
    expect(answer.status).toBe(200);
    const attempts = {
      http_2xx_count: 0,
      http_4xx_count: 0,
      http_5xx_count: 0,
      timeout_count: 0,
      connection_error_count: 0,
      tls_error_count: 0,
      other_count: 0,
    };
    const nothing = { delivered_count: 0, failed_count: 0, disabled_count: 0, attempts };
    expect(answer.body).toEqual({ data: types.map((event_type) => ({ event_type, ...nothing })) });
  });

  it('adds up the last 7 days of this endpoint by default', async () => {
    const agency = await newAgency();
    const [{ id }, other] = [await agency.addEndpoint(), await agency.addEndpoint()];
    await agency.countInMinute(id, minuteAgo(0), 'order.created', 3, 1);
    await agency.countInMinute(id, minuteAgo(6 * dayMs), 'order.created', 4, 2);
    await agency.countInMinute(id, minuteAgo(6 * dayMs), 'ping', 1, 0);
    await agency.countInMinute(id, minuteAgo(7 * dayMs + 2 * minuteMs), 'order.created', 100, 100);
    await agency.countInMinute(other.id, minuteAgo(0), 'order.created', 100, 100);
    const { data } = (await agency.call('GET', path(id))).body;
    expect(data[0]).toMatchObject({ event_type: 'order.created', delivered_count: 7, failed_count: 3 });
    expect(data[4]).toMatchObject({ event_type: 'ping', delivered_count: 1, failed_count: 0 });
  });

  it('widens the window to whole minutes: start included, end excluded', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const minutes = ['10:00', '10:01', '10:02', '10:03'].map((time) => new Date(`2026-07-18T${time}:00Z`));
    for (const [index, minute] of minutes.entries()) await agency.countInMinute(id, minute, 'order.created', 10 ** index, 0);
    const delivered = async (start: string, end: string) =>
      (await agency.call('GET', path(id, `?start=2026-07-18T${start}Z&end=2026-07-18T${end}Z`))).body.data[0].delivered_count;
    expect(await delivered('10:01:00', '10:03:00')).toBe(110);
    expect(await delivered('10:01:59.999', '10:02:00')).toBe(10);
    expect(await delivered('10:01:30', '10:02:00.001')).toBe(110);
    expect(await delivered('10:02:00', '10:02:00')).toBe(0);
  });

  it.each([
    '?start=2026-07-18',
    '?start=2026-07-18T10:00:00',
    '?end=2026-02-30T10:00:00Z',
    '?start=yesterday',
    '?limit=5',
    '?start=2026-07-18T10:00:00Z&start=2026-07-18T10:00:00Z',
  ])('answers 400 with the place for %s', async (query) => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const [, name] = /\?(\w+)/.exec(query)!;
    expect(await agency.call('GET', path(id, query))).toMatchObject(problem(400, 'validation_failed', { errors: [{ path: name }] }));
  });

  it.each(['?start=2026-07-19T00:00:00Z&end=2026-07-18T00:00:00Z', '?start=2999-01-01T00:00:00Z', '?end=2020-01-01T00:00:00Z'])(
    'answers 400 when the window %s ends before it starts',
    async (query) => {
      const agency = await newAgency();
      const { id } = await agency.addEndpoint();
      expect(await agency.call('GET', path(id, query))).toMatchObject(problem(400, 'validation_failed', { detail: expect.any(String) }));
    },
  );

  it('takes 60 requests per minute', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const answers = await Promise.all(Array.from({ length: 61 }, () => agency.call('GET', path(id))));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toMatchObject([problem(429, 'rate_limited')]);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
