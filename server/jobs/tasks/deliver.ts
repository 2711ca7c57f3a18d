import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryWake } from '../../delivery/wake.ts';
import { wakeUpTask } from '../../events/wake-up-job.ts';
import type { JobTask } from '../task.ts';

/** Bounds how many wake-ups run per second, however many publications there are. */
const gatherMs = 50;

/**
 * The wake-up call that a publisher leaves for the workers. It calls at once, and again at its end for those who found
 * it waiting, added none of their own and committed meanwhile.
 */
export function deliverTask(deliverer: DeliveryWake): JobTask {
  return {
    name: wakeUpTask,
    async run() {
      deliverer.wake();
      await sleep(gatherMs);
      deliverer.wake();
    },
  };
}
