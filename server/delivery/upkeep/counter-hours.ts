import { attemptColumns, failedAttemptColumns, summedAttempts } from '../../entities/attempt-counts.ts';
import type { Sql } from '../../database/client/sql.ts';

const columns = `delivered_count, failed_count, disabled_count, ${attemptColumns}`;
const replaced = ['delivered_count', 'failed_count', 'disabled_count', ...failedAttemptColumns, 'latencies'];

/**
 * Counters of an hour are whole when every transaction that began in it is over, which takes seconds. The last hours are summed again: a process of the
 * release before, which runs next to this one during an upgrade, sums deliveries alone.
 */
const rollUp = `
  WITH stretch AS (
    SELECT rolled_up_to AS from_hour, rolled_up_to - interval '2 hours' AS again_hour, date_trunc('hour', now() - interval '1 hour') AS to_hour FROM delivery_hours_progress FOR UPDATE
  ), summed AS (
    INSERT INTO delivery_hours AS h (agency_id, endpoint_id, hour, event_type, ${columns})
    SELECT m.agency_id, m.endpoint_id, date_trunc('hour', m.minute), m.event_type, sum(m.delivered_count), sum(m.failed_count), sum(m.disabled_count), ${summedAttempts}
      FROM stretch s JOIN delivery_minutes m ON m.minute >= s.again_hour AND m.minute < s.to_hour
     GROUP BY 1, 2, 3, 4
    ON CONFLICT (agency_id, endpoint_id, hour, event_type) DO UPDATE
       SET ${replaced.map((column) => `${column} = EXCLUDED.${column}`).join(', ')}
     WHERE (${replaced.map((column) => `h.${column}`).join(', ')}) IS DISTINCT FROM (${replaced.map((column) => `EXCLUDED.${column}`).join(', ')})
  )
  UPDATE delivery_hours_progress p SET rolled_up_to = s.to_hour FROM stretch s WHERE s.to_hour > s.from_hour`;

/** Sums the counters of the hours that are over, in the transaction that moves how far that has come. */
export async function rollUpHours(sql: Sql): Promise<void> {
  await sql.query({ text: rollUp });
}
