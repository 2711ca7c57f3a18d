import type { Sql } from '../../database/client/sql.ts';
import { removeOldAccessRecords } from '../../retention/access-records.ts';
import { removeOldErasures } from '../../retention/erasure/erase.ts';
import { trimIngestions } from '../../retention/ingestions.ts';
import { trimInsightHistory } from '../../retention/insight-history.ts';
import type { JobTask } from '../task.ts';

export function applyRetentionTask(sql: Sql): JobTask {
  return {
    name: 'apply_retention',
    class: 'upkeep',
    cron: '47 * * * *',
    runsAtStart: true,
    async run(_payload, signal) {
      await trimInsightHistory(sql, signal);
      await removeOldAccessRecords(sql, signal);
      await trimIngestions(sql, signal);
      await removeOldErasures(sql, signal);
    },
  };
}
