import type { Sql } from '../../database/client/sql.ts';
import { boundDeliveryHistory } from '../../retention/delivery-history.ts';
import { boundFailureRecords } from '../../retention/failure-records.ts';
import { boundPendingDeliveries, type DisabledEndpoint, type TransactingSql } from '../../retention/pending-deliveries.ts';
import { sparingly } from '../../lib/duty-cycle.ts';
import type { JobTask } from '../task.ts';

/** Looks at what waits for the endpoints of every agency. */
export function holdPendingTask(sql: TransactingSql, onDisabled: (endpoint: DisabledEndpoint) => void): JobTask {
  const look = sparingly((signal) => boundPendingDeliveries(sql, signal, onDisabled));
  return { name: 'hold_pending', class: 'upkeep', cron: '* * * * *', run: (_payload, signal) => look(signal) };
}

/** Keeps the latest failure records of every agency. */
export function holdFailuresTask(sql: Sql): JobTask {
  const look = sparingly((signal) => boundFailureRecords(sql, signal));
  return { name: 'hold_failures', class: 'upkeep', cron: '*/10 * * * *', run: (_payload, signal) => look(signal) };
}

/** Bounds the history of every agency: at each run, so that what is recorded between two of them is bounded too. */
export function holdHistoryTask(sql: Sql): JobTask {
  return { name: 'hold_history', class: 'upkeep', cron: '* * * * *', run: (_payload, signal) => boundDeliveryHistory(sql, signal) };
}
