import type { Sql } from '../database/client/sql.ts';
import { rolesOf, tableOwner } from '../database/client/roles.ts';

export interface RoleFacts {
  readonly name: string;
  readonly exists: boolean;
  /** Whether the user of the service can take it. */
  readonly isUsable: boolean;
  readonly canLogIn: boolean;
  readonly bypassesPolicies: boolean;
}

export interface DatabaseFacts {
  /** The database's clock during a query, and this process's clock before and after it, in milliseconds. */
  readonly clock: { readonly databaseMs: number; readonly beforeMs: number; readonly afterMs: number };
  readonly version: { readonly number: number; readonly text: string };
  readonly sizeBytes: number;
  readonly ownerIsSuperuser: boolean;
  readonly roles: readonly RoleFacts[];
  /** The limits of the server, the database and the user, with the connections that count for each. */
  readonly connections: readonly { readonly limitName: string; readonly used: number; readonly limit: number }[];
  readonly extensions: readonly string[];
  readonly hasIcu: boolean;
  /** Whether Citus distributes the tables. */
  readonly isDistributed: boolean;
}

interface ServerRow {
  readonly owner: string;
  readonly owner_is_superuser: boolean;
  readonly database_ms: number;
  readonly version_number: number;
  readonly version: string;
  readonly size_bytes: number;
  readonly extensions: readonly string[];
  readonly has_icu: boolean;
  readonly is_distributed: boolean;
  readonly server_used: number;
  readonly database_used: number;
  readonly user_used: number;
  readonly server_limit: number;
  readonly database_limit: number | null;
  readonly user_limit: number | null;
}

/** The roles of the service see of other sessions only the database and the user. */
const server = `
  SELECT ${tableOwner} AS owner,
         (SELECT rolsuper FROM pg_roles WHERE rolname = ${tableOwner}) AS owner_is_superuser,
         (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS database_ms,
         current_setting('server_version_num')::int AS version_number, current_setting('server_version') AS version,
         pg_database_size(current_database())::float8 AS size_bytes,
         (SELECT array_agg(extname::text ORDER BY extname) FROM pg_extension) AS extensions,
         EXISTS (SELECT FROM pg_collation WHERE collprovider = 'i') AS has_icu,
         to_regprocedure('bind_reach(text, text)') IS NOT NULL AS is_distributed,
         (SELECT count(*) FROM pg_stat_activity WHERE datid IS NOT NULL)::int AS server_used,
         (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database())::int AS database_used,
         (SELECT count(*) FROM pg_stat_activity WHERE usename = session_user)::int AS user_used,
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - current_setting('reserved_connections')::int AS server_limit,
         (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database()) AS database_limit,
         (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = session_user) AS user_limit`;

const rolesText = `
  SELECT n.name, r.oid IS NOT NULL AS "exists", coalesce(pg_has_role(session_user, r.oid, 'SET'), false) AS "isUsable",
         coalesce(r.rolcanlogin, false) AS "canLogIn", coalesce(r.rolsuper OR r.rolbypassrls, false) AS "bypassesPolicies"
    FROM unnest($1::text[]) WITH ORDINALITY AS n (name, place) LEFT JOIN pg_roles r ON r.rolname = n.name
   ORDER BY n.place`;

export async function readDatabaseFacts(sql: Sql, now: () => number = Date.now): Promise<DatabaseFacts> {
  const beforeMs = now();
  const [row] = await sql.query<ServerRow>({ text: server });
  const afterMs = now();
  const roles = await sql.query<RoleFacts>({ text: rolesText, values: [Object.values(rolesOf(row!.owner))] });
  const limits = [
    { limitName: 'max_connections of PostgreSQL', used: row!.server_used, limit: row!.server_limit },
    { limitName: 'the CONNECTION LIMIT of the database', used: row!.database_used, limit: row!.database_limit },
    { limitName: 'the CONNECTION LIMIT of the user', used: row!.user_used, limit: row!.user_limit },
  ];
  return {
    clock: { databaseMs: row!.database_ms, beforeMs, afterMs },
    version: { number: row!.version_number, text: row!.version },
    sizeBytes: row!.size_bytes,
    ownerIsSuperuser: row!.owner_is_superuser,
    roles,
    connections: limits.flatMap(({ limitName, used, limit }) => (limit === null ? [] : [{ limitName, used, limit }])),
    extensions: row!.extensions,
    hasIcu: row!.has_icu,
    isDistributed: row!.is_distributed,
  };
}
