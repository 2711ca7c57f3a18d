import type pg from 'pg';
import { lease } from './leasing-pool.ts';
import { inRole } from './roles.ts';
import { inUtc, rowsOf, session } from './run-statement.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import type { Sql } from './sql.ts';
import { inTransaction } from './transaction.ts';
import { useOf, timeoutPool, type OpenConnections, type PoolUse } from './timeout-client.ts';

export interface WorkerPool extends Sql {
  readonly pool: pg.Pool;
  readonly use: PoolUse;
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const ofWorker: pg.PoolConfig = { ...session, application_name: 'agency-service worker' };

/**
 * Settings of the connections for checks of the service's own state. The database ends a statement before the check gives up. A connection
 * without a response is closed a little later.
 */
export const ofChecks: pg.PoolConfig = {
  application_name: 'agency-service checks',
  statement_timeout: 1_500,
  query_timeout: 1_900,
  connectionTimeoutMillis: 1_500,
  idleTimeoutMillis: 60_000,
  keepAlive: true,
};

/** The pool of authentication and delivery, which graphile-worker shares; with another `purpose`, a separate pool. */
export function openWorkerPool(
  url: string,
  size: number,
  onIdleError: (error: Error) => void,
  open: OpenConnections = new Set(),
  role?: string,
  purpose = ofWorker,
): WorkerPool {
  const pool = timeoutPool(open, {
    ...purpose,
    connectionString: url,
    max: size,
    settings: { ...inUtc, ...inRole(role) },
  });
  let isClosing = false;
  // `pool.end` resolves before its connections are closed, so that the server may end them first.
  pool.on('error', (error) => {
    if (!isClosing) onIdleError(error);
  });
  // Without a listener, graphile-worker warns and adds its own.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    pool,
    use: useOf(pool),
    query: (statement) => rowsOf(pool, statement),
    async transaction(work) {
      const { client, release } = await lease(pool);
      let broken: Error | undefined;
      try {
        return await inTransaction(
          (statement) => rowsOf(client, statement),
          work,
          (error) => (broken = error),
        );
      } finally {
        release(broken);
      }
    },
    close() {
      isClosing = true;
      return pool.end();
    },
  };
}

/** A part of a pool's connections. */
export type LimitedPool = Pick<WorkerPool, 'query' | 'transaction' | 'use'>;

/**
 * Limits work to `most` connections of the pool at a time, which leaves the rest to others. Waits for a connection without a time limit.
 */
export function limitPool(pool: WorkerPool, most: number): LimitedPool {
  const connections = new Semaphore(most);
  return {
    use: { inUse: () => most - connections.free, idle: () => connections.free, waiting: () => connections.waiting },
    query: (statement) => connections.run(() => pool.query(statement)),
    transaction: (work) => connections.run(() => pool.transaction(work)),
  };
}
