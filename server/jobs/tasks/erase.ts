import { erase, erasureTask, type ErasureJob, type ErasurePace, type Transactions } from '../../retention/erasure/erase.ts';
import type { JobTask } from '../task.ts';

export function eraseTask(database: Transactions, pace?: ErasurePace): JobTask {
  return { name: erasureTask, class: 'replay', run: (payload, signal) => erase(database, payload as ErasureJob, signal, pace) };
}
