import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { removeIdleRateWindows } from '../server/access/keys/idle-rate-windows.ts';
import { rowsOf } from '../server/database/client/run-statement.ts';
import type { Sql, Statement } from '../server/database/client/sql.ts';
import { cleanUp } from '../server/delivery/upkeep/clean-up.ts';
import { refreshProjections } from '../server/projections/refresh-projections.ts';
import { removeOldAccessRecords } from '../server/retention/access-records.ts';
import { trimDeliveryHistory } from '../server/retention/delivery-history.ts';
import { trimFailureRecords } from '../server/retention/failure-records.ts';
import { trimIngestions } from '../server/retention/ingestions.ts';
import { trimInsightHistory } from '../server/retention/insight-history.ts';
import { limitPendingDeliveries } from '../server/retention/pending-deliveries.ts';
import { largeDatabase } from './much-data-people.ts';
import type { MuchDataServer } from './much-data-server.ts';
import type { Cost } from './much-data-statements.ts';

const never = new AbortController().signal;

interface JobSql extends Sql {
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
}

/** One round of each job, by its name and how often it runs. */
const rounds: Readonly<Record<string, (sql: JobSql) => Promise<unknown>>> = {
  'hold_pending, each minute': (sql) => limitPendingDeliveries(sql, never, () => undefined),
  'hold_history, each minute': (sql) => trimDeliveryHistory(sql, never),
  'refresh_projections, each 15 minutes': (sql) => refreshProjections(sql),
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

const readCounters = `
  SELECT (SELECT coalesce(sum(reads + hits), 0) FROM pg_stat_get_backend_io($1) WHERE object = 'relation')::float8 AS buffers,
         (SELECT wal_bytes FROM pg_stat_get_backend_wal($1))::float8 AS "walBytes"`;

type Counters = Pick<Cost, 'buffers' | 'walBytes'>;

/** Runs jobs of the service on a session of its own, whose work PostgreSQL counts apart from that of the others. */
class JobSession {
  readonly #client: pg.Client;
  readonly #watch: pg.Client;
  readonly #pid: number;
  #rows = 0;
  #calls = 0;

  private constructor(client: pg.Client, watch: pg.Client, pid: number) {
    this.#client = client;
    this.#watch = watch;
    this.#pid = pid;
  }

  static async open(url: string): Promise<JobSession> {
    const [client, watch] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
    await Promise.all([client.connect(), watch.connect()]);
    await client.query(`SET TIME ZONE 'UTC'`);
    await client.query(`SELECT set_config('role', current_user || '_worker', false)`);
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return new JobSession(client, watch, rows[0]!.pid);
  }

  async measure(round: (sql: JobSql) => Promise<unknown>): Promise<Cost> {
    const before = await this.#read();
    [this.#rows, this.#calls] = [0, 0];
    await round({ query: this.#query, transaction: this.#transaction });
    const [rows, calls] = [this.#rows, this.#calls];
    const after = await this.#read();
    return { calls, rows, buffers: after.buffers - before.buffers, walBytes: after.walBytes - before.walBytes };
  }

  async close(): Promise<void> {
    await Promise.all([this.#client.end(), this.#watch.end()]);
  }

  readonly #query = async <Row>(statement: Statement): Promise<Row[]> => {
    const rows = await rowsOf<Row>(this.#client, statement);
    this.#calls += 1;
    this.#rows += rows.length;
    return rows;
  };

  readonly #transaction = async <Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> => {
    await this.#client.query('BEGIN');
    try {
      const result = await work({ query: this.#query });
      await this.#client.query('COMMIT');
      return result;
    } catch (error) {
      await this.#client.query('ROLLBACK');
      throw error;
    }
  };

  /** A session reports what it did when its next transaction ends. */
  async #read(): Promise<Counters> {
    await this.#client.query('SELECT pg_stat_force_next_flush()');
    await sleep(100);
    return (await this.#watch.query<Counters>(readCounters, [this.#pid])).rows[0]!;
  }
}

/** What the second round of each job costs: the first one counts and removes what came together before. */
export async function measureJobs(server: MuchDataServer): Promise<Record<string, Cost>> {
  const session = await JobSession.open(server.urlOf(largeDatabase));
  const costs: Record<string, Cost> = {};
  try {
    for (const [name, round] of Object.entries(rounds)) {
      await session.measure(round);
      costs[`job ${name}`] = await session.measure(round);
    }
  } finally {
    await session.close();
  }
  return costs;
}
