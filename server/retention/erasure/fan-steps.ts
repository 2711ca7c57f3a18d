import { rowsOfFan } from '../../entities/erasure.ts';
import { eraseAudit } from './audit-step.ts';
import { eraseFanEvents, eraseLateResponses } from './fan-events.ts';
import { eraseFanFailures, eraseFanPending } from './fan-payloads.ts';
import { anonymiseOrders, anonymiseSends, removeAiRequests, removeSpends } from './fan-facts.ts';
import { atOnce, countingStep, fromFront, ofAgency, ofFan, type ErasureStep } from './step.ts';

const changedRows = (change: string) => `WITH changed AS (${change} RETURNING 1) SELECT count(*) AS count FROM changed`;

const removeFrom = (table: 'insight_edits' | 'insights' | 'fans') =>
  countingStep(table, { text: changedRows(`DELETE FROM ${table} WHERE ${rowsOfFan(table)}`), valuesOf: ofFan }, fromFront);

const restart = `
  UPDATE webhook_recoveries SET source = NULL, after_at = NULL, after_id = NULL, counts = '[]'
   WHERE ${rowsOfFan('webhook_recoveries')}`;

/** A recovery that stopped at a fact of the fan begins again: it queues nothing that it has queued. */
const restartRecoveries = countingStep('webhook_recoveries', { text: changedRows(restart), valuesOf: ofFan }, atOnce);

const clear = `UPDATE ingestions SET detail = NULL, errors = NULL WHERE ${rowsOfFan('ingestions')}`;

/** Refused records may have named the fan. */
const clearIngestions = countingStep('ingestions', { text: changedRows(clear), valuesOf: ofFan }, atOnce);

/** Responses that the service stores to answer a repeated request alike: a request that is repeated across the erasure runs again. */
const removeStoredAnswers = countingStep(
  'idempotent_answers',
  { text: 'SELECT remove_stored_answers($1)::int AS count', valuesOf: ofAgency },
  atOnce,
);

/**
 * Everything about a fan, on all accounts of the agency: first the facts from which events could be made again, then events and deliveries.
 * Spends go after the orders that they are sums of.
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
