import type { Config } from '../config.ts';
import { TlsClient } from '../database/client/tls-client.ts';

/** How many connections each pool of a process may open. */
export interface PoolSizes {
  /** Of requests with a key and of operators. */
  readonly requests: number;
  /** Of these, operators use so many at once. */
  readonly operators: number;
  readonly worker: number;
  readonly records: number;
  readonly checks: number;
  readonly setUp: number;
}

const checks = 2;
const setUp = 2;
/** Partitions are maintained over a connection that is opened for it. */
const maintenance = 1;

/** Delivery and the job runners hold these of the worker's as long as they run: four for statements, one for each of five `LISTEN`. */
const heldByWorker = 9;

/** Divides the connections of a process: of those that nothing holds, about half for requests, a third for the worker and a fifth for records. */
export function poolSizes(connections: number): PoolSizes {
  const shared = connections - checks - setUp - maintenance - heldByWorker;
  const records = Math.floor(shared / 5);
  const free = Math.floor(shared / 3);
  const requests = shared - records - free;
  const worker = heldByWorker + free;
  return { requests, operators: Math.ceil(requests / 4), worker, records, checks, setUp };
}

/** What of the server and of the user limits the connections of one user; null where neither does. */
const limitsOfUser = `
  SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - current_setting('reserved_connections')::int AS of_server,
         (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = session_user) AS of_user,
         (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database()) AS of_database`;

interface Limits {
  readonly of_server: number;
  readonly of_user: number | null;
  readonly of_database: number | null;
}

/** Connections of all processes. While they restart one after another, a new one runs next to those that it does not replace. */
export function connectionsOfAll({ databaseConnections, processes }: Pick<Config, 'databaseConnections' | 'processes'>): number {
  return processes === 1 ? databaseConnections : databaseConnections * (processes + 1);
}

/** Why the database cannot give the processes so many connections, and what to change; undefined where it can. */
export async function refusalOfConnections(
  databaseUrl: string,
  settings: Pick<Config, 'databaseConnections' | 'processes'>,
): Promise<string | undefined> {
  const { databaseConnections, processes } = settings;
  const connections = connectionsOfAll(settings);
  const client = new TlsClient({
    connectionString: databaseUrl,
    application_name: 'agency-service limits',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Limits>(limitsOfUser);
    const { of_server: ofServer, of_user: ofUser, of_database: ofDatabase } = rows[0]!;
    const limits = [
      { limit: ofServer, raise: 'max_connections' },
      { limit: ofUser ?? Infinity, raise: 'the CONNECTION LIMIT of the user' },
      { limit: ofDatabase ?? Infinity, raise: 'the CONNECTION LIMIT of the database' },
    ];
    const { limit, raise } = limits.reduce((lowest, each) => (each.limit < lowest.limit ? each : lowest));
    if (limit >= connections) return undefined;
    const accepted = `the database accepts ${limit} connections of this user`;
    if (processes === 1) return `DATABASE_CONNECTIONS is ${connections}, but ${accepted}; lower it or raise ${raise}`;
    return (
      `PROCESSES is ${processes} and DATABASE_CONNECTIONS is ${databaseConnections}: ${processes} × ${databaseConnections}, and ${databaseConnections} more ` +
      `while they restart, are ${connections}, but ${accepted}; lower one of them or raise ${raise}`
    );
  } finally {
    await client.end();
  }
}
