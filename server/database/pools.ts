import pg from 'pg';
import { Sequelize } from 'sequelize';
import { defineModels, type Models } from '../models/models.ts';
import { CheckedClient } from './checked-client.ts';
import { Replicas, type ReplicaFacts, type ReplicaOptions } from './replicas.ts';
import { rowsOf, statementTimeoutMs, toQuery } from './run-statement.ts';
import type { Database, LaggingSql, Sql, Statement, Transaction, TransactionOptions } from './sql.ts';
import { inTransaction } from './transaction.ts';
import { TransactionPool } from './transaction-pool.ts';
import { WatchedClient, watchedPg } from './watched-client.ts';

/** Sequelize hands its connections out through an interface that its types leave out. */
interface ConnectionSource {
  getConnection(options: { type: 'read' | 'write'; useMaster: boolean }): Promise<pg.Client>;
  releaseConnection(connection: pg.Client): void;
}

class SequelizeDatabase implements Database {
  readonly replica: LaggingSql;
  readonly hasReplicas: boolean;
  readonly models: Models;
  readonly #connections: ConnectionSource;
  readonly #transactions: TransactionPool;

  constructor(sequelize: Sequelize, transactions: TransactionPool, replicas: Replicas) {
    this.#transactions = transactions;
    this.models = defineModels(sequelize);
    this.#connections = sequelize.connectionManager as unknown as ConnectionSource;
    this.replica = { query: (statement, since = null) => replicas.query(statement, since, this) };
    this.hasReplicas = replicas.count > 0;
  }

  async query<Row>(statement: Statement): Promise<Row[]> {
    const connection = await this.#connections.getConnection({ type: 'write', useMaster: true });
    try {
      return await rowsOf<Row>(connection, statement);
    } finally {
      this.#connections.releaseConnection(connection);
    }
  }

  transaction<Result>(work: (transaction: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result> {
    return this.#transactions.transaction(work, options);
  }
}

/** Where a URL leads, as the worker's pool reads it too. */
function connectionOf(url: string) {
  const { host, port, user, password, database, ssl } = new CheckedClient({ connectionString: url });
  return { host, port, username: user, password: password ?? undefined, database, ssl };
}

/** Connections of a pool now. */
export interface PoolUse {
  inUse(): number;
  idle(): number;
  waiting(): number;
}

export interface ApiPool {
  readonly use: PoolUse;
  readonly database: Database;
  readonly sequelize: Sequelize;
  replicas(): ReplicaFacts[];
  close(): Promise<void>;
}

/** The pool of the API: Sequelize's on the primary, and one on each read replica. */
export function openApiPool(url: string, replicaUrls: readonly string[], size: number, replicaOptions: ReplicaOptions = {}): ApiPool {
  const { ssl, ...primary } = connectionOf(url);
  const sequelize = new Sequelize({
    dialect: 'postgres',
    dialectModule: watchedPg,
    ...primary,
    logging: false,
    pool: { max: size, min: 1, acquire: 5_000, idle: 60_000 },
    dialectOptions: {
      application_name: 'agency-service api',
      statement_timeout: statementTimeoutMs,
      // A request reads a page: starting more processes for it would cost other requests more than it saves this one.
      options: '-c max_parallel_workers_per_gather=0',
      idle_in_transaction_session_timeout: 30_000,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      ...(ssl ? { ssl } : {}),
    },
  });
  const { pool } = sequelize.connectionManager as unknown as { pool: { using: number; available: number; waiting: number } };
  const transactions = new TransactionPool(url, Math.max(2, Math.ceil(size / 2)), {
    application_name: 'agency-service transactions',
    statement_timeout: statementTimeoutMs,
    options: '-c max_parallel_workers_per_gather=0',
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  const replicas = new Replicas(url, replicaUrls, size, replicaOptions);
  return {
    database: new SequelizeDatabase(sequelize, transactions, replicas),
    sequelize,
    replicas: () => replicas.facts(),
    use: {
      inUse: () => pool.using + transactions.use.inUse,
      idle: () => pool.available + transactions.use.idle,
      waiting: () => pool.waiting + transactions.use.waiting,
    },
    async close() {
      await Promise.all([sequelize.close(), transactions.close(), replicas.close()]);
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
export function openWorkerPool(url: string, size: number, onIdleError: (error: Error) => void): WorkerPool {
  const pool = new pg.Pool({
    Client: WatchedClient,
    connectionString: url,
    max: size,
    application_name: 'agency-service worker',
    statement_timeout: statementTimeoutMs,
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
    use: { inUse: () => pool.totalCount - pool.idleCount, idle: () => pool.idleCount, waiting: () => pool.waitingCount },
    query: (statement) => rowsOf(pool, statement),
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        return await inTransaction(
          (statement) => client.query(toQuery(statement)),
          work,
          (error) => (broken = error),
        );
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}
