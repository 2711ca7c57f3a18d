import type { OperatorNotice, OperatorNotifier } from '../../delivery/send/operator-notifier.ts';
import type { JobTask } from '../task.ts';

/** Sends an event about an endpoint to the operator. Where no address is set, it is dropped. They are in one queue, so that an address that hangs takes one place. */
export function notifyOperatorTask(notifier: OperatorNotifier | undefined): JobTask {
  return {
    name: 'notify_operator',
    class: 'replay',
    run: async (payload, signal, attempt) => notifier?.send(payload as OperatorNotice, signal, attempt),
  };
}
