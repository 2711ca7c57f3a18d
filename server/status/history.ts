import type { Status } from '../../generated/models.ts';
import type { Sql } from '../database/client/sql.ts';

/** What each part of the service was on each day, in the order of their names. */
export type StatusHistory = Status['history'];

/** Days of retention. */
const keptDays = 90;

/** Counts a minute for every part, once, whichever processes look. */
const countMinute = `
  WITH gone AS (DELETE FROM status_days WHERE day <= (now() AT TIME ZONE 'UTC')::date - $3::integer)
  INSERT INTO status_days AS kept (day, part, operational_minutes, degraded_minutes, down_minutes, counted_at)
  SELECT (now() AT TIME ZONE 'UTC')::date, part, (state = 'operational')::integer, (state = 'degraded')::integer, (state = 'down')::integer,
         date_trunc('minute', now())
    FROM unnest($1::text[], $2::text[]) AS seen (part, state)
   ORDER BY part
  ON CONFLICT (day, part) DO UPDATE SET
    operational_minutes = kept.operational_minutes + excluded.operational_minutes,
    degraded_minutes = kept.degraded_minutes + excluded.degraded_minutes,
    down_minutes = kept.down_minutes + excluded.down_minutes,
    counted_at = excluded.counted_at
    WHERE kept.counted_at < excluded.counted_at`;

export async function recordMinute(sql: Sql, parts: Status['components']): Promise<void> {
  await sql.query({ text: countMinute, values: [parts.map(({ name }) => name), parts.map(({ status }) => status), keptDays] });
}

const days = `
  SELECT part AS name,
         json_agg(json_build_object('date', day, 'operational_minutes', operational_minutes, 'degraded_minutes', degraded_minutes,
                                    'down_minutes', down_minutes) ORDER BY day) AS days
    FROM status_days WHERE day > (now() AT TIME ZONE 'UTC')::date - $1::integer GROUP BY part ORDER BY part`;

/** Of every part the days on which it was seen, oldest first. */
export async function readHistory(sql: Sql): Promise<StatusHistory> {
  return sql.query<StatusHistory[number]>({ text: days, values: [keptDays] });
}
