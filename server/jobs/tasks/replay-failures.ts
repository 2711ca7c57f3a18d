import type { Sql } from '../../database/client/sql.ts';
import { replayFailures, replayTask, type ReplayJob } from '../../events/bulk-replay.ts';
import type { Outbox } from '../../events/outbox.ts';
import type { JobTask } from '../task.ts';

export function replayFailuresTask(sql: Sql, outbox: Outbox): JobTask {
  return { name: replayTask, class: 'replay', run: (payload, signal) => replayFailures(sql, outbox, payload as ReplayJob, signal) };
}
