import type pg from 'pg';
import type { Settings } from './sql.ts';
import { withClient } from './own-client.ts';

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
  const text = `SELECT ${tableOwner} AS owner, to_regprocedure('bind_reach(text, text)') IS NOT NULL AS has_workers`;
  const read = (client: pg.Client) => client.query<{ owner: string; has_workers: boolean }>(text);
  const { rows } = await withClient(databaseUrl, 'roles', read);
  return { roles: rolesOf(rows[0]!.owner), hasWorkers: rows[0]!.has_workers };
}

/** The roles of a migrated database. */
export const readRoles = async (databaseUrl: string): Promise<Roles> => (await readFacts(databaseUrl)).roles;

/** Settings of a session: it is in a role. */
export const inRole = (role: string | undefined): Settings => (role === undefined ? {} : { role });
