import type { Sql } from '../database/client/sql.ts';
import type { Liveness } from '../lib/liveness.ts';

export async function sendHeartbeats(sql: Sql, workerIds: readonly string[]): Promise<void> {
  await sql.query({
    name: 'worker-heartbeat',
    text: `
      INSERT INTO job_workers (worker_id) SELECT unnest($1::text[])
      ON CONFLICT (worker_id) DO UPDATE SET seen_at = now(), beat = job_workers.beat + 1`,
    values: [workerIds],
  });
}

/** Workers, including those with locked jobs and without a heartbeat. */
const findWorkers = `
  SELECT worker_id AS id, beat FROM job_workers
  UNION ALL
  SELECT DISTINCT locked_by, -1 FROM graphile_worker.jobs j
   WHERE locked_by IS NOT NULL AND NOT EXISTS (SELECT FROM job_workers w WHERE w.worker_id = j.locked_by)`;

/** Unlocks the jobs of workers without heartbeats, which graphile-worker does only after four hours. Returns the ids of the workers. */
export async function unlockDeadWorkers(sql: Sql, liveness: Liveness, now: number): Promise<string[]> {
  const workers = await sql.query<{ id: string; beat: number }>({ name: 'find-job-workers', text: findWorkers });
  const suspected = liveness.observe(workers, now);
  if (suspected.length === 0) return [];
  const dead = workers.filter(({ id }) => suspected.includes(id));
  // A worker with a new heartbeat is alive.
  const removed = await sql.query<{ id: string }>({
    text: `
      WITH dead AS (SELECT * FROM unnest($1::text[], $2::bigint[]) AS dead (id, beat)), gone AS (
        DELETE FROM job_workers w USING dead WHERE w.worker_id = dead.id AND w.beat = dead.beat RETURNING w.worker_id AS id
      )
      SELECT id FROM gone UNION SELECT id FROM dead WHERE beat = -1`,
    values: [dead.map(({ id }) => id), dead.map(({ beat: seen }) => seen)],
  });
  const ids = removed.map(({ id }) => id);
  if (ids.length > 0) await sql.query({ text: 'SELECT graphile_worker.force_unlock_workers($1::text[])', values: [ids] });
  return ids;
}

export async function deregisterWorker(sql: Sql, workerIds: readonly string[]): Promise<void> {
  await sql.query({ text: 'DELETE FROM job_workers WHERE worker_id = ANY ($1)', values: [workerIds] });
}
