import { limits } from '../../generated/limits.ts';
import { removeRows } from '../database/in-batches.ts';
import type { Sql } from '../database/client/sql.ts';
import { forEachAgency } from './each-agency.ts';

const expired = `created_at <= now() - interval '${limits.idempotencyHours} hours'`;

const hasAnswers = '(SELECT true FROM idempotent_answers a WHERE a.agency_id = q.agency_id LIMIT 1)';

/** The time of the latest of an agency's answers that are too many. */
const latestBeyond = `
  SELECT created_at::text AS latest FROM idempotent_answers WHERE agency_id = $1 ORDER BY created_at DESC OFFSET $2 LIMIT 1`;

/** Removes responses to requests with an idempotency key after their retention, and the oldest of an agency that has more than `most`. */
export async function trimIdempotentAnswers(sql: Sql, signal: AbortSignal, most: number = limits.idempotentAnswersOfAgency): Promise<void> {
  await removeRows(sql, signal, 'idempotent_answers', `agency_id IS NULL AND ${expired}`);
  await forEachAgency(sql, signal, hasAnswers, async (agencyId) => {
    await removeRows(sql, signal, 'idempotent_answers', `agency_id = $1 AND ${expired}`, [agencyId]);
    const [beyond] = await sql.query<{ latest: string }>({ text: latestBeyond, values: [agencyId, most] });
    if (beyond)
      await removeRows(sql, signal, 'idempotent_answers', 'agency_id = $1 AND created_at <= $2::timestamptz', [agencyId, beyond.latest]);
  });
}
