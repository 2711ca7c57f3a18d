import pg from 'pg';
import { removeIdleRateWindows } from '../server/access/keys/idle-rate-windows.ts';
import { rowsOf } from '../server/database/client/run-statement.ts';
import type { Sql, TransactingSql } from '../server/database/client/sql.ts';
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

/** One round of each job, by its name and how often it runs. */
const rounds: Readonly<Record<string, (sql: TransactingSql) => Promise<unknown>>> = {
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

/** Jobs run on one connection, in their role. */
async function connectedJobs(client: pg.Client): Promise<TransactingSql> {
  await client.connect();
  await client.query(`SET TIME ZONE 'UTC'`);
  await client.query(`SELECT set_config('role', current_user || '_worker', false)`);
  const sql: Sql = { query: (statement) => rowsOf(client, statement) };
  return {
    ...sql,
    async transaction(work) {
      await client.query('BEGIN');
      try {
        const result = await work(sql);
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      }
    },
  };
}

/** What the second round of each job costs: the first one counts and removes what came together before. */
export async function measureJobs(url: string, counts: StatementCounts): Promise<Map<string, Cost>> {
  const client = new pg.Client({ connectionString: url });
  const costs = new Map<string, Cost>();
  try {
    const sql = await connectedJobs(client);
    for (const [name, round] of Object.entries(rounds)) {
      await round(sql);
      await counts.reset();
      await round(sql);
      costs.set(`job ${name}`, await counts.all());
    }
  } finally {
    await client.end();
  }
  return costs;
}
