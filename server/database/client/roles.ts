import type { Settings } from './sql.ts';
import { TlsClient } from './tls-client.ts';

/** The roles that the service takes, each with what it may do and no more. None of them can log in. */
export interface Roles {
  /** Of requests with a key, and of those with a key for some creators. */
  readonly api: string;
  readonly limitedApi: string;
  /** Of authentication, delivery, projections, jobs and checks: across agencies. */
  readonly worker: string;
  /** Of the operator API: across agencies. */
  readonly operator: string;
}

/**
 * They are named after the owner of the tables: roles belong to the whole server, and installations that share it share
 * none of them.
 */
export function rolesOf(owner: string): Roles {
  return { api: `${owner}_api`, limitedApi: `${owner}_api_limited`, worker: `${owner}_worker`, operator: `${owner}_operator` };
}

/** SQL: the owner of the tables. */
export const tableOwner = `(SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'schema_migrations'::regclass)`;

/** What a process needs to know of a migrated database before it opens its pools. */
export interface DatabaseFacts {
  readonly roles: Roles;
  /** Whether tables are on the workers of Citus. */
  readonly hasWorkers: boolean;
}

export async function readFacts(databaseUrl: string): Promise<DatabaseFacts> {
  const client = new TlsClient({
    connectionString: databaseUrl,
    application_name: 'agency-service roles',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ owner: string; has_workers: boolean }>(
      `SELECT ${tableOwner} AS owner, to_regprocedure('bind_reach(text, text)') IS NOT NULL AS has_workers`,
    );
    return { roles: rolesOf(rows[0]!.owner), hasWorkers: rows[0]!.has_workers };
  } finally {
    await client.end();
  }
}

/** The roles of a migrated database. */
export const readRoles = async (databaseUrl: string): Promise<Roles> => (await readFacts(databaseUrl)).roles;

/** Settings of a session: it is in a role. */
export const inRole = (role: string | undefined): Settings => (role === undefined ? {} : { role });
