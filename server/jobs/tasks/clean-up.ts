import { removeIdleRateWindows } from '../../access/keys/idle-rate-windows.ts';
import type { Sql } from '../../database/client/sql.ts';
import { cleanUp } from '../../delivery/upkeep/clean-up.ts';
import { addMissingReplayJobs } from '../../events/bulk-replay.ts';
import { addMissingRecoveryJobs } from '../../events/recovery.ts';
import { addMissingErasureJobs } from '../../retention/erasure/erase.ts';
import type { JobTask } from '../task.ts';

export function cleanUpTask(sql: Sql): JobTask {
  return {
    name: 'clean_up',
    class: 'upkeep',
    cron: '17 * * * *',
    async run(_payload, signal) {
      await removeIdleRateWindows(sql);
      await addMissingReplayJobs(sql);
      await addMissingRecoveryJobs(sql);
      await addMissingErasureJobs(sql);
      await cleanUp(sql, signal);
    },
  };
}
