import type { Sql } from '../../database/client/sql.ts';
import { rateFailures, type RatedEndpoint } from '../../delivery/upkeep/failure-rates.ts';
import type { JobTask } from '../task.ts';

/** Finds endpoints most of whose latest attempts fail. */
export function findFailingTask(sql: Sql, isOperatorNotified: boolean, onRated: (endpoint: RatedEndpoint) => void): JobTask {
  return {
    name: 'find_failing',
    class: 'upkeep',
    cron: '* * * * *',
    async run() {
      for (const endpoint of await rateFailures(sql, isOperatorNotified)) onRated(endpoint);
    },
  };
}
