import pg from 'pg';
import { Sequelize, type Transaction as SequelizeTransaction } from 'sequelize';
import { defineModels, type Models } from '../models/models.ts';
import type { Database, Sql, Statement, Transaction } from './sql.ts';
import { inTransaction, TransactionSql } from './transaction.ts';
import { WatchedClient, watchedPg } from './watched-client.ts';

const statementTimeoutMs = 10_000;
const int8 = 20;
const timestamptz = 1184;

// Sums stay below 2^53, so that a JavaScript number holds each of them.
pg.types.setTypeParser(int8, Number);

/** The usual form of a time, in UTC and in this era, is read without the general parser: pages are full of them. */
const utcTime = /^\d{4}-\d{2}-\d{2} [\d:.]+\+00$/;
const parseTime = pg.types.getTypeParser(timestamptz) as (text: string) => Date;
pg.types.setTypeParser(timestamptz, (text) =>
  utcTime.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseTime(text),
);

/** The lists of `values` are read-only for callers; pg takes its own mutable form. */
function toQuery({ name, text, values }: Statement): pg.QueryConfig {
  return { text, values: values as unknown[], ...(name ? { name } : {}) };
}

async function rowsOf<Row>(client: pg.ClientBase | pg.Pool, statement: Statement): Promise<Row[]> {
  const { rows } = await client.query(toQuery(statement));
  return rows as Row[];
}

/** Sequelize hands its connections out through an interface that its types leave out. */
interface ConnectionSource {
  getConnection(options: { type: 'read' | 'write'; useMaster: boolean }): Promise<pg.Client>;
  releaseConnection(connection: pg.Client): void;
}

class SequelizeDatabase implements Database {
  readonly replica: Sql;
  readonly models: Models;
  readonly #sequelize: Sequelize;
  readonly #connections: ConnectionSource;

  constructor(sequelize: Sequelize) {
    this.#sequelize = sequelize;
    this.models = defineModels(sequelize);
    this.#connections = sequelize.connectionManager as unknown as ConnectionSource;
    this.replica = { query: (statement) => this.#run(statement, false) };
  }

  query<Row>(statement: Statement): Promise<Row[]> {
    return this.#run<Row>(statement, true);
  }

  async #run<Row>(statement: Statement, onPrimary: boolean): Promise<Row[]> {
    const connection = await this.#connections.getConnection({ type: onPrimary ? 'write' : 'read', useMaster: onPrimary });
    try {
      return await rowsOf<Row>(connection, statement);
    } finally {
      this.#connections.releaseConnection(connection);
    }
  }

  async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const afterCommit: (() => void)[] = [];
    const result = await this.#sequelize.transaction(async (sequelize: SequelizeTransaction) => {
      // One connection from the first statement to the last, whatever becomes of it.
      const { connection } = sequelize as unknown as { connection: pg.Client };
      const sql = new TransactionSql((statement) => connection.query(toQuery(statement)));
      const transaction: Transaction = {
        sequelize,
        query: (statement) => sql.query(statement),
        afterCommit: (action) => void afterCommit.push(action),
      };
      const done = await work(transaction).finally(() => sql.end());
      sql.checkBeforeCommit();
      return done;
    });
    for (const action of afterCommit) action();
    return result;
  }
}

/** Where a URL leads, as the worker's pool reads it too. */
function connectionOf(url: string) {
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: url });
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
  close(): Promise<void>;
}

/** The pool of the API: Sequelize's, with a sub-pool of its own for read replicas where there are some. */
export function openApiPool(url: string, replicaUrls: readonly string[], size: number): ApiPool {
  const { ssl, ...primary } = connectionOf(url);
  const sequelize = new Sequelize({
    dialect: 'postgres',
    dialectModule: watchedPg,
    ...(replicaUrls.length > 0 ? { replication: { write: primary, read: replicaUrls.map(connectionOf) } } : primary),
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
  return {
    database: new SequelizeDatabase(sequelize),
    sequelize,
    use: { inUse: () => pool.using, idle: () => pool.available, waiting: () => pool.waiting },
    close: () => sequelize.close(),
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
