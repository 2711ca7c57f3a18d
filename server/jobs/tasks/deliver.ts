import type { Dispatcher } from '../../delivery/claim/dispatcher.ts';
import { wakeUpTask, type WakeUp } from '../../events/wake-ups.ts';
import type { JobTask } from '../task.ts';

/** Notifies the deliverer which endpoints have due deliveries. A call of a former release names none: a sweep finds them. */
export function deliverTask(deliverer: Pick<Dispatcher, 'wake'>): JobTask {
  return {
    name: wakeUpTask,
    class: 'wake-up',
    async run(payload) {
      deliverer.wake((payload as Partial<WakeUp> | null)?.endpoints ?? []);
    },
  };
}
