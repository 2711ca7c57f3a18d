import pg from 'pg';
import { BaseError, Sequelize } from 'sequelize';
import { prepareSettings } from '../database/client/settings-query.ts';
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
  /** The role in which sessions begin; by default the user's own. */
  readonly role?: string | undefined;
  /** The roles of statements with a row scope. With roles, every statement needs a row scope. */
  readonly scopeRoles?: Parameters<typeof prepareSettings>[1];
  readonly hasWorkers?: boolean;
  /** How long connecting may take. */
  readonly connectWithinMs?: number;
}

/** The parts of Sequelize that its types lack. */
interface Connections {
  getConnection(options: object): Promise<pg.Client>;
  releaseConnection(client: pg.ClientBase): void;
  destroyConnection(client: pg.ClientBase): Promise<void>;
  readonly pool: { readonly using: number; readonly available: number; readonly waiting: number };
}

/** With a version, Sequelize does not open a connection to query it. */
const dialect = {
  dialect: 'postgres',
  databaseVersion: '18.0.0',
  keepDefaultTimezone: true,
  dialectOptions: { clientMinMessages: 'ignore' },
};

/** The module `pg` for Sequelize. Its clients have our configuration, and none of Sequelize's parsers of values. */
function connecting(config: SessionConfig & { readonly open?: OpenConnections | undefined }): typeof pg {
  const Client = class extends PipeliningClient {
    constructor() {
      super({ ...config, open: config.open ?? new Set() });
    }
  };
  return Object.create(pg, { Client: { value: Client } }) as typeof pg;
}

/** The error of `pg` instead of Sequelize's error for it. */
function causeOf(error: unknown): unknown {
  const { parent } = error as { parent?: NodeJS.ErrnoException };
  return error instanceof BaseError && parent?.code !== undefined ? parent : error;
}

/**
 * Sequelize over one database. Its models generate statements, and its pool lends connections. `pg` runs the statements: it keeps them
 * prepared, sends the row scope in the same write, and distinguishes a refused commit from a lost one.
 */
export class SequelizePool {
  readonly sequelize: Sequelize;
  readonly use: PoolUse;
  readonly #connections: Connections;
  readonly #needsScope: boolean;

  constructor({
    url,
    size,
    name,
    open,
    role,
    scopeRoles,
    hasWorkers,
    connectWithinMs = session.connectionTimeoutMillis,
  }: SequelizePoolSettings) {
    this.#needsScope = scopeRoles !== undefined;
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
    this.sequelize.addHook('afterConnect', async (connection) => {
      const client = connection as pg.Client;
      await prepareSettings(client, scopeRoles, hasWorkers).catch(async (error: unknown) => {
        await client.end();
        throw error;
      });
    });
    if (this.#needsScope) {
      // Statements of models that are called directly have no row scope.
      this.sequelize.addHook('beforeQuery', () => {
        throw new Error('Sequelize must not send statements itself: they would have no row scope');
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

  /** Commits when `work` resolves and rolls back when it rejects. The transaction uses one connection, and ends if it is lost. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return transactionOn(this.#lease(), (transaction) => work(this.#needsScope ? this.#refuseUnscoped(transaction) : transaction));
  }

  close(): Promise<void> {
    return this.sequelize.close();
  }

  #refusal({ rowScope, text }: Statement): Error | undefined {
    return this.#needsScope && !rowScope ? new Error(`a statement without a row scope: ${text}`) : undefined;
  }

  #refuseUnscoped(transaction: Transaction): Transaction {
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
