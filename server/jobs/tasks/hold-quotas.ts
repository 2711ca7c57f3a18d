import type { Sql } from '../../database/sql.ts';
import { boundFailureRecords } from '../../retention/failure-records.ts';
import type { JobTask } from '../task.ts';

/** Looks at what waits for the endpoints of every agency. */
export function holdPendingTask(hold: (signal: AbortSignal) => Promise<void>): JobTask {
  return { name: 'hold_pending', class: 'upkeep', cron: '* * * * *', run: (_payload, signal) => hold(signal) };
}

/** Keeps the latest failure records of every agency. */
export function holdFailuresTask(sql: Sql): JobTask {
  return { name: 'hold_failures', class: 'upkeep', cron: '*/10 * * * *', run: (_payload, signal) => boundFailureRecords(sql, signal) };
}
