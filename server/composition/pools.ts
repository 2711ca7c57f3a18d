import { AgencyWrites } from '../database/replica/agency-writes.ts';
import { readDatabaseSetup } from '../database/client/roles.ts';
import type { OpenConnections } from '../database/client/timeout-client.ts';
import { limitPool, ofChecks, openWorkerPool } from '../database/client/worker-pool.ts';
import { IngestionPool } from '../ingestion/ingestion-pool.ts';
import type { Logger } from '../log/log.ts';
import type { NamedPool } from '../metrics/metrics.ts';
import { openDatabase } from '../orm/database.ts';
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

export type Pools = Awaited<ReturnType<typeof openPools>>;

/** Opens the pools of a process. Their sizes add up to `DATABASE_CONNECTIONS`. */
export async function openPools({ config, databaseUrl, log, replicaLateAfterMs, tracing }: PoolsOptions) {
  const { databaseDirectUrl } = config;
  const sizes = poolSizes(config.databaseConnections, databaseDirectUrl !== undefined);
  const open: OpenConnections = Object.assign(new Set<never>(), { tracing });
  const { roles, hasWorkers } = await readDatabaseSetup(databaseUrl);
  const replicaUrls = config.role === 'worker' ? [] : config.databaseReplicaUrls;
  const replicaOptions = { log, roles, hasWorkers, ...(replicaLateAfterMs ? { lateAfterMs: replicaLateAfterMs } : {}) };
  const onIdleError = (error: Error) => log.warn({ err: error }, 'lost an idle database connection');
  const api = openDatabase(databaseUrl, replicaUrls, sizes.requests, replicaOptions, open);
  const records = new IngestionPool(databaseUrl, sizes.records, open, roles.operator);
  const setUp = openDatabase(databaseUrl, [], sizes.setUp, {}, open);
  const worker = openWorkerPool(databaseUrl, sizes.worker, onIdleError, open, roles.worker);
  const sessions = databaseDirectUrl ? openWorkerPool(databaseDirectUrl, sizes.sessions, onIdleError, open, roles.worker) : worker;
  const checks = openWorkerPool(databaseUrl, sizes.checks, onIdleError, open, roles.worker, ofChecks);
  const operator = operatorDatabase(api, sizes.operators);
  const jobs = limitPool(worker, sizes.jobs);
  const named: readonly NamedPool[] = [
    { name: 'api', ...api.use },
    { name: 'operator', ...operator.use },
    { name: 'worker', ...worker.use },
    { name: 'jobs', ...jobs.use },
    ...(sessions === worker ? [] : [{ name: 'sessions', ...sessions.use }]),
    { name: 'records', ...records.use },
    ...api.replicas().map(({ name, use }) => ({ name: `replica ${name}`, ...use })),
  ];
  return {
    /** Requests with a key. */
    api,
    /** Requests of operators, over connections of `api`. */
    operator,
    /** The position of each agency's last write, for reads from replicas. */
    writes: new AgencyWrites(api),
    /** Ingested records. */
    records,
    /** The demo's data, as the user of `DATABASE_URL`. */
    setUp,
    /** Authentication, and writes in the background. */
    worker,
    /** The statements of jobs, over connections of `worker`. */
    jobs,
    /** Delivery and the job runners, which need lasting sessions: `worker`, unless that uses a pooler. */
    sessions,
    /** The service's checks of its own state. */
    checks,
    /** The limit of concurrent requests with a key. */
    requestsAtOnce: sizes.requests - sizes.operators,
    /** For metrics. */
    named,
    close: async () => void (await Promise.all([...new Set([api, setUp, worker, sessions, records, checks])].map((pool) => pool.close()))),
  };
}
