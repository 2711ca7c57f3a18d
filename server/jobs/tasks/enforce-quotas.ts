import type { Sql, TransactingSql } from '../../database/client/sql.ts';
import { trimDeliveryHistory } from '../../retention/delivery-history.ts';
import { trimFailureRecords } from '../../retention/failure-records.ts';
import { trimIdempotentAnswers } from '../../retention/idempotent-answers.ts';
import { limitPendingDeliveries, type DisabledEndpoint } from '../../retention/pending-deliveries.ts';
import { withDutyCycle } from '../../lib/duty-cycle.ts';
import type { JobTask } from '../task.ts';

/** Checks the pending deliveries of every agency. */
export function enforcePendingQuotaTask(sql: TransactingSql, onDisabled: (endpoint: DisabledEndpoint) => void): JobTask {
  const look = withDutyCycle((signal) => limitPendingDeliveries(sql, signal, onDisabled));
  return { name: 'hold_pending', class: 'upkeep', cron: '* * * * *', run: (_payload, signal) => look(signal) };
}

/** Keeps the latest failure records of every agency. */
export function enforceFailureQuotaTask(sql: Sql): JobTask {
  const look = withDutyCycle((signal) => trimFailureRecords(sql, signal));
  return { name: 'hold_failures', class: 'upkeep', cron: '*/10 * * * *', run: (_payload, signal) => look(signal) };
}

/** Removes stored responses after their retention, and those that are too many or too long. */
export function enforceStoredAnswersTask(sql: Sql): JobTask {
  const look = withDutyCycle((signal) => trimIdempotentAnswers(sql, signal));
  return { name: 'hold_answers', class: 'upkeep', cron: '*/10 * * * *', run: (_payload, signal) => look(signal) };
}

/** Bounds the history of every agency: at each run, so that what is recorded between two of them is bounded too. */
export function enforceHistoryQuotaTask(sql: Sql): JobTask {
  return { name: 'hold_history', class: 'upkeep', cron: '* * * * *', run: (_payload, signal) => trimDeliveryHistory(sql, signal) };
}
