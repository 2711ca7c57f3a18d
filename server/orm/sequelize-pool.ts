import pg from 'pg';
import { BaseError, Sequelize } from 'sequelize';
import { preparingBounds } from '../database/client/bound-query.ts';
import { runOnLease } from '../database/client/cancel-statement.ts';
import { PipeliningClient } from '../database/client/pipelining-client.ts';
import type { ConnectionLease } from '../database/client/leasing-pool.ts';
import { inRole } from '../database/client/roles.ts';
import type { SessionConfig } from '../database/client/session-client.ts';
import { ofRequests, rowsOf, session } from '../database/client/run-statement.ts';
import type { Statement, Transaction } from '../database/client/sql.ts';
import { transactionOn } from '../database/client/transaction.ts';
import type { OpenConnections, PoolUse } from '../database/client/timeout-client.ts';

export interface SequelizePoolSettings {
  readonly url: string;
  readonly size: number;
  readonly name: string;
  readonly open?: OpenConnections | undefined;
  /** Which role the sessions begin in; the user's own without one. */
  readonly role?: string | undefined;
  /** The roles of statements with bounds. Every statement needs bounds then. */
  readonly boundRoles?: Parameters<typeof preparingBounds>[0];
  readonly hasWorkers?: boolean;
  /** How long connecting may take. */
  readonly connectWithinMs?: number;
}

/** What Sequelize's types leave out. */
interface Connections {
  getConnection(options: object): Promise<pg.Client>;
  releaseConnection(client: pg.ClientBase): void;
  destroyConnection(client: pg.ClientBase): Promise<void>;
  readonly pool: { readonly using: number; readonly available: number; readonly waiting: number };
}

/** PostgreSQL as Sequelize is given it. Sequelize checks the version by a connection of its own where none is given. */
const dialect = {
  dialect: 'postgres',
  databaseVersion: '18.0.0',
  keepDefaultTimezone: true,
  dialectOptions: { clientMinMessages: 'ignore' },
};

/** `pg` with connections to this database alone, whatever Sequelize would connect to: its own parsers of values are left out too. */
function connecting(config: SessionConfig & { readonly open?: OpenConnections | undefined }): typeof pg {
  const Client = class extends PipeliningClient {
    constructor() {
      super({ ...config, open: config.open ?? new Set() });
    }
  };
  return Object.create(pg, { Client: { value: Client } }) as typeof pg;
}

/** What was wrong with a connection, as `pg` says it. */
function causeOf(error: unknown): unknown {
  const { parent } = error as { parent?: NodeJS.ErrnoException };
  return error instanceof BaseError && parent?.code !== undefined ? parent : error;
}

/**
 * Sequelize over one database: its models generate statements, its pool lends connections. Statements are run on these by `pg` itself,
 * which keeps them prepared, sends the bounds of row-level security in the same write, and distinguishes a refused commit from a lost one.
 */
export class SequelizePool {
  readonly sequelize: Sequelize;
  readonly use: PoolUse;
  readonly #connections: Connections;
  readonly #needsBounds: boolean;

  constructor({
    url,
    size,
    name,
    open,
    role,
    boundRoles,
    hasWorkers,
    connectWithinMs = session.connectionTimeoutMillis,
  }: SequelizePoolSettings) {
    this.#needsBounds = boundRoles !== undefined;
    const { idleTimeoutMillis: idle, connectionTimeoutMillis: acquire, ...config } = session;
    this.sequelize = new Sequelize({
      ...(dialect as { dialect: 'postgres' }),
      dialectModule: connecting({
        ...config,
        connectionString: url,
        connectionTimeoutMillis: connectWithinMs,
        application_name: `agency-service ${name}`,
        settings: { ...ofRequests, ...inRole(role) },
        pipeline: true,
        open,
      }),
      logging: false,
      pool: { max: size, min: 1, acquire, idle, evict: 10_000 },
    });
    const { verify } = preparingBounds(boundRoles, hasWorkers);
    this.sequelize.addHook('afterConnect', async (connection) => {
      const client = connection as pg.PoolClient;
      await new Promise<void>((resolve, reject) => verify(client, (error) => (error ? reject(error) : resolve()))).catch((error: unknown) =>
        client.end().then(() => Promise.reject(error as Error)),
      );
    });
    if (this.#needsBounds) {
      // Models that are called directly would send statements without them.
      this.sequelize.addHook('beforeQuery', () => {
        throw new Error('Sequelize must not send statements itself: they would have no bounds');
      });
    }
    this.#connections = this.sequelize.connectionManager as unknown as Connections;
    const { pool } = this.#connections;
    this.use = { inUse: () => pool.using, idle: () => pool.available, waiting: () => pool.waiting };
  }

  query<Row>(statement: Statement): Promise<Row[]> {
    const refusal = this.#refusal(statement);
    if (refusal) return Promise.reject(refusal);
    return runOnLease(this.#lease(), statement.gone, (client) => rowsOf<Row>(client, statement));
  }

  /** Commits when `work` resolves and rolls back when it rejects. It lives on one connection and dies with it. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return transactionOn(this.#lease(), (transaction) => work(this.#needsBounds ? this.#bounded(transaction) : transaction));
  }

  close(): Promise<void> {
    return this.sequelize.close();
  }

  #refusal({ bounds, text }: Statement): Error | undefined {
    return this.#needsBounds && !bounds ? new Error(`a statement without bounds: ${text}`) : undefined;
  }

  #bounded(transaction: Transaction): Transaction {
    const refusing =
      <Row>(run: (statement: Statement) => Promise<Row[]>) =>
      async (statement: Statement): Promise<Row[]> => {
        const refusal = this.#refusal(statement);
        if (refusal) throw refusal;
        return run(statement);
      };
    return { ...transaction, query: refusing(transaction.query), queryLast: refusing(transaction.queryLast) };
  }

  async #lease(): Promise<ConnectionLease<pg.ClientBase>> {
    const connections = this.#connections;
    try {
      const client = await connections.getConnection({});
      return {
        client,
        release: (broken) =>
          broken ? void connections.destroyConnection(client).catch(() => undefined) : connections.releaseConnection(client),
      };
    } catch (error) {
      throw causeOf(error);
    }
  }
}
