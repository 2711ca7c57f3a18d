import type { DeliveryWake } from '../../delivery/wake.ts';
import { wakeUpTask } from '../../events/wake-up-job.ts';
import type { JobTask } from '../task.ts';

/** The wake-up call that a publisher leaves for the workers. */
export function deliverTask(deliverer: DeliveryWake): JobTask {
  return {
    name: wakeUpTask,
    async run() {
      deliverer.wake();
    },
  };
}
