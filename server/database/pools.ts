import type pg from 'pg';
import { preparingBounds } from './bound-query.ts';
import { lease } from './leasing-pool.ts';
import { Replicas, type ReplicaFacts, type ReplicaOptions } from './replicas.ts';
import { inRole } from './roles.ts';
import { inUtc, ofRequests, rowsOf, statementTimeoutMs } from './run-statement.ts';
import type { Database, LaggingSql, Sql, Statement, Transaction, TransactionOptions } from './sql.ts';
import { inTransaction } from './transaction.ts';
import { TransactionPool } from './transaction-pool.ts';
import { useOf, watchedPool, type OpenConnections, type PoolUse } from './watched-client.ts';

class ApiDatabase implements Database {
  readonly replica: LaggingSql;
  readonly hasReplicas: boolean;
  readonly #pool: pg.Pool;
  readonly #transactions: TransactionPool;

  constructor(pool: pg.Pool, transactions: TransactionPool, replicas: Replicas) {
    this.#pool = pool;
    this.#transactions = transactions;
    this.replica = { query: (statement, since = null) => replicas.query(statement, since, this) };
    this.hasReplicas = replicas.count > 0;
  }

  query<Row>(statement: Statement): Promise<Row[]> {
    return rowsOf<Row>(this.#pool, statement);
  }

  transaction<Result>(work: (transaction: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result> {
    return this.#transactions.transaction(work, options);
  }

  alone<Row>(statement: Statement, onUnknown: () => void): Promise<Row[]> {
    return this.#transactions.alone<Row>(statement, onUnknown);
  }
}

export interface ApiPool {
  readonly use: PoolUse;
  readonly database: Database;
  replicas(): ReplicaFacts[];
  close(): Promise<void>;
}

export interface ApiPoolOptions extends ReplicaOptions {
  /** Which of the roles the sessions take: that of the API, with bounds those of its keys. Without roles they are the user's own. */
  readonly as?: 'api' | 'operator';
}

/** The pools of an API: one on the primary for statements and one for transactions, and one on each read replica. */
export function openApiPool(
  url: string,
  replicaUrls: readonly string[],
  size: number,
  options: ApiPoolOptions = {},
  open: OpenConnections = new Set(),
): ApiPool {
  const { roles, as = 'api' } = options;
  const settings = {
    statement_timeout: statementTimeoutMs,
    options: ofRequests + inRole(roles?.[as]),
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...preparingBounds(as === 'api' ? roles : undefined),
  };
  const pool = watchedPool(open, {
    ...settings,
    connectionString: url,
    max: size,
    min: 1,
    application_name: `agency-service ${as}`,
  });
  pool.on('error', () => undefined);
  // A connection that is lost fails the statement that it is lent for.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const transactions = new TransactionPool(url, Math.max(2, Math.ceil(size / 2)), open, {
    ...settings,
    application_name: 'agency-service transactions',
  });
  const statements = useOf(pool);
  const replicas = new Replicas(url, replicaUrls, size, open, options);
  return {
    database: new ApiDatabase(pool, transactions, replicas),
    replicas: () => replicas.facts(),
    use: {
      inUse: () => statements.inUse() + transactions.use.inUse(),
      idle: () => statements.idle() + transactions.use.idle(),
      waiting: () => statements.waiting() + transactions.use.waiting(),
    },
    async close() {
      await Promise.all([pool.end(), transactions.close(), replicas.close()]);
    },
  };
}

export interface WorkerPool extends Sql {
  readonly pool: pg.Pool;
  readonly use: PoolUse;
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The pool of authentication and delivery, shared with graphile-worker. */
export function openWorkerPool(
  url: string,
  size: number,
  onIdleError: (error: Error) => void,
  open: OpenConnections = new Set(),
  role?: string,
): WorkerPool {
  const pool = watchedPool(open, {
    connectionString: url,
    max: size,
    application_name: 'agency-service worker',
    statement_timeout: statementTimeoutMs,
    options: inUtc + inRole(role),
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  pool.on('error', onIdleError);
  // A connection that is lost while it is lent out says so to whoever holds it, and here.
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
    close: () => pool.end(),
  };
}
