import { removeIdleRateWindows } from '../server/access/keys/idle-rate-windows.ts';
import { readRoles } from '../server/database/client/roles.ts';
import { openWorkerPool, type WorkerPool } from '../server/database/client/worker-pool.ts';
import { cleanUp } from '../server/delivery/upkeep/clean-up.ts';
import { updateProjections } from '../server/projections/refresh-projections.ts';
import { removeOldAccessRecords } from '../server/retention/access-records.ts';
import { trimDeliveryHistory } from '../server/retention/delivery-history.ts';
import { trimFailureRecords } from '../server/retention/failure-records.ts';
import { trimIngestions } from '../server/retention/ingestions.ts';
import { trimInsightHistory } from '../server/retention/insight-history.ts';
import { limitPendingDeliveries } from '../server/retention/pending-deliveries.ts';
import type { Cost, StatementCounts } from './much-data-statements.ts';

const never = new AbortController().signal;

/** One round of each job, with its name and its interval. */
const rounds: Readonly<Record<string, (sql: WorkerPool) => Promise<unknown>>> = {
  'hold_pending, each minute': (sql) => limitPendingDeliveries(sql, never, () => undefined),
  'hold_history, each minute': (sql) => trimDeliveryHistory(sql, never),
  'refresh_projections, each 15 minutes': (sql) => updateProjections(sql),
  'hold_failures, each 10 minutes': (sql) => trimFailureRecords(sql, never),
  'clean_up, each hour': async (sql) => {
    await removeIdleRateWindows(sql);
    await cleanUp(sql, never);
  },
  'apply_retention, each hour': async (sql) => {
    await trimInsightHistory(sql, never);
    await removeOldAccessRecords(sql, never);
    await trimIngestions(sql, never);
  },
};

/** The costs of the second round of each job. The first round processes the accumulated rows. */
export async function measureJobs(url: string, counts: StatementCounts): Promise<Map<string, Cost>> {
  const { worker } = await readRoles(url);
  const pool = openWorkerPool(url, 1, () => undefined, new Set(), worker);
  const costs = new Map<string, Cost>();
  try {
    for (const [name, round] of Object.entries(rounds)) {
      await round(pool);
      await counts.reset();
      await round(pool);
      costs.set(`job ${name}`, await counts.all());
    }
  } finally {
    await pool.close();
  }
  return costs;
}
