import { AgencyWrites } from '../database/replica/agency-writes.ts';
import { readFacts } from '../database/client/roles.ts';
import type { OpenConnections } from '../database/client/timeout-client.ts';
import { limitPool, ofChecks, openWorkerPool, type LimitedPool, type WorkerPool } from '../database/client/worker-pool.ts';
import { RecordPool } from '../ingestion/record-pool.ts';
import type { Logger } from '../log/log.ts';
import type { NamedPool } from '../metrics/metrics.ts';
import { openDatabase, type OpenDatabase } from '../orm/database.ts';
import { operatorDatabase } from '../orm/operator-database.ts';
import type { Config } from '../config/config.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { poolSizes } from './pool-sizes.ts';

export interface PoolsOptions {
  readonly config: Pick<Config, 'role' | 'databaseConnections' | 'databaseReplicaUrls' | 'databaseDirectUrl'>;
  readonly databaseUrl: string;
  readonly log: Logger;
  readonly replicaLateAfterMs?: number | undefined;
  readonly tracing: Tracing;
}

/** The connections of a process, by what they are for. */
export interface Pools {
  /** Requests with a key. */
  readonly api: OpenDatabase;
  /** Requests of operators, on the connections of `api`. */
  readonly operator: ReturnType<typeof operatorDatabase>;
  /** Positions of the last write of each agency, for reads from replicas. */
  readonly writes: AgencyWrites;
  /** Ingested records. */
  readonly records: RecordPool;
  /** The demo's data, as the user of `DATABASE_URL`. */
  readonly setUp: OpenDatabase;
  /** Authentication, and what is written in the background. */
  readonly worker: WorkerPool;
  /** The statements of jobs, on connections of `worker`. */
  readonly jobs: LimitedPool;
  /** What needs a session that lasts: delivery and the job runners. The worker's, unless that goes through a pooler. */
  readonly sessions: WorkerPool;
  /** The service's checks of itself. */
  readonly checks: WorkerPool;
  /** Requests with a key that may run at once. */
  readonly requestsAtOnce: number;
  /** All of them, for metrics. */
  readonly named: readonly NamedPool[];
  close(): Promise<void>;
}

/** Opens the pools of a process. Their sizes add up to `DATABASE_CONNECTIONS`. */
export async function openPools({ config, databaseUrl, log, replicaLateAfterMs, tracing }: PoolsOptions): Promise<Pools> {
  const { databaseDirectUrl } = config;
  const sizes = poolSizes(config.databaseConnections, databaseDirectUrl !== undefined);
  const open: OpenConnections = Object.assign(new Set<never>(), { tracing });
  const { roles, hasWorkers } = await readFacts(databaseUrl);
  const replicaUrls = config.role === 'worker' ? [] : config.databaseReplicaUrls;
  const replicaOptions = { log, roles, hasWorkers, ...(replicaLateAfterMs ? { lateAfterMs: replicaLateAfterMs } : {}) };
  const onIdleError = (error: Error) => log.warn({ err: error }, 'lost an idle database connection');
  const api = openDatabase(databaseUrl, replicaUrls, sizes.requests, replicaOptions, open);
  const records = new RecordPool(databaseUrl, sizes.records, open, roles.operator);
  const setUp = openDatabase(databaseUrl, [], sizes.setUp, {}, open);
  const worker = openWorkerPool(databaseUrl, sizes.worker, onIdleError, open, roles.worker);
  const sessions = databaseDirectUrl ? openWorkerPool(databaseDirectUrl, sizes.sessions, onIdleError, open, roles.worker) : worker;
  const checks = openWorkerPool(databaseUrl, sizes.checks, onIdleError, open, roles.worker, ofChecks);
  const operator = operatorDatabase(api, sizes.operators);
  const jobs = limitPool(worker, sizes.jobs);
  return {
    api,
    operator,
    writes: new AgencyWrites(api),
    records,
    setUp,
    worker,
    jobs,
    sessions,
    checks,
    requestsAtOnce: sizes.requests - sizes.operators,
    named: [
      { name: 'api', ...api.use },
      { name: 'operator', ...operator.use },
      { name: 'worker', ...worker.use },
      { name: 'jobs', ...jobs.use },
      ...(sessions === worker ? [] : [{ name: 'sessions', ...sessions.use }]),
      { name: 'records', ...records.use },
      ...api.replicas().map(({ name, use }) => ({ name: `replica ${name}`, ...use })),
    ],
    close: async () => void (await Promise.all([...new Set([api, setUp, worker, sessions, records, checks])].map((pool) => pool.close()))),
  };
}
