import { tryLockTransaction } from '../database/advisory-locks.ts';
import type { Sql } from '../database/sql.ts';

/** Name of the job that tells workers to look for due deliveries. */
export const wakeUpTask = 'deliver';

/**
 * SQL that adds the wake-up job where `condition` holds, unless one waits already or another transaction is adding
 * one: publishers never wait for each other. A wake-up that is missed that way delays a delivery until the next
 * sweep, no longer. The jobs run one after another.
 */
export const addWakeUpJobWhere = (condition: string) => `
  SELECT graphile_worker.add_job('${wakeUpTask}', queue_name => '${wakeUpTask}', max_attempts => 1)
   WHERE ${condition}
     AND NOT EXISTS (
           SELECT FROM graphile_worker.jobs WHERE task_identifier = '${wakeUpTask}' AND locked_at IS NULL AND attempts < max_attempts)
     AND ${tryLockTransaction('wakeUp')}`;

export async function addWakeUpJob(transaction: Sql): Promise<void> {
  await transaction.query({ name: 'add-wake-up-job', text: addWakeUpJobWhere('true') });
}
