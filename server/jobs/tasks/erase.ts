import type { TransactingSql } from '../../database/client/sql.ts';
import { erase, erasureTask, type ErasureJob, type ErasurePace } from '../../retention/erasure/erase.ts';
import type { JobTask } from '../task.ts';

export function eraseTask(database: TransactingSql, pace?: ErasurePace): JobTask {
  return { name: erasureTask, class: 'replay', run: (payload, signal) => erase(database, payload as ErasureJob, signal, pace) };
}
