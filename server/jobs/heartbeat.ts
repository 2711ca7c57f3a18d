import type { Sql } from '../database/sql.ts';

/** A worker that was not seen for so long is dead: its jobs are unlocked, which graphile-worker itself does after four hours. */
const deadAfter = `interval '60 seconds'`;

/** Says that the worker lives. */
export async function beat(sql: Sql, workerId: string): Promise<void> {
  await sql.query({
    name: 'worker-heartbeat',
    text: 'INSERT INTO job_workers (worker_id) VALUES ($1) ON CONFLICT (worker_id) DO UPDATE SET seen_at = now()',
    values: [workerId],
  });
}

/** Unlocks the jobs of workers whose heartbeat stopped. Answers with their ids. */
export async function unlockDeadWorkers(sql: Sql): Promise<string[]> {
  const dead = await sql.query<{ worker_id: string }>({
    name: 'find-dead-workers',
    text: `
      WITH forgotten AS (DELETE FROM job_workers WHERE seen_at < now() - interval '1 day')
      SELECT DISTINCT locked_by AS worker_id
        FROM graphile_worker.jobs j
       WHERE locked_by IS NOT NULL AND locked_at < now() - ${deadAfter}
         AND NOT EXISTS (SELECT FROM job_workers w WHERE w.worker_id = j.locked_by AND w.seen_at > now() - ${deadAfter})`,
  });
  const ids = dead.map(({ worker_id }) => worker_id);
  if (ids.length > 0) await sql.query({ text: 'SELECT graphile_worker.force_unlock_workers($1::text[])', values: [ids] });
  return ids;
}

export async function sayGoodbye(sql: Sql, workerId: string): Promise<void> {
  await sql.query({ text: 'DELETE FROM job_workers WHERE worker_id = $1', values: [workerId] });
}
