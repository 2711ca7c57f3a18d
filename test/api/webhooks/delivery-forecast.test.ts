import { describe, expect, it } from 'vitest';
import { limits } from '../../../generated/limits.ts';
import { useService, type Agency } from './fixture.ts';

const minute = (ago: number) => new Date(Math.floor(Date.now() / 60_000 - ago) * 60_000);
/** Attempts in the bucket of so many milliseconds, or, without, beyond the last. */
const latencies = (count: number, upToMs?: number) => [...limits.latencyBoundsMs, undefined].map((bound) => (bound === upToMs ? count : 0));
const start = new Date(Date.now() - 3_600_000).toISOString();

describe('the forecast of a replay, a resend and a recovery', () => {
  const newAgency = useService();

  const forecasts = async (agency: Agency, id: string) => {
    const call = async (path: string, body: object) => (await agency.call('POST', `/v1/webhooks/${id}/${path}`, { body })).body.forecast;
    return {
      replay: await call('failures/replay', { dry_run: true }),
      resend: await call('resends', { start, dry_run: true }),
      recovery: await call('recoveries', { start, dry_run: true }),
    };
  };
  const endpointWith = async (agency: Agency, failures: number) => {
    const { id } = await agency.addEndpoint();
    for (let index = 0; index < failures; index++) await agency.addFailure(id);
    return id as string;
  };

  it('multiplies the p90 of the last hour by the events and those that are pending', async () => {
    const agency = await newAgency();
    const id = await endpointWith(agency, 70);
    for (let index = 0; index < 30; index++) await agency.addDelivery(id, { status: 'pending' });
    await agency.countAttempts(id, minute(30), { delivered_count: 100, latencies: latencies(100, 1000) });
    await agency.countAttempts(id, minute(200), { delivered_count: 900, latencies: latencies(900, 5) });
    const { replay, resend, recovery } = await forecasts(agency, id);
    expect(replay).toEqual({
      duration_seconds: 4,
      p90_ms: 950,
      concurrent_attempts: limits.attemptsOfEndpoint,
      max_per_second: null,
      queued_before_count: 30,
      may_open_breaker: null,
      consecutive_failures: 0,
      breaker_failures: limits.breakerFailures,
    });
    expect(recovery).toMatchObject({ p90_ms: 950, queued_before_count: 30 });
    expect(resend).toMatchObject({ duration_seconds: 0, p90_ms: 950, may_open_breaker: false });
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { max_per_second: 10 } });
    expect((await forecasts(agency, id)).replay).toMatchObject({ duration_seconds: 10, max_per_second: 10 });
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { max_per_second: 1_000 } });
    expect((await forecasts(agency, id)).replay).toMatchObject({ duration_seconds: 4, max_per_second: 1_000 });
  });

  it('reckons with few attempts at the same time for a slow endpoint, and with the whole time of timeouts', async () => {
    const agency = await newAgency();
    const id = await endpointWith(agency, 20);
    await agency.countAttempts(id, minute(1), { timeout_count: 50, latencies: latencies(50) });
    const { replay } = await forecasts(agency, id);
    expect(replay).toMatchObject({
      duration_seconds: 10 * limits.attemptSeconds,
      p90_ms: limits.attemptSeconds * 1_000,
      concurrent_attempts: 2,
      may_open_breaker: true,
    });
  });

  it('knows no time without attempts, and that working endpoints and few events leave the breaker closed', async () => {
    const agency = await newAgency();
    const unknown = await forecasts(agency, await endpointWith(agency, limits.breakerFailures));
    expect(unknown.replay).toMatchObject({ duration_seconds: null, p90_ms: null, may_open_breaker: null });
    const working = await endpointWith(agency, 20);
    await agency.countAttempts(working, minute(1), { delivered_count: 10, latencies: latencies(10, 5) });
    expect((await forecasts(agency, working)).replay).toMatchObject({ may_open_breaker: false });
    const few = await endpointWith(agency, limits.breakerFailures - 1);
    await agency.countAttempts(few, minute(1), { http_5xx_count: 10, latencies: latencies(10, 5) });
    expect((await forecasts(agency, few)).replay).toMatchObject({ may_open_breaker: false });
    await agency.service.database.query({ text: 'UPDATE webhook_endpoints SET consecutive_failures = 1 WHERE id = $1', values: [few] });
    expect((await forecasts(agency, few)).replay).toMatchObject({ may_open_breaker: true, consecutive_failures: 1 });
    // Enabling it counts from zero.
    await agency.disableByBreaker(few);
    expect((await forecasts(agency, few)).replay).toMatchObject({ may_open_breaker: false, consecutive_failures: 0 });
  });

  it('counts the deliveries that the request would queue, and equals its result', async () => {
    const agency = await newAgency();
    const id = await endpointWith(agency, 12);
    for (let index = 0; index < 5; index++) await agency.addDelivery(id);
    await agency.countAttempts(id, minute(1), { http_5xx_count: 9, latencies: latencies(9, 2500) });
    for (const [path, body] of [
      ['failures/replay', {}],
      ['resends', { start }],
    ] as const) {
      const answer = async (dry_run: boolean) =>
        (await agency.call('POST', `/v1/webhooks/${id}/${path}`, { body: { ...body, dry_run } })).body;
      const { forecast, ...counts } = await answer(true);
      expect(forecast).toMatchObject({ p90_ms: 2350 });
      expect(await answer(false)).toEqual(counts);
    }
  });
});
