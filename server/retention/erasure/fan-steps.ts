import { conditionOfFan } from '../../entities/erasure.ts';
import { eraseFanEvents, eraseLateResponses } from './fan-events.ts';
import { eraseFanFailures, eraseFanPending } from './fan-payloads.ts';
import { anonymiseOrders, anonymiseSends, removeAiRequests, removeSpends } from './fan-facts.ts';
import { atOnce, countingStep, eraseAudit, fromFront, type ErasureStep } from './step.ts';

const changedRows = (change: string) => `WITH changed AS (${change} RETURNING 1) SELECT count(*) AS count FROM changed`;

const removeFrom = (table: 'insight_edits' | 'insights' | 'fans') =>
  countingStep(table, changedRows(`DELETE FROM ${table} WHERE ${conditionOfFan(table)}`), fromFront);

const restart = `
  UPDATE webhook_recoveries SET source = NULL, after_at = NULL, after_id = NULL, counts = '[]'
   WHERE ${conditionOfFan('webhook_recoveries')}`;

/** A recovery whose position names the fan begins again. It queues no event twice. */
const restartRecoveries = countingStep('webhook_recoveries', changedRows(restart), atOnce);

const clear = `UPDATE ingestions SET detail = NULL, errors = NULL WHERE ${conditionOfFan('ingestions')}`;

/** Details of refused records may name the fan. */
const clearIngestions = countingStep('ingestions', changedRows(clear), atOnce);

/** Responses stored for idempotency keys. A request that is repeated after the erasure runs again. */
const removeStoredAnswers = countingStep('idempotent_answers', 'SELECT remove_stored_answers($1)::int AS count', atOnce);

/**
 * Everything about a fan, on all accounts of the agency. First the facts, from which events could be reconstructed, then events and
 * deliveries. Spend rows are removed after the orders that they sum up.
 */
export const fanSteps: readonly ErasureStep[] = [
  removeFrom('insight_edits'),
  removeFrom('insights'),
  removeFrom('fans'),
  anonymiseOrders,
  removeSpends,
  anonymiseSends,
  removeAiRequests,
  restartRecoveries,
  eraseLateResponses,
  eraseFanEvents,
  eraseFanFailures,
  eraseFanPending,
  clearIngestions,
  removeStoredAnswers,
  eraseAudit,
];
