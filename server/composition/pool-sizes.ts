import type pg from 'pg';
import { withClient } from '../database/client/own-client.ts';

/** How many connections each pool of a process may open. */
export interface PoolSizes {
  /** Of requests with a key and of operators. */
  readonly requests: number;
  /** Of these, operators use so many at once. */
  readonly operators: number;
  readonly worker: number;
  /** Connections of `worker` that jobs use at once, so that authentication has the others. */
  readonly jobs: number;
  /** Of sessions that last: as part of the worker's, or in addition where those go through a pooler. */
  readonly sessions: number;
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

/** The job runners' own statements, where these have connections apart from the worker's. */
const ofJobs = 2;

/**
 * Divides the connections of a process: of those that nothing holds, about half for requests, a third for the worker and a fifth for records.
 * Through a pooler, what is held for long goes past it. Jobs use at most half of the worker's connections that are not reserved, so they never
 * delay authentication.
 */
export function poolSizes(connections: number, isPooled = false): PoolSizes {
  const sessions = isPooled ? heldByWorker + ofJobs : heldByWorker;
  const shared = connections - checks - setUp - maintenance - sessions;
  const records = Math.floor(shared / 5);
  const free = Math.floor(shared / 3);
  const requests = shared - records - free;
  const worker = isPooled ? free : sessions + free;
  return { requests, operators: Math.ceil(requests / 4), worker, jobs: Math.ceil(free / 2), sessions, records, checks, setUp };
}

/** How many connections of a process go past the pooler. */
export const directConnections = (sizes: PoolSizes) => sizes.sessions + maintenance;

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
export const connectionsOfAll = (ofProcess: number, processes: number) => (processes === 1 ? ofProcess : ofProcess * (processes + 1));

/** Why the database cannot give the processes so many connections each, and what to change; undefined where it can. */
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
