import type { AttemptCounts, EndpointHealth, EndpointState } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';
import type { Rows } from '../models/tables.ts';
import type { Statement } from '../database/client/sql.ts';
import {
  allAttempts,
  attemptCount,
  failedAttemptColumns,
  failedAttempts,
  failedCount,
  sumAttempts,
  type AttemptCountRow,
} from './attempt-counts.ts';

/** The latest attempts of an endpoint, with the counts of `EndpointHealth`. */
export interface HealthRow extends AttemptCountRow {
  id: string;
  /** The beginning of the window that decides the state. */
  window_from: Date;
  latest_minute: Date | null;
  window_failed: number;
  window_count: number;
  /** The first minute with a failed attempt after the last minute without trouble; null if the window is without trouble. */
  failing_since: Date | null;
}

/** SQL: whether sums of attempts have more failures than a healthy endpoint. */
const isTrouble = (failed: string, all: string) => `${failed} * 100 > ${all} * ${limits.healthStrugglesPercent}`;

/**
 * The window begins some minutes ago, or at the latest minute with attempts if that was earlier. Trouble is traced back to the last minute without
 * it. Row comparisons of endpoint and time make the planner use the key, and not the index of the time, which all endpoints share.
 */
const healthOf = (endpoints: string, minutes: string) => {
  const from = (instant: string) =>
    `${minutes} c WHERE c.agency_id = e.agency_id AND (c.endpoint_id, c.minute) >= (e.id, ${instant}) AND (c.endpoint_id, c.minute)`;
  return `
  SELECT e.id, t.window_from, l.latest_minute, w.window_failed, w.window_count,
         f.failing_since, s.delivered_count,
         ${failedAttemptColumns.map((column) => `s.${column}`).join(', ')}
    FROM ${endpoints} e
   CROSS JOIN LATERAL (
     SELECT date_trunc('minute', now() - interval '${limits.healthMinutes} minutes')::timestamptz(3) AS window_from,
            date_trunc('minute', now() - interval '${limits.healthHours} hours') AS first_minute) t
    LEFT JOIN LATERAL (
     SELECT c.minute AS latest_minute FROM ${from('t.first_minute')} < (e.id, 'infinity') AND ${allAttempts} > 0
      ORDER BY c.endpoint_id DESC, c.minute DESC LIMIT 1) l ON true
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(${failedAttempts}), 0)::bigint AS window_failed, coalesce(sum(${allAttempts}), 0)::bigint AS window_count
       FROM ${from('least(t.window_from, l.latest_minute)')} < (e.id, 'infinity')) w
    LEFT JOIN LATERAL (
     SELECT c.minute FROM ${from('t.first_minute')} < (e.id, least(t.window_from, l.latest_minute))
        AND ${isTrouble('w.window_failed', 'w.window_count')}
      GROUP BY c.endpoint_id, c.minute
     HAVING sum(${allAttempts}) > 0 AND NOT ${isTrouble(`sum(${failedAttempts})`, `sum(${allAttempts})`)}
      ORDER BY c.endpoint_id DESC, c.minute DESC LIMIT 1) g ON true
    LEFT JOIN LATERAL (
     SELECT c.minute AS failing_since FROM ${from(`coalesce(g.minute + interval '1 minute', t.first_minute)`)} < (e.id, 'infinity')
        AND ${isTrouble('w.window_failed', 'w.window_count')} AND ${failedAttempts} > 0
      ORDER BY c.endpoint_id, c.minute LIMIT 1) f ON true
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(c.delivered_count), 0)::bigint AS delivered_count,
            ${failedAttemptColumns.map((column) => `coalesce(sum(c.${column}), 0)::bigint AS ${column}`).join(', ')}
       FROM ${from('coalesce(f.failing_since, t.window_from)')} < (e.id, 'infinity')) s
   WHERE e.id = ANY ($1::uuid[])`;
};

const inScope = healthOf('{webhook_endpoints}', '{delivery_minutes}');
const acrossAgencies = healthOf('webhook_endpoints', 'delivery_minutes');

/** Reads the latest attempts of endpoints, within a tenant scope or across agencies. */
export const healthStatement = (endpoints: readonly Pick<Rows['webhook_endpoints'], 'id'>[], isScoped: boolean): Statement => ({
  text: isScoped ? inScope : acrossAgencies,
  values: [endpoints.map(({ id }) => id)],
});

/** For an endpoint that the statement does not find, because a replica lags or a transaction has just ended. */
export const noAttempts = ({ id }: Pick<Rows['webhook_endpoints'], 'id'>): HealthRow => ({
  id,
  window_from: new Date(Math.floor(Date.now() / 60_000 - limits.healthMinutes) * 60_000),
  latest_minute: null,
  window_failed: 0,
  window_count: 0,
  failing_since: null,
  delivered_count: 0,
  ...(Object.fromEntries(failedAttemptColumns.map((column) => [column, 0])) as Omit<AttemptCountRow, 'delivered_count'>),
});

type StateRow = Pick<Rows['webhook_endpoints'], 'status' | 'disabled_reason' | 'disabled_at'>;

const disabledReasons: Readonly<Record<NonNullable<StateRow['disabled_reason']>, string>> = {
  manual: 'Paused',
  auto_breaker: `Disabled after ${limits.breakerFailures} failed deliveries in a row`,
  auto_quota: 'Disabled by the quota of pending deliveries',
  link_ended: 'Disabled when its portal link ended',
};

const names: Readonly<Record<Exclude<keyof AttemptCounts, 'http_2xx_count'>, readonly [one: string, many: string]>> = {
  http_4xx_count: ['response with 4xx', 'responses with 4xx'],
  http_5xx_count: ['response with 5xx', 'responses with 5xx'],
  timeout_count: ['timeout', 'timeouts'],
  connection_error_count: ['failed connection', 'failed connections'],
  tls_error_count: ['failed TLS handshake', 'failed TLS handshakes'],
  other_count: ['other failure', 'other failures'],
};

function describeFailures(counts: AttemptCounts): string {
  const shown = failedAttemptColumns.filter((column) => counts[column] > 0);
  return shown.map((column) => `${counts[column]} ${names[column][counts[column] === 1 ? 0 : 1]}`).join(', ');
}

function detailOf(counts: AttemptCounts): string | null {
  const [all, failed] = [attemptCount(counts), failedCount(counts)];
  if (all === 0) return null;
  if (failed === 0) return all === 1 ? '1 attempt acknowledged' : `all ${all} attempts acknowledged`;
  return failed === all ? describeFailures(counts) : `${failed} of ${all} attempts failed: ${describeFailures(counts)}`;
}

function failingReason(counts: AttemptCounts): string {
  if (counts.http_2xx_count > 0) return 'Most attempts fail';
  return counts.http_4xx_count + counts.http_5xx_count > 0 ? 'Acknowledges nothing' : 'Answers nothing';
}

const isAbove = (failed: number, all: number, percent: number) => failed * 100 > all * percent;

function stateOf({ window_failed: failed, window_count: all, latest_minute: latest, window_from }: HealthRow): EndpointState {
  if (latest === null) return 'silent';
  if (latest < window_from) return failed === all ? 'fails' : 'silent';
  if (isAbove(failed, all, limits.healthFailsPercent)) return 'fails';
  return isAbove(failed, all, limits.healthStrugglesPercent) ? 'struggles' : 'works';
}

/** The health of an endpoint. Only this function determines it. */
export function presentHealth(endpoint: StateRow, row: HealthRow): EndpointHealth {
  const attempts = sumAttempts([row]);
  const since = row.failing_since?.toISOString() ?? null;
  const counted = { counted_from: since ?? row.window_from.toISOString(), attempts };
  const { disabled_reason: disabledReason, disabled_at: disabledAt, status } = endpoint;
  if (status === 'disabled') {
    const reason = disabledReasons[disabledReason ?? 'manual'];
    const state = disabledReason === 'manual' ? 'paused' : 'disabled';
    return { state, since: disabledAt?.toISOString() ?? null, reason, detail: null, ...counted };
  }
  const state = stateOf(row);
  if (state === 'works') return { state, since, reason: 'Acknowledges deliveries', detail: detailOf(attempts), ...counted };
  if (state === 'silent') {
    const nothing = { counted_from: row.window_from.toISOString(), attempts: sumAttempts([]) };
    return { state, since: row.latest_minute?.toISOString() ?? null, reason: 'Nothing was sent lately', detail: null, ...nothing };
  }
  const reason = state === 'fails' ? failingReason(attempts) : 'Some attempts fail';
  return { state, since, reason, detail: detailOf(attempts), ...counted };
}
