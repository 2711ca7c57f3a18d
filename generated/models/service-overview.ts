// Generated from spec/ by `npm run generate`. Do not edit.

import type { ServiceDeliverer } from './service-deliverer.ts';
import type { ServiceReplica } from './service-replica.ts';
import type { ServiceProjection } from './service-projection.ts';
import type { ServiceDatabase } from './service-database.ts';
import type { ServicePool } from './service-pool.ts';
import type { ServiceWorker } from './service-worker.ts';
import type { ServiceBacklog } from './service-backlog.ts';
import type { ServiceJobs } from './service-jobs.ts';

/**
 * What delivers and works, what waits, and how the database is.
 */
export interface ServiceOverview {
  /** When it was looked up. */
  measured_at: string;
  /** Leases of processes that deliver, the latest first, and those that ended lately. */
  deliverers: Array<ServiceDeliverer>;
  /** Workers of jobs. */
  workers: Array<ServiceWorker>;
  /** What jobs there are, by task. */
  jobs: Array<ServiceJobs>;
  /** The projections that lists and analytics read. */
  projections: Array<ServiceProjection>;
  backlog: ServiceBacklog;
  /** Pools of database connections of the process that answers. */
  pools: Array<ServicePool>;
  /** Read replicas, as the process that answers sees them. */
  replicas: Array<ServiceReplica>;
  database: ServiceDatabase;
}
