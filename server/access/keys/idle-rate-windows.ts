import { operations } from '../../../generated/operations.ts';
import type { Sql } from '../../database/client/sql.ts';

const maxWindowSeconds = Math.max(...Object.values(operations).map(({ rateLimit }) => rateLimit?.windowSeconds ?? 0));

/** Removes windows in which no request counts any more. A locked window is in use. */
export async function removeIdleRateWindows(sql: Sql): Promise<void> {
  await sql.query({
    text: `
      WITH idle AS MATERIALIZED (
        SELECT key_id, operation_id FROM rate_windows
        WHERE counted_at < clock_timestamp() - make_interval(secs => $1) FOR UPDATE SKIP LOCKED
      )
      DELETE FROM rate_windows w USING idle WHERE w.key_id = idle.key_id AND w.operation_id = idle.operation_id`,
    values: [maxWindowSeconds],
  });
}
