import type { Sql } from '../../database/sql.ts';
import { replayBatch, replayTask, type ReplayJob } from '../../events/bulk-replay.ts';
import type { JobTask } from '../task.ts';

export function replayFailuresTask(sql: Sql): JobTask {
  return { name: replayTask, run: (payload, signal) => replayBatch(sql, payload as ReplayJob, signal) };
}
