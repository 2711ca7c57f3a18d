import { ingestionsOfFan, ofFanByAccount, recoveriesOfFan } from '../../entities/erasure.ts';
import { eraseAudit } from './audit-step.ts';
import { eraseFanEvents } from './fan-events.ts';
import { eraseFanFailures, eraseFanPending } from './fan-payloads.ts';
import { anonymiseOrders, anonymiseSends, removeAiRequests, removeSpends } from './fan-facts.ts';
import { fromFront, type ErasureStep } from './step.ts';

const removeFrom = (table: 'insight_edits' | 'insights' | 'fans'): ErasureStep => ({
  table,
  async take(sql, { agencyId, fanId }) {
    const text = `WITH removed AS (DELETE FROM ${table} WHERE ${ofFanByAccount} RETURNING 1) SELECT count(*) AS count FROM removed`;
    const [row] = await sql.query<{ count: number }>({ text, values: [agencyId, fanId] });
    return fromFront(row!.count);
  },
});

/** A recovery that stopped at a fact of the fan begins again: it queues nothing that it has queued. */
const restartRecoveries: ErasureStep = {
  table: 'webhook_recoveries',
  async take(sql, { agencyId, fanId }) {
    const [row] = await sql.query<{ count: number }>({
      text: `
        WITH restarted AS (
          UPDATE webhook_recoveries SET source = NULL, after_at = NULL, after_id = NULL, counts = '[]'
           WHERE ${recoveriesOfFan}
          RETURNING 1
        )
        SELECT count(*) AS count FROM restarted`,
      values: [agencyId, fanId],
    });
    return { count: row!.count, next: null };
  },
};

/** Refused records may have named the fan. */
const clearIngestions: ErasureStep = {
  table: 'ingestions',
  async take(sql, { agencyId, fanId }) {
    const [row] = await sql.query<{ count: number }>({
      text: `
        WITH cleared AS (
          UPDATE ingestions SET detail = NULL, errors = NULL
           WHERE ${ingestionsOfFan}
          RETURNING 1
        )
        SELECT count(*) AS count FROM cleared`,
      values: [agencyId, fanId],
    });
    return { count: row!.count, next: null };
  },
};

/** Responses that the service stores to answer a repeated request alike: a request that is repeated across the erasure runs again. */
const removeStoredAnswers: ErasureStep = {
  table: 'idempotent_answers',
  async take(sql, { agencyId }) {
    const [row] = await sql.query<{ count: number }>({ text: 'SELECT remove_stored_answers($1)::int AS count', values: [agencyId] });
    return { count: row!.count, next: null };
  },
};

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
  eraseFanEvents,
  eraseFanFailures,
  eraseFanPending,
  clearIngestions,
  removeStoredAnswers,
  eraseAudit,
];
