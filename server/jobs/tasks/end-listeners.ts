import { endListeners } from '../../access/listener-endpoints.ts';
import type { Outbox } from '../../events/outbox.ts';
import type { TransactingSql } from '../../database/client/sql.ts';
import type { JobTask } from '../task.ts';

/** Deletes listeners that had no stream for long. */
export function endListenersTask(sql: TransactingSql, outbox: Outbox): JobTask {
  return {
    name: 'end_listeners',
    class: 'upkeep',
    cron: '* * * * *',
    runsAtStart: true,
    async run() {
      outbox.drain(await endListeners(sql));
    },
  };
}
