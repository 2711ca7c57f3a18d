import pg from 'pg';
import { rolesOf, tableOwner, type Roles } from '../../database/client/roles.ts';
import { distributedTables } from '../../database/engine.ts';
import { defaultWaits, MigrationSession, type LockWaits } from '../../database/migrate/migration-session.ts';
import { readMigrations } from '../../database/migrate/migrations.ts';
import type { ScopeValues } from '../../declare/scope-rules.ts';
import type { Grants } from '../../declare/table.ts';
import { declarations, tableNames, type TableName } from '../../models/tables.ts';
import { functionGrants } from './grants.ts';
import { policies, policiesOnWorkersDiffer } from './policies-on-workers.ts';
import { ruleOf } from './scoped-tables.ts';

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

/** The same for the tables on the workers of Citus, whose policies may have no subquery: the creators are read for each row. */
const reachedOnWorkers: ScopeValues = { agencyId, creatorIds };

const quote = pg.escapeIdentifier;

/** The roles that have what a role of the grants has. */
const takersOf = ({ api, limitedApi, worker, operator }: Roles, taker: keyof Grants): string[] =>
  ({ api: [api, limitedApi], worker: [worker], operator: [operator] })[taker].map(quote);

/**
 * SQL of the policies of a table of agencies, as the rules of reach have them; what works across agencies sees all rows. A table on workers
 * on which the API has no privilege has none: Citus brings rows there by COPY, which accepts no policy.
 */
function policiesOf(table: TableName, roles: Roles, isOnWorkers: boolean): string[] {
  const { api, worker, operator } = declarations[table].grants;
  if (isOnWorkers && !api) return [`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`];
  const values = isOnWorkers ? reachedOnWorkers : reached;
  const policy = (name: string, takers: string[], condition: string) =>
    `CREATE POLICY ${name} ON ${table} TO ${takers.join(', ')} USING (${condition})`;
  const rule = ruleOf(table);
  const services = [...(worker ? takersOf(roles, 'worker') : []), ...(operator ? takersOf(roles, 'operator') : [])];
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    ...policies.map((name) => `DROP POLICY IF EXISTS ${name} ON ${table}`),
    ...(api && rule
      ? [
          policy('reach', [quote(roles.api)], rule(table, values, false)),
          policy('limited_reach', [quote(roles.limitedApi)], rule(table, values, true)),
        ]
      : []),
    ...(services.length > 0 ? [policy('service', services, 'true')] : []),
  ];
}

function grantsOf(table: TableName, roles: Roles): string[] {
  const all = Object.values(roles).map(quote).join(', ');
  const given = Object.entries(declarations[table].grants) as [keyof Grants, string][];
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

/** Statements of one transaction: a table is never without its policies. Citus takes them one by one. */
type WallPart = readonly string[];

/** SQL of all walls. */
export function rowLevelSecurityOf(roles: Roles, distributed: ReadonlySet<string> = new Set()): WallPart[] {
  const isOfAgencies = (table: TableName) => ruleOf(table) !== undefined || 'agency_id' in declarations[table].columns;
  const all = Object.values(roles).map(quote).join(', ');
  return [
    [`DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %I TO ${all.replaceAll("'", "''")}', current_schema()); END $$`],
    ...tableNames.map((table) => [
      ...grantsOf(table, roles),
      ...(isOfAgencies(table) ? policiesOf(table, roles, distributed.has(table)) : []),
    ]),
    ...Object.entries(functionGrants).map(([name, takers]) => [
      `GRANT EXECUTE ON FUNCTION ${name} TO ${takers.flatMap((taker) => takersOf(roles, taker)).join(', ')}`,
    ]),
    [jobsFor(quote(roles.worker))],
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
const partitionsWithoutGrants = `
  FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent AND p.relkind = 'p'
 WHERE has_table_privilege($1, i.inhparent, 'DELETE') AND NOT has_table_privilege($1, i.inhrelid, 'DELETE')`;

/** Another process may do the same at the same time, for this database or for another one of the server. */
async function ensure(session: MigrationSession, isDone: () => Promise<boolean>, statement: string): Promise<void> {
  if (await isDone()) return;
  try {
    await session.run(statement);
  } catch (error) {
    if (!(await isDone())) throw error;
  }
}

/** Whether a role exists that meets a condition. */
const holds =
  ({ sql }: MigrationSession, condition: string) =>
  async (name: string) => {
    const [row] = await sql.query<{ holds: boolean }>({
      text: `SELECT EXISTS (SELECT FROM pg_roles r WHERE r.rolname = $1 AND ${condition}) AS holds`,
      values: [name],
    });
    return row!.holds;
  };

const isUsable = `pg_has_role(session_user, r.oid, 'SET')`;

async function ensureRoles(session: MigrationSession, roles: Roles): Promise<void> {
  const names = Object.values(roles) as string[];
  const exists = holds(session, 'true');
  const isGranted = holds(session, isUsable);
  const grant = (name: string, user: string) => `GRANT ${quote(name)} TO ${user} WITH INHERIT FALSE, SET TRUE`;
  try {
    for (const name of names) {
      await ensure(session, () => exists(name), `CREATE ROLE ${quote(name)} NOLOGIN`);
      await ensure(session, () => isGranted(name), grant(name, 'SESSION_USER'));
    }
  } catch (error) {
    if ((error as { code?: unknown }).code !== '42501') throw error;
    const statements = names.map((name) => `${grant(name, quote(session.user))};`);
    for (const name of names) if (!(await exists(name))) statements.unshift(`CREATE ROLE ${quote(name)} NOLOGIN;`);
    throw new RolesMissing(
      `its user cannot create the roles that the service needs; an administrator of the server must run: ${statements.join(' ')}`,
    );
  }
  const mighty = holds(session, '(r.rolsuper OR r.rolbypassrls)');
  for (const name of names)
    if (await mighty(name))
      throw new RolesMissing(`its role ${name} bypasses row-level security; run: ALTER ROLE ${quote(name)} NOSUPERUSER NOBYPASSRLS;`);
}

/** The coordinator of Citus connects to its workers as the role of the statement. */
async function ensureLogins(session: MigrationSession, roles: Roles): Promise<void> {
  const canLogIn = holds(session, 'r.rolcanlogin');
  const allow = (name: string) => `ALTER ROLE ${quote(name)} LOGIN`;
  try {
    for (const name of Object.values(roles) as string[]) await ensure(session, () => canLogIn(name), allow(name));
  } catch (error) {
    if ((error as { code?: unknown }).code !== '42501') throw error;
    const statements = (Object.values(roles) as string[]).map((name) => `${allow(name)};`).join(' ');
    throw new RolesMissing(
      `Citus connects to its workers as the roles that the service needs; an administrator of the server must run: ${statements}`,
    );
  }
}

const lastMigration = async () => (await readMigrations()).at(-1)!.name;

async function rolesIn({ sql }: MigrationSession): Promise<Roles> {
  const [owner] = await sql.query<{ name: string }>({ text: `SELECT ${tableOwner} AS name` });
  return rolesOf(owner!.name);
}

const textOf = (walls: readonly WallPart[]) => walls.map((part) => part.join('; ')).join('\n');

async function runPart(session: MigrationSession, part: WallPart): Promise<void> {
  await session.run('BEGIN');
  for (const statement of part) await session.run(statement);
  await session.run('COMMIT');
}

/** Whether the database has these walls, or those of a later release, and the workers of Citus have the same. */
async function stand({ sql }: MigrationSession, walls: readonly WallPart[], distributed: ReadonlySet<string>): Promise<boolean> {
  const [row] = await sql.query<{ stand: boolean }>({
    text: `SELECT last_migration > $1 OR (md5($2) = made_by AND ${state} = state) AS stand FROM schema_walls`,
    values: [await lastMigration(), textOf(walls)],
  });
  return (row?.stand ?? false) && !(await policiesOnWorkersDiffer(sql, distributed));
}

/** Whether a migrated database has the roles, the grants and the policies. Changes nothing. */
export async function hasRowLevelSecurity(session: MigrationSession): Promise<boolean> {
  const roles = await rolesIn(session);
  const isUsableRole = holds(session, isUsable);
  for (const name of Object.values(roles) as string[]) if (!(await isUsableRole(name))) return false;
  const distributed = await distributedTables(session.sql);
  if (!(await stand(session, rowLevelSecurityOf(roles, distributed), distributed))) return false;
  const [row] = await session.sql.query<{ some: boolean }>({
    text: `SELECT EXISTS (SELECT ${partitionsWithoutGrants}) AS some`,
    values: [roles.worker],
  });
  return !row!.some;
}

/**
 * Makes the roles, their grants and the policies of a migrated database, as far as they are not there yet: the tables are locked
 * for a moment where something changed, and not at all where nothing did. Throws `RolesMissing`.
 */
export async function applyRowLevelSecurity(databaseUrl: string, waits: LockWaits = defaultWaits): Promise<void> {
  const session = await MigrationSession.open(databaseUrl, waits, 'walls');
  const { sql } = session;
  try {
    await session.underLock('migrations', async () => {
      const roles = await rolesIn(session);
      await ensureRoles(session, roles);
      const distributed = await distributedTables(sql);
      if (distributed.size > 0) await ensureLogins(session, roles);
      const walls = rowLevelSecurityOf(roles, distributed);
      if (!(await stand(session, walls, distributed))) {
        const startedAt = performance.now();
        for (const part of walls) await session.retry('grants and policies', () => runPart(session, part));
        await sql.query({
          text: `INSERT INTO schema_walls (last_migration, made_by, state) VALUES ($1, md5($2), ${state})
                 ON CONFLICT (is_only) DO UPDATE SET last_migration = EXCLUDED.last_migration, made_by = EXCLUDED.made_by, state = EXCLUDED.state`,
          values: [await lastMigration(), textOf(walls)],
        });
        waits.applied('grants and policies', performance.now() - startedAt);
      }
      await sql.query({ text: `SELECT grant_on_partition(i.inhrelid, i.inhparent) ${partitionsWithoutGrants}`, values: [roles.worker] });
    });
  } finally {
    await session.close();
  }
}
