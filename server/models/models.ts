import { Sequelize } from 'sequelize';
import { CheckedClient } from '../database/checked-client.ts';
import { inRole } from '../database/roles.ts';
import { inUtc, statementTimeoutMs } from '../database/run-statement.ts';
import { watchedPg, type OpenConnections, type PoolUse } from '../database/watched-client.ts';
import { defineModels, type Models } from './tables.ts';

export interface ModelPool {
  readonly models: Models;
  readonly use: PoolUse;
  close(): Promise<void>;
}

/** Where a URL leads, as the other pools read it too. */
function connectionOf(url: string) {
  const { host, port, user, password, database, ssl } = new CheckedClient({ connectionString: url });
  return { host, port, username: user, password: password ?? undefined, database, ssl };
}

/** Counts what Sequelize's pool lends and opens: the pool itself tells nobody. */
function countUse(sequelize: Sequelize): PoolUse {
  const { connectionManager: connections } = sequelize;
  const lend = connections.getConnection.bind(connections);
  const takeBack = connections.releaseConnection.bind(connections);
  let [openCount, lentCount, waitingCount] = [0, 0, 0];
  sequelize.addHook('afterConnect', () => void (openCount += 1));
  sequelize.addHook('afterDisconnect', () => void (openCount -= 1));
  connections.getConnection = async (options) => {
    waitingCount += 1;
    try {
      const connection = await lend(options);
      lentCount += 1;
      return connection;
    } finally {
      waitingCount -= 1;
    }
  };
  connections.releaseConnection = (connection) => {
    lentCount -= 1;
    takeBack(connection);
  };
  return { inUse: () => lentCount, idle: () => openCount - lentCount, waiting: () => waitingCount };
}

/**
 * Sequelize's own pool and its models: of what operators keep, one row at a time, and what no agency's reach applies to.
 * Lists, batches and whatever is within an agency's reach are set-based SQL, which a model could not say, over the pools of
 * `database/pools.ts`, which keep statements prepared and send several at once. Connections are opened when operators call.
 */
export function openModels(url: string, open: OpenConnections, role?: string): ModelPool {
  const { ssl, ...connection } = connectionOf(url);
  const sequelize = new Sequelize({
    dialect: 'postgres',
    dialectModule: watchedPg(open),
    ...connection,
    logging: false,
    pool: { max: 2, min: 0, acquire: 5_000, idle: 60_000 },
    dialectOptions: {
      application_name: 'agency-service models',
      statement_timeout: statementTimeoutMs,
      options: inUtc + inRole(role),
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      ...(ssl ? { ssl } : {}),
    },
  });
  const models = defineModels(sequelize);
  return { models, use: countUse(sequelize), close: () => sequelize.close() };
}
