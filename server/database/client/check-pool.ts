import { inRole } from './roles.ts';
import { inUtc, rowsOf } from './run-statement.ts';
import type { Sql } from './sql.ts';
import { timeoutPool, type OpenConnections } from './timeout-client.ts';

/** A connection is waited for as long. */
const connectionTimeoutMs = 1_500;

/** The database ends a statement itself by then, so that nothing runs on for a check that was given up. */
const statementTimeoutMs = 1_500;

/** A connection on which nothing is heard for longer than that is closed. */
const answerTimeoutMs = 1_900;

export interface CheckPool extends Sql {
  close(): Promise<void>;
}

/** The connections on which the service checks its own state. They never delay requests with a key, which have their own. */
export function openCheckPool(
  url: string,
  size: number,
  onIdleError: (error: Error) => void,
  open: OpenConnections = new Set(),
  role?: string,
): CheckPool {
  const pool = timeoutPool(open, {
    connectionString: url,
    max: size,
    application_name: 'agency-service checks',
    statement_timeout: statementTimeoutMs,
    settings: { ...inUtc, ...inRole(role) },
    query_timeout: answerTimeoutMs,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  pool.on('error', onIdleError);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    query: (statement) => rowsOf(pool, statement),
    close: () => pool.end(),
  };
}
