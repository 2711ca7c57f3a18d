import type { Sql } from '../../database/client/sql.ts';
import { removeOldAccessRecords } from '../../retention/access-records.ts';
import { boundIngestions } from '../../retention/ingestions.ts';
import { boundInsightHistory } from '../../retention/insight-history.ts';
import { removeRetiredJobs } from '../retired-jobs.ts';
import type { JobTask } from '../task.ts';

export function applyRetentionTask(sql: Sql): JobTask {
  return {
    name: 'apply_retention',
    class: 'upkeep',
    cron: '47 * * * *',
    runsAtStart: true,
    async run(_payload, signal) {
      await removeRetiredJobs(sql, signal);
      await boundInsightHistory(sql, signal);
      await removeOldAccessRecords(sql, signal);
      await boundIngestions(sql, signal);
    },
  };
}
