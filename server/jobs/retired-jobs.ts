import { removeInBatches } from '../database/in-batches.ts';
import type { Sql } from '../database/client/sql.ts';

/** Names of tasks that no process of this release runs. Their jobs would wait for ever. */
const retiredTasks = ['publish_publications'];

const batchSize = 1_000;

const jobsOfRetiredTasks = `
  WITH retired AS (
    SELECT id FROM graphile_worker.jobs WHERE task_identifier = ANY($1) AND locked_at IS NULL LIMIT ${batchSize}
  ), removed AS (
    SELECT graphile_worker.complete_jobs(array_agg(id)) FROM retired
  )
  SELECT count(*) AS count FROM removed`;

/** Removes the jobs that an earlier release left behind, or still adds while it is being replaced. */
export function removeRetiredJobs(sql: Sql, signal: AbortSignal): Promise<void> {
  return removeInBatches(sql, signal, batchSize, { text: jobsOfRetiredTasks, values: [retiredTasks] });
}
