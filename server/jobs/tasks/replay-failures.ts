import type { Sql } from '../../database/sql.ts';
import { replayInBatches, replayTask, type ReplayOrder } from '../../events/replay.ts';
import type { JobTask } from '../task.ts';

export function replayFailuresTask(sql: Sql): JobTask {
  return { name: replayTask, run: (payload, signal) => replayInBatches(sql, payload as ReplayOrder, signal) };
}
