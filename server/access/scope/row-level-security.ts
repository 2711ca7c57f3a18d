import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { lockSession } from '../../database/advisory-locks.ts';
import { TlsClient } from '../../database/client/tls-client.ts';
import { rolesOf, tableOwner, type Roles } from '../../database/client/roles.ts';
import { unscopedTables, functionGrants, grants, type Grants } from './grants.ts';
import { rules, type ScopeValues } from './scope-rules.ts';

/** The user of the database may not make the roles. The message has the statements that an administrator has to run. */
export class RolesMissing extends Error {}

const setting = (name: string, type: string) => `nullif(current_setting('${name}', true), '')::${type}`;

const [agencyId, creatorIds] = [setting('reach.agency', 'uuid'), setting('reach.creators', 'text[]')];

/**
 * SQL of the tenant that a transaction is for; none where the transaction does not set it. The agency's id is an expression of built-in functions, which
 * plans compare once, with that of the statement; the creators and their accounts are read once.
 */
const reached: ScopeValues = {
  agencyId,
  creatorIds: `(SELECT ${creatorIds})`,
  accountIds: `(SELECT accounts_within(${agencyId}, ${creatorIds}))`,
};

const quote = pg.escapeIdentifier;

/** The roles that have what a role of the grants has. */
const takersOf = ({ api, limitedApi, worker, operator }: Roles, taker: keyof Grants): string[] =>
  ({ api: [api, limitedApi], worker: [worker], operator: [operator] })[taker].map(quote);

const policies = ['reach', 'limited_reach', 'service'];

/** SQL of the policies of a table of agencies, as the rules of reach have them; what works across agencies sees all rows. */
function policiesOf(table: string, { api, worker, operator }: Grants, roles: Roles): string[] {
  const policy = (name: string, takers: string[], condition: string) =>
    `CREATE POLICY ${name} ON ${table} TO ${takers.join(', ')} USING (${condition})`;
  const rule = rules[table];
  const services = [...(worker ? takersOf(roles, 'worker') : []), ...(operator ? takersOf(roles, 'operator') : [])];
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    ...policies.map((name) => `DROP POLICY IF EXISTS ${name} ON ${table}`),
    ...(api && rule
      ? [
          policy('reach', [quote(roles.api)], rule(table, reached, false)),
          policy('limited_reach', [quote(roles.limitedApi)], rule(table, reached, true)),
        ]
      : []),
    ...(services.length > 0 ? [policy('service', services, 'true')] : []),
  ];
}

function grantsOf(table: string, roles: Roles): string[] {
  const all = Object.values(roles).map(quote).join(', ');
  const given = Object.entries(grants[table] ?? {}) as [keyof Grants, string][];
  return [
    `REVOKE ALL ON ${table} FROM ${all}`,
    ...given.map(([taker, privileges]) => `GRANT ${privileges} ON ${table} TO ${takersOf(roles, taker).join(', ')}`),
  ];
}

/** graphile-worker keeps its tables to their owner by row-level security without policies. */
const jobsFor = (worker: string) => `
  GRANT USAGE ON SCHEMA graphile_worker TO ${worker};
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA graphile_worker TO ${worker};
  GRANT USAGE ON ALL SEQUENCES IN SCHEMA graphile_worker TO ${worker};
  DO $$ DECLARE jobs regclass; BEGIN
    FOR jobs IN SELECT oid FROM pg_class WHERE relnamespace = 'graphile_worker'::regnamespace AND relkind = 'r' AND relrowsecurity LOOP
      EXECUTE format('DROP POLICY IF EXISTS service ON %s', jobs);
      EXECUTE format('CREATE POLICY service ON %s TO %s USING (true)', jobs, ${pg.escapeLiteral(worker)});
    END LOOP;
  END $$`;

/** SQL of all walls, in parts that are transactions of their own: a table is never without its policies. */
export function rowLevelSecurityOf(roles: Roles): string[] {
  const tables = [...new Set([...Object.keys(rules), ...unscopedTables, ...Object.keys(grants)])];
  const ofAgencies = new Set([...Object.keys(rules), ...unscopedTables]);
  const all = Object.values(roles).map(quote).join(', ');
  return [
    `DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %I TO ${all.replaceAll("'", "''")}', current_schema()); END $$`,
    ...tables.map((table) =>
      [...grantsOf(table, roles), ...(ofAgencies.has(table) ? policiesOf(table, grants[table] ?? {}, roles) : [])].join('; '),
    ),
    ...Object.entries(functionGrants).map(
      ([name, takers]) => `GRANT EXECUTE ON FUNCTION ${name} TO ${takers.flatMap((taker) => takersOf(roles, taker)).join(', ')}`,
    ),
    jobsFor(quote(roles.worker)),
  ];
}

/** What the database has of grants and policies, as one hash. */
const state = `
  md5(concat_ws(E'\\n',
    (SELECT string_agg(format('%s %s %s %s', c.relname, c.relrowsecurity, c.relacl,
              (SELECT string_agg(format('%s %s', attname, attacl), ',' ORDER BY attnum) FROM pg_attribute WHERE attrelid = c.oid AND attacl IS NOT NULL)),
              E'\\n' ORDER BY c.oid::regclass::text)
       FROM pg_class c
      WHERE c.relnamespace IN (current_schema()::regnamespace, 'graphile_worker'::regnamespace) AND c.relkind IN ('r', 'p') AND NOT c.relispartition),
    (SELECT string_agg(format('%s %s %s %s', tablename, policyname, roles, qual), E'\\n' ORDER BY schemaname, tablename, policyname)
       FROM pg_policies WHERE schemaname IN (current_schema(), 'graphile_worker'))))`;

/** Partitions that were made without the grants of their table: by an earlier release, or before there were any. */
const grantOnPartitions = `
  SELECT grant_on_partition(i.inhrelid, i.inhparent) FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent AND p.relkind = 'p'
   WHERE has_table_privilege($1, i.inhparent, 'DELETE') AND NOT has_table_privilege($1, i.inhrelid, 'DELETE')`;

/** Another process may do the same at the same time, for this database or for another one of the server. */
async function ensure(client: pg.Client, isDone: () => Promise<boolean>, statement: string): Promise<void> {
  if (await isDone()) return;
  try {
    await client.query(statement);
  } catch (error) {
    if (!(await isDone())) throw error;
  }
}

async function ensureRoles(client: pg.Client, roles: Roles): Promise<void> {
  const names = Object.values(roles) as string[];
  const holds = (condition: string) => async (name: string) =>
    (
      await client.query<{ holds: boolean }>(`SELECT EXISTS (SELECT FROM pg_roles r WHERE r.rolname = $1 AND ${condition}) AS holds`, [
        name,
      ])
    ).rows[0]!.holds;
  const exists = holds('true');
  const isGranted = holds(`pg_has_role(session_user, r.oid, 'SET')`);
  const grant = (name: string, user: string) => `GRANT ${quote(name)} TO ${user} WITH INHERIT FALSE, SET TRUE`;
  try {
    for (const name of names) {
      await ensure(client, () => exists(name), `CREATE ROLE ${quote(name)} NOLOGIN`);
      await ensure(client, () => isGranted(name), grant(name, 'SESSION_USER'));
    }
  } catch (error) {
    if ((error as { code?: unknown }).code !== '42501') throw error;
    const statements = names.map((name) => `${grant(name, quote(client.user!))};`);
    for (const name of names) if (!(await exists(name))) statements.unshift(`CREATE ROLE ${quote(name)} NOLOGIN;`);
    throw new RolesMissing(
      `its user cannot create the roles that the service needs; an administrator of the server must run: ${statements.join(' ')}`,
    );
  }
  const mighty = holds('(r.rolsuper OR r.rolbypassrls)');
  for (const name of names)
    if (await mighty(name))
      throw new RolesMissing(`its role ${name} bypasses row-level security; run: ALTER ROLE ${quote(name)} NOSUPERUSER NOBYPASSRLS;`);
}

async function lastMigration(): Promise<string> {
  const files = await readdir(new URL('../../migrations/', import.meta.url));
  return files
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .at(-1)!;
}

/**
 * Makes the roles, their grants and the policies of a migrated database, as far as they are not there yet: the tables are locked
 * for a moment where something changed, and not at all where nothing did. Throws `RolesMissing`.
 */
export async function applyRowLevelSecurity(databaseUrl: string): Promise<void> {
  const client = new TlsClient({
    connectionString: databaseUrl,
    application_name: 'agency-service walls',
    connectionTimeoutMillis: 5_000,
  });
  // A connection that is lost between two statements fails the next one.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`SELECT ${lockSession('migrations')}`);
    const [owner] = (await client.query<{ name: string }>(`SELECT ${tableOwner} AS name`)).rows;
    const roles = rolesOf(owner!.name);
    await ensureRoles(client, roles);
    const walls = rowLevelSecurityOf(roles);
    const [standing] = (
      await client.query<{ stand: boolean }>(
        `SELECT last_migration > $1 OR (md5($2) = made_by AND ${state} = state) AS stand FROM schema_walls`,
        [await lastMigration(), walls.join('\n')],
      )
    ).rows;
    if (!standing?.stand) {
      for (const part of walls) await client.query(part);
      await client.query(
        `INSERT INTO schema_walls (last_migration, made_by, state) VALUES ($1, md5($2), ${state})
         ON CONFLICT (is_only) DO UPDATE SET last_migration = EXCLUDED.last_migration, made_by = EXCLUDED.made_by, state = EXCLUDED.state`,
        [await lastMigration(), walls.join('\n')],
      );
    }
    await client.query(grantOnPartitions, [roles.worker]);
  } finally {
    await client.end();
  }
}
