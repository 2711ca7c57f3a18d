import type pg from 'pg';
import { withClient } from '../database/client/own-client.ts';

/** The connections that each pool of a process may open. */
export interface PoolSizes {
  /** For requests with a key and for operators. */
  readonly requests: number;
  /** The operators' share of `api`. */
  readonly operators: number;
  readonly worker: number;
  /** The jobs' share of `worker`. Authentication uses the rest. */
  readonly jobs: number;
  /** For lasting sessions: a part of `worker`, or in addition to it behind a pooler. */
  readonly sessions: number;
  readonly records: number;
  readonly checks: number;
  readonly setUp: number;
}

const checks = 2;
const setUp = 2;
/** The maintenance of partitions opens its own connection. */
const maintenance = 1;

/** Connections that delivery and the job runners reserve: four for statements, and one for each of five `LISTEN`. */
const reserved = 9;

/** Connections for the statements of the job runners behind a pooler. */
const ofJobRunners = 2;

/**
 * Divides the connections of a process. Requests get about half of those that are not reserved, the worker a third and records a fifth. Reserved connections
 * bypass a pooler. Jobs use at most half of the worker's other connections, so they never delay authentication.
 */
export function poolSizes(connections: number, isPooled = false): PoolSizes {
  const sessions = isPooled ? reserved + ofJobRunners : reserved;
  const shared = connections - checks - setUp - maintenance - sessions;
  const records = Math.floor(shared / 5);
  const free = Math.floor(shared / 3);
  const requests = shared - records - free;
  const worker = isPooled ? free : sessions + free;
  return { requests, operators: Math.ceil(requests / 4), worker, jobs: Math.ceil(free / 2), sessions, records, checks, setUp };
}

/** The connections of a process that bypass the pooler. */
export const directConnections = (sizes: PoolSizes) => sizes.sessions + maintenance;

/** The limits that apply to the connections of this user; null if there is none. */
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

/** Connections of all processes. While they are replaced one by one, an additional one runs. */
export const connectionsOfAll = (ofProcess: number, processes: number) => (processes === 1 ? ofProcess : ofProcess * (processes + 1));

/** The reason why the database does not accept so many connections per process, with the remedy; undefined if it does. */
export async function refusalOfConnections(
  databaseUrl: string,
  ofProcess: number,
  processes: number,
  isPooled = false,
): Promise<string | undefined> {
  const connections = connectionsOfAll(ofProcess, processes);
  const { rows } = await withClient(databaseUrl, 'limits', (client: pg.Client) => client.query<Limits>(limitsOfUser));
  const { of_server: ofServer, of_user: ofUser, of_database: ofDatabase } = rows[0]!;
  const limits = [
    { limit: ofServer, raise: 'max_connections' },
    { limit: ofUser ?? Infinity, raise: 'the CONNECTION LIMIT of the user' },
    { limit: ofDatabase ?? Infinity, raise: 'the CONNECTION LIMIT of the database' },
  ];
  const { limit, raise } = limits.reduce((lowest, each) => (each.limit < lowest.limit ? each : lowest));
  if (limit >= connections) return undefined;
  const accepts = `the database accepts ${limit} connections of this user`;
  if (processes === 1)
    return isPooled
      ? `this process needs ${connections} connections to DATABASE_DIRECT_URL, but ${accepts}; raise ${raise}`
      : `DATABASE_CONNECTIONS is ${connections}, but ${accepts}; lower it or raise ${raise}`;
  const product = `${processes} × ${ofProcess}, and ${ofProcess} more while they restart, are ${connections}`;
  return isPooled
    ? `PROCESSES is ${processes}, and each process needs ${ofProcess} connections to DATABASE_DIRECT_URL: ${product}, but ${accepts}; lower it or raise ${raise}`
    : `PROCESSES is ${processes} and DATABASE_CONNECTIONS is ${ofProcess}: ${product}, but ${accepts}; lower one of them or raise ${raise}`;
}
