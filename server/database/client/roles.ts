import type pg from 'pg';
import type { Settings } from './sql.ts';
import { withClient } from './own-client.ts';

/** The roles of the service, with least privilege. None of them can log in. */
export interface Roles {
  /** For requests with a key, and with a key that is limited to creators. */
  readonly api: string;
  readonly limitedApi: string;
  /** For authentication, delivery, projections, jobs and checks, across agencies. */
  readonly worker: string;
  /** For the operator API, across agencies. */
  readonly operator: string;
}

/** Named after the owner of the tables, because roles belong to the whole server, which several installations may share. */
export function rolesOf(owner: string): Roles {
  return { api: `${owner}_api`, limitedApi: `${owner}_api_limited`, worker: `${owner}_worker`, operator: `${owner}_operator` };
}

/** SQL: the owner of the tables. */
export const tableOwner = `(SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'schema_migrations'::regclass)`;

/** The properties of a migrated database that pools depend on. */
export interface DatabaseSetup {
  readonly roles: Roles;
  /** Whether tables are on the workers of Citus. */
  readonly hasWorkers: boolean;
}

export async function readDatabaseSetup(databaseUrl: string): Promise<DatabaseSetup> {
  const text = `SELECT ${tableOwner} AS owner, to_regprocedure('bind_tenant_scope(text, text)') IS NOT NULL AS has_workers`;
  const read = (client: pg.Client) => client.query<{ owner: string; has_workers: boolean }>(text);
  const { rows } = await withClient(databaseUrl, 'roles', read);
  return { roles: rolesOf(rows[0]!.owner), hasWorkers: rows[0]!.has_workers };
}

/** The roles of a migrated database. */
export const readRoles = async (databaseUrl: string): Promise<Roles> => (await readDatabaseSetup(databaseUrl)).roles;

/** The setting of a session's role. */
export const inRole = (role: string | undefined): Settings => (role === undefined ? {} : { role });
