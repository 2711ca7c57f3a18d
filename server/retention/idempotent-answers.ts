import { limits } from '../../generated/limits.ts';
import { runInBatches, removeRows } from '../database/in-batches.ts';
import type { Sql } from '../database/client/sql.ts';
import { forEachAgency } from './each-agency.ts';

const expired = `created_at <= now() - interval '${limits.idempotencyHours} hours'`;

const hasAnswers = '(SELECT true FROM idempotent_answers a WHERE a.agency_id = q.agency_id LIMIT 1)';

const storedResponses = {
  answers: limits.idempotentAnswersOfAgency,
  bytes: limits.idempotentAgencyBytes,
  bytesOfCaller: limits.idempotentCallerBytes,
};

/** Each batch sums all responses of the agency again. */
const batchSize = 5_000;

/** Removes the oldest responses beyond the limits: first those of each caller, so that one caller does not displace responses of others. */
const removeBeyond = `
  WITH sized AS MATERIALIZED (
    SELECT a.key_hash, a.created_at, octet_length(a.answer) AS bytes,
           sum(octet_length(a.answer)) OVER (PARTITION BY a.caller ORDER BY a.created_at DESC, a.key_hash) AS of_caller
      FROM idempotent_answers a WHERE a.agency_id = $1
  ), summed AS (
    SELECT s.key_hash, row_number() OVER latest AS place, sum(s.bytes) OVER latest AS of_agency
      FROM sized s WHERE s.of_caller <= $4 WINDOW latest AS (ORDER BY s.created_at DESC, s.key_hash)
  ), removed AS (
    DELETE FROM idempotent_answers a
     WHERE a.key_hash IN (
       SELECT s.key_hash FROM sized s WHERE s.of_caller > $4
        UNION ALL
       SELECT s.key_hash FROM summed s WHERE s.place > $2 OR s.of_agency > $3
        LIMIT ${batchSize})
    RETURNING 1
  )
  SELECT count(*) AS count FROM removed`;

/** Removes responses to requests with an idempotency key after their retention, and the oldest beyond the limit of an agency or a caller. */
export async function trimIdempotentAnswers(
  sql: Sql,
  signal: AbortSignal,
  { answers, bytes, bytesOfCaller } = storedResponses,
): Promise<void> {
  await removeRows(sql, signal, 'idempotent_answers', `agency_id IS NULL AND ${expired}`);
  await forEachAgency(sql, signal, hasAnswers, async (agencyId) => {
    await removeRows(sql, signal, 'idempotent_answers', `agency_id = $1 AND ${expired}`, [agencyId]);
    await runInBatches(sql, signal, batchSize, { text: removeBeyond, values: [agencyId, answers, bytes, bytesOfCaller] });
  });
}
