import { Replicas, type ReplicaFacts, type ReplicaOptions } from '../database/replica/replicas.ts';
import type { Database, LaggingSql, Statement, Transaction } from '../database/client/sql.ts';
import type { OpenConnections, PoolUse } from '../database/client/timeout-client.ts';
import { ModelStatements } from './model-statements.ts';
import { SequelizePool } from './sequelize-pool.ts';

/** The primary database with its models. */
export interface ModelDatabase extends Database {
  readonly models: ModelStatements;
}

export interface OpenDatabase extends ModelDatabase {
  readonly use: PoolUse;
  replicas(): ReplicaFacts[];
  close(): Promise<void>;
}

/** Opens a database for requests: one Sequelize on the primary, and one on each read replica. Without roles, sessions have the user's own role. */
export function openDatabase(
  url: string,
  replicaUrls: readonly string[],
  size: number,
  options: ReplicaOptions = {},
  open: OpenConnections = new Set(),
): OpenDatabase {
  const { roles, hasWorkers = false } = options;
  const pool = new SequelizePool({ url, size, name: 'api', open, role: roles?.api, scopeRoles: roles, hasWorkers });
  const rolesOfReplica = roles && { api: roles.api, limitedApi: roles.limitedApi };
  const openReplica = (replicaUrl: string) =>
    new SequelizePool({ url: replicaUrl, size, name: 'api', open, role: roles?.api, scopeRoles: rolesOfReplica, connectWithinMs: 2_000 });
  const replicas = new Replicas(url, replicaUrls, openReplica, options);
  const replica: LaggingSql = { query: (statement, since = null) => replicas.query(statement, since, pool) };
  return {
    models: new ModelStatements(pool.sequelize),
    replica,
    hasReplicas: replicas.count > 0,
    use: pool.use,
    query: <Row>(statement: Statement) => pool.query<Row>(statement),
    transaction: <Result>(work: (transaction: Transaction) => Promise<Result>) => pool.transaction(work),
    replicas: () => replicas.facts(),
    close: async () => void (await Promise.all([pool.close(), replicas.close()])),
  };
}
