import type { TransactingSql } from '../../database/client/sql.ts';
import { recoverEvents, recoveryTask, type RecoveryJob } from '../../events/recovery.ts';
import type { Outbox } from '../../events/outbox.ts';
import type { JobTask } from '../task.ts';

export function recoverEventsTask(database: TransactingSql, outbox: Outbox): JobTask {
  return { name: recoveryTask, class: 'replay', run: (payload, signal) => recoverEvents(database, outbox, payload as RecoveryJob, signal) };
}
