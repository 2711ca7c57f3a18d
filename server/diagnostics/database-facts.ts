import type { Sql } from '../database/client/sql.ts';
import { rolesOf, tableOwner } from '../database/client/roles.ts';

export interface RoleFacts {
  readonly name: string;
  readonly exists: boolean;
  /** Whether the user of the service can switch to the role. */
  readonly isUsable: boolean;
  readonly canLogIn: boolean;
  readonly bypassesPolicies: boolean;
}

interface LimitFacts {
  readonly limitName: string;
  readonly used: number;
  /** Null if there is no limit. */
  readonly limit: number | null;
}

interface ServerRow {
  readonly owner: string;
  readonly ownerIsSuperuser: boolean;
  readonly databaseMs: number;
  readonly versionNumber: number;
  readonly version: string;
  readonly sizeBytes: number;
  readonly extensions: readonly string[];
  readonly hasIcu: boolean;
  /** Whether Citus distributes the tables. */
  readonly isDistributed: boolean;
  /** The limits of the server, the database and the user, with the connections that count for each. */
  readonly connections: readonly LimitFacts[];
}

export interface DatabaseFacts extends ServerRow {
  /** This process's clock before and after the query of `databaseMs`, in milliseconds. */
  readonly beforeMs: number;
  readonly afterMs: number;
  readonly roles: readonly RoleFacts[];
}

const limitOf = (name: string, sessions: string, limit: string) =>
  `json_build_object('limitName', '${name}', 'used', (SELECT count(*) FROM pg_stat_activity WHERE ${sessions}), 'limit', ${limit})`;

const serverLimit = `current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
                         - current_setting('reserved_connections')::int`;

/** The service's roles see only the database and the user of other sessions. */
const server = `
  SELECT ${tableOwner} AS owner,
         (SELECT rolsuper FROM pg_roles WHERE rolname = ${tableOwner}) AS "ownerIsSuperuser",
         (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "databaseMs",
         current_setting('server_version_num')::int AS "versionNumber", current_setting('server_version') AS version,
         pg_database_size(current_database())::float8 AS "sizeBytes",
         (SELECT array_agg(extname::text ORDER BY extname) FROM pg_extension) AS extensions,
         EXISTS (SELECT FROM pg_collation WHERE collprovider = 'i') AS "hasIcu",
         to_regprocedure('bind_tenant_scope(text, text)') IS NOT NULL AS "isDistributed",
         json_build_array(
           ${limitOf('max_connections of PostgreSQL', 'datid IS NOT NULL', serverLimit)},
           ${limitOf(
             'the CONNECTION LIMIT of the database',
             'datname = current_database()',
             '(SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())',
           )},
           ${limitOf(
             'the CONNECTION LIMIT of the user',
             'usename = session_user',
             '(SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = session_user)',
           )}) AS connections`;

const rolesText = `
  SELECT n.name, r.oid IS NOT NULL AS "exists", coalesce(pg_has_role(session_user, r.oid, 'SET'), false) AS "isUsable",
         coalesce(r.rolcanlogin, false) AS "canLogIn", coalesce(r.rolsuper OR r.rolbypassrls, false) AS "bypassesPolicies"
    FROM unnest($1::text[]) WITH ORDINALITY AS n (name, place) LEFT JOIN pg_roles r ON r.rolname = n.name
   ORDER BY n.place`;

export async function readDatabaseFacts(sql: Sql): Promise<DatabaseFacts> {
  const beforeMs = Date.now();
  const [row] = await sql.query<ServerRow>({ text: server });
  const afterMs = Date.now();
  const roles = await sql.query<RoleFacts>({ text: rolesText, values: [Object.values(rolesOf(row!.owner))] });
  return { ...row!, beforeMs, afterMs, roles };
}
