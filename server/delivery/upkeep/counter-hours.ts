import { attemptColumns, summedAttempts } from '../../entities/attempt-counts.ts';
import type { Sql } from '../../database/client/sql.ts';

const columns = `delivered_count, failed_count, disabled_count, ${attemptColumns}`;

const rollUp = `
  WITH span AS (
    -- An hour is complete when every transaction that began in it has ended, which takes seconds.
    SELECT rolled_up_to AS from_hour, date_trunc('hour', now() - interval '1 hour') AS to_hour FROM delivery_hours_progress FOR UPDATE
  ), summed AS (
    INSERT INTO delivery_hours (agency_id, endpoint_id, hour, event_type, ${columns})
    SELECT m.agency_id, m.endpoint_id, date_trunc('hour', m.minute), m.event_type, sum(m.delivered_count), sum(m.failed_count), sum(m.disabled_count), ${summedAttempts}
      FROM span s JOIN delivery_minutes m ON m.minute >= s.from_hour AND m.minute < s.to_hour
     GROUP BY 1, 2, 3, 4
  )
  UPDATE delivery_hours_progress p SET rolled_up_to = s.to_hour FROM span s WHERE s.to_hour > s.from_hour`;

/** Sums the counters of complete hours, and saves in the same transaction up to which hour. */
export async function rollUpHours(sql: Sql): Promise<void> {
  await sql.query({ text: rollUp });
}
