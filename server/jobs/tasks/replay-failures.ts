import type { Sql } from '../../database/client/sql.ts';
import { replayBatch, replayTask, type ReplayJob } from '../../events/bulk-replay.ts';
import type { Outbox } from '../../events/outbox.ts';
import type { JobTask } from '../task.ts';

export function replayFailuresTask(sql: Sql, outbox: Outbox): JobTask {
  return { name: replayTask, class: 'replay', run: (payload, signal) => replayBatch(sql, outbox, payload as ReplayJob, signal) };
}
