import type { DeliveryForecast } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';
import type { Sql } from '../database/client/sql.ts';
import type { EndpointRow } from './endpoint.ts';
import { healthStatement, noAttempts, presentHealth, type HealthRow } from './endpoint-health.ts';
import { pendingCount } from './endpoint-backlog.ts';
import { sumLatencies, quantilesOf } from './latencies.ts';

/** The last hour before the latest minute with attempts. Row comparisons of endpoint and time make the planner use the key. */
const latestLatencies = `
  SELECT c.latencies
    FROM {webhook_endpoints} e
   CROSS JOIN LATERAL (
     SELECT c.minute FROM {delivery_minutes} c
      WHERE (c.endpoint_id, c.minute) >= (e.id, now() - interval '${limits.healthHours} hours') AND (c.endpoint_id, c.minute) < (e.id, 'infinity')
        AND EXISTS (SELECT FROM unnest(c.latencies) AS bucket (count) WHERE bucket.count > 0)
      ORDER BY c.endpoint_id DESC, c.minute DESC LIMIT 1) latest
   CROSS JOIN LATERAL (
     SELECT c.latencies FROM {delivery_minutes} c
      WHERE (c.endpoint_id, c.minute) > (e.id, latest.minute - interval '1 hour') AND (c.endpoint_id, c.minute) < (e.id, 'infinity')) c
   WHERE e.id = $1`;

/** Enabling an endpoint counts its failures from zero. */
const pendingOf = `
  SELECT ${pendingCount(limits.countedPending)} AS pending_count, CASE WHEN e.status = 'active' THEN e.consecutive_failures ELSE 0 END AS consecutive_failures
    FROM {webhook_endpoints} e WHERE e.id = $1`;

interface Latest {
  readonly maxPerSecond: number | null;
  readonly p90Ms: number | null;
  readonly pendingCount: number;
  readonly consecutiveFailures: number;
  readonly state: ReturnType<typeof presentHealth>['state'];
}

/** Whether this many deliveries may disable the endpoint. It requires enough deliveries, and recent failures. */
function mayOpenBreaker({ state, pendingCount: before, consecutiveFailures }: Latest, count: number): boolean | null {
  if (count === 0 || count + before < limits.breakerFailures - consecutiveFailures) return false;
  if (consecutiveFailures > 0 || state === 'fails' || state === 'struggles') return true;
  return state === 'works' ? false : null;
}

/** The forecast of sending this many events to an endpoint. */
export function forecastFrom(latest: Latest, count: number): DeliveryForecast {
  const { p90Ms, pendingCount: before, consecutiveFailures, maxPerSecond } = latest;
  const concurrent = p90Ms !== null && p90Ms >= limits.slowEndpointMs ? limits.attemptsOfSlowEndpoint : limits.attemptsOfEndpoint;
  const seconds = (attemptMs: number) =>
    Math.max((Math.ceil((count + before) / concurrent) * attemptMs) / 1_000, (count + before) / (maxPerSecond ?? Infinity));
  return {
    duration_seconds: p90Ms === null ? null : count === 0 ? 0 : Math.ceil(seconds(p90Ms)),
    p90_ms: p90Ms,
    concurrent_attempts: concurrent,
    max_per_second: maxPerSecond,
    queued_before_count: before,
    may_open_breaker: mayOpenBreaker(latest, count),
    consecutive_failures: consecutiveFailures,
    breaker_failures: limits.breakerFailures,
  };
}

/** Reads the endpoint's latest attempts and its pending deliveries. */
export async function forecastOf(data: Sql, endpoint: EndpointRow, count: number): Promise<DeliveryForecast> {
  const rows = await data.query<{ latencies: number[] }>({ text: latestLatencies, values: [endpoint.id] });
  const [pending] = await data.query<{ pending_count: number; consecutive_failures: number }>({ text: pendingOf, values: [endpoint.id] });
  const [health = noAttempts(endpoint)] = await data.query<HealthRow>(healthStatement([endpoint], true));
  const { state } = presentHealth({ ...endpoint, status: 'active' }, health);
  const latest: Latest = {
    maxPerSecond: endpoint.max_per_second,
    p90Ms: quantilesOf(sumLatencies(rows)).p90_ms,
    pendingCount: pending?.pending_count ?? 0,
    consecutiveFailures: pending?.consecutive_failures ?? 0,
    state,
  };
  return forecastFrom(latest, count);
}
