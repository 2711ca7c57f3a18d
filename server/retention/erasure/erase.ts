import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../../generated/limits.ts';
import type { ErasedRows } from '../../../generated/models.ts';
import { lockTransactionFor } from '../../database/advisory-locks.ts';
import { removeRows } from '../../database/in-batches.ts';
import type { Sql, TransactingSql } from '../../database/client/sql.ts';
import { addErased, type ErasureRow } from '../../entities/erasure.ts';
import { agencySteps } from './agency-steps.ts';
import { fanSteps } from './fan-steps.ts';

/** Name of the job that runs an erasure. */
export const erasureTask = 'erase';

/** The job's payload. */
export interface ErasureJob {
  readonly erasureId: string;
}

export interface ErasurePace {
  /** The pause before another pass, in which attempts in flight and periodic writes of processes reach the database. */
  readonly settleMs: number;
  /** How long one job works before it goes to the end of the queue. */
  readonly turnMs: number;
}

export const usualPace: ErasurePace = { settleMs: 30_000, turnMs: 5_000 };

/**
 * A pass that changes nothing is the last one. After this many passes, newly ingested facts are not erased, so that an erasure always ends.
 */
const maxPasses = 5;

/** Adds jobs for erasures whose job was lost. */
const addMissingJobs = `
  SELECT add_erasure_job(e.id, now()) FROM erasures e
   WHERE e.ended_at IS NULL AND NOT EXISTS (SELECT FROM graphile_worker.jobs j WHERE j.key = 'erase:' || e.id)`;

export async function addMissingErasureJobs(sql: Sql): Promise<void> {
  await sql.query({ text: addMissingJobs });
}

/** Removes ended erasures after the retention of the audit log. */
export async function removeOldErasures(sql: Sql, signal: AbortSignal): Promise<void> {
  await removeRows(sql, signal, 'erasures', `ended_at < now() - interval '${limits.auditDays} days'`);
}

const openErasure = `
  SELECT id, agency_id, fan_id, requested_at, kind, status, ended_at, pass, step, after, found_in_pass, counts
    FROM erasures WHERE id = $1::uuid AND ended_at IS NULL`;

const progress = `
  UPDATE erasures
     SET status = $2, pass = $3, step = $4, after = $5, found_in_pass = $6, counts = $7::jsonb,
         fan_id = CASE WHEN $2 = 'completed' THEN NULL ELSE fan_id END,
         ended_at = CASE WHEN $2 = 'completed' THEN date_trunc('milliseconds', clock_timestamp()) END
   WHERE id = $1::uuid`;

/** The result of a batch and its pass. `elsewhere`: another process ended the pass and scheduled the next one. */
interface Taken {
  readonly outcome: 'continues' | 'settles' | 'elsewhere' | 'ended';
  readonly pass: number;
}

/**
 * Runs one batch and saves the progress in the same transaction. A turn belongs to one pass, `passOfTurn`, so that two processes with the
 * same erasure do not skip the pause between passes.
 */
async function takeBatch(sql: Sql, erasureId: string, passOfTurn: number | undefined): Promise<Taken> {
  await sql.query({ text: `SELECT ${lockTransactionFor('erasures', '$1::text')}`, values: [erasureId] });
  const [row] = await sql.query<ErasureRow>({ text: openErasure, values: [erasureId] });
  if (!row) return { outcome: 'ended', pass: 0 };
  const { agency_id: agencyId, fan_id, pass, step, after, found_in_pass: found, counts } = row;
  if (passOfTurn !== undefined && pass !== passOfTurn) return { outcome: 'elsewhere', pass };
  const steps = row.kind === 'agency' ? agencySteps : fanSteps;
  const note = (status: string, ...values: readonly unknown[]) => sql.query({ text: progress, values: [erasureId, status, ...values] });
  const current = steps[step];
  if (!current) {
    const isLast = (pass > 1 && found === 0) || pass >= maxPasses;
    await note(isLast ? 'completed' : 'running', pass + 1, 0, '', 0, JSON.stringify(counts));
    return { outcome: isLast ? 'ended' : 'settles', pass };
  }
  const batch = await current.take(sql, { erasureId, agencyId, fanId: fan_id ?? '', isLastPass: pass >= maxPasses }, after);
  const { count, next, further = [] } = batch;
  const total = [{ table: current.table, count }, ...further].reduce<readonly ErasedRows[]>(
    (sum, rows) => addErased(sum, rows.table, rows.count),
    counts,
  );
  await note('running', pass, next === null ? step + 1 : step, next ?? '', found + count, JSON.stringify(total));
  return { outcome: 'continues', pass };
}

/**
 * Runs an erasure for one turn, batch by batch, with a pause of the same length after each batch. Another job continues it, after
 * `settleMs` if a pass has ended.
 */
export async function erase(
  database: TransactingSql,
  { erasureId }: ErasureJob,
  signal: AbortSignal,
  { settleMs, turnMs }: ErasurePace = usualPace,
): Promise<void> {
  const endsAt = Date.now() + turnMs;
  let taken: Taken | undefined;
  do {
    signal.throwIfAborted();
    const startedAt = Date.now();
    taken = await database.transaction((sql) => takeBatch(sql, erasureId, taken?.pass));
    await sleep(Date.now() - startedAt, undefined, { signal });
  } while (taken.outcome === 'continues' && Date.now() < endsAt);
  const { outcome } = taken;
  if (outcome === 'ended' || outcome === 'elsewhere') return;
  const waitMs = outcome === 'settles' ? settleMs : 0;
  await database.query({
    text: "SELECT add_erasure_job($1::uuid, now() + $2 * interval '1 millisecond')",
    values: [erasureId, waitMs],
  });
}
