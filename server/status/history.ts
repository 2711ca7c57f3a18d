import { setInterval } from 'node:timers/promises';
import type { Status } from '../../generated/models.ts';
import type { Sql } from '../database/client/sql.ts';
import { cachedFor, type Measured } from '../lib/cached-for.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { checkParts } from './parts.ts';
import type { ServiceChecks } from './service-checks.ts';

/** The minutes of each day by the state of each part, in the order of their names. */
export type StatusHistory = Status['history'];

const retentionDays = 90;

/** Counts a minute once for every part, even if several processes record it. */
const countMinute = `
  WITH expired AS (DELETE FROM status_days WHERE day <= (now() AT TIME ZONE 'UTC')::date - $3::integer)
  INSERT INTO status_days AS stored (day, part, operational_minutes, degraded_minutes, down_minutes, counted_at)
  SELECT (now() AT TIME ZONE 'UTC')::date, part, (state = 'operational')::integer, (state = 'degraded')::integer, (state = 'down')::integer,
         date_trunc('minute', now())
    FROM unnest($1::text[], $2::text[]) AS current (part, state)
   ORDER BY part
  ON CONFLICT (day, part) DO UPDATE SET
    operational_minutes = stored.operational_minutes + excluded.operational_minutes,
    degraded_minutes = stored.degraded_minutes + excluded.degraded_minutes,
    down_minutes = stored.down_minutes + excluded.down_minutes,
    counted_at = excluded.counted_at
    WHERE stored.counted_at < excluded.counted_at`;

export async function recordMinute(sql: Sql, parts: Status['components']): Promise<void> {
  await sql.query({ text: countMinute, values: [parts.map(({ name }) => name), parts.map(({ status }) => status), retentionDays] });
}

const days = `
  SELECT part AS name,
         json_agg(json_build_object('date', day, 'operational_minutes', operational_minutes, 'degraded_minutes', degraded_minutes,
                                    'down_minutes', down_minutes) ORDER BY day) AS days
    FROM status_days WHERE day > (now() AT TIME ZONE 'UTC')::date - $1::integer GROUP BY part ORDER BY part`;

/** Records the status of this minute, unless another process did. */
export const recordStatus = async (sql: Sql, checks: ServiceChecks): Promise<void> =>
  recordMinute(sql, (await checkParts(checks)).components);

/** Records the status once a minute until the signal. Every process does, because each may see failures that another does not. */
export async function recordEachMinute(
  sql: Sql,
  checks: ServiceChecks,
  log: { warn(fields: object, message: string): void },
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const _ of setInterval(60_000, undefined, { signal }))
      await recordStatus(sql, checks).catch((error: unknown) => log.warn({ err: error }, 'could not record the status of this minute'));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** The days of each part, oldest first. */
export async function readHistory(sql: Sql): Promise<StatusHistory> {
  return sql.query<StatusHistory[number]>({ text: days, values: [retentionDays] });
}

/** The history, at most 30 seconds old; empty if the database does not respond. */
export function cachedHistory(sql: Sql): () => Promise<Measured<StatusHistory>> {
  return cachedFor(() => withTimeout(readHistory(sql), 2_000).catch(() => []), 30_000);
}
