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

/** The database user cannot create the roles. The message contains the statements for an administrator. */
export class RolesMissing extends Error {}

const setting = (name: string, type: string) => `nullif(current_setting('${name}', true), '')::${type}`;

const [agencyId, creatorIds] = [setting('tenant_scope.agency', 'uuid'), setting('tenant_scope.creators', 'text[]')];

/**
 * SQL of the tenant scope that the transaction sets. Plans compare the expression of the agency's id once with that of the statement; the
 * subqueries are evaluated once.
 */
const scopeValues: ScopeValues = {
  agencyId,
  creatorIds: `(SELECT ${creatorIds})`,
  accountIds: `(SELECT accounts_within(${agencyId}, ${creatorIds}))`,
};

/** For the workers of Citus, whose policies may not have subqueries: the creators are evaluated for each row. */
const scopeValuesOnWorkers: ScopeValues = { agencyId, creatorIds };

const quote = pg.escapeIdentifier;

const rolesWith = (role: keyof Grants, { api, limitedApi, worker, operator }: Roles): string[] =>
  ({ api: [api, limitedApi], worker: [worker], operator: [operator] })[role].map(quote);

/**
 * SQL of the policies of a table of agencies. The worker and operators see all rows. A table on workers that the API cannot access has no policies,
 * because Citus copies its rows there by COPY, which accepts none.
 */
function policiesOf(table: TableName, roles: Roles, isOnWorkers: boolean): string[] {
  const { api, worker, operator } = declarations[table].grants;
  if (isOnWorkers && !api) return [`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`];
  const values = isOnWorkers ? scopeValuesOnWorkers : scopeValues;
  const policy = (name: string, granted: string[], condition: string) =>
    `CREATE POLICY ${name} ON ${table} TO ${granted.join(', ')} USING (${condition})`;
  const rule = ruleOf(table);
  const services = [...(worker ? rolesWith('worker', roles) : []), ...(operator ? rolesWith('operator', roles) : [])];
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    ...policies.map((name) => `DROP POLICY IF EXISTS ${name} ON ${table}`),
    ...(api && rule
      ? [
          policy('tenant_scope', [quote(roles.api)], rule(table, values, false)),
          policy('limited_tenant_scope', [quote(roles.limitedApi)], rule(table, values, true)),
        ]
      : []),
    ...(services.length > 0 ? [policy('service', services, 'true')] : []),
  ];
}

function grantsOf(table: TableName, roles: Roles): string[] {
  const all = Object.values(roles).map(quote).join(', ');
  const grants = Object.entries(declarations[table].grants) as [keyof Grants, string][];
  return [
    `REVOKE ALL ON ${table} FROM ${all}`,
    ...grants.map(([role, privileges]) => `GRANT ${privileges} ON ${table} TO ${rolesWith(role, roles).join(', ')}`),
  ];
}

/** graphile-worker restricts its tables to their owner by row-level security without policies. */
const jobGrants = (worker: string) => `
  GRANT USAGE ON SCHEMA graphile_worker TO ${worker};
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA graphile_worker TO ${worker};
  GRANT USAGE ON ALL SEQUENCES IN SCHEMA graphile_worker TO ${worker};
  DO $$ DECLARE jobs regclass; BEGIN
    FOR jobs IN SELECT oid FROM pg_class WHERE relnamespace = 'graphile_worker'::regnamespace AND relkind = 'r' AND relrowsecurity LOOP
      EXECUTE format('DROP POLICY IF EXISTS service ON %s', jobs);
      EXECUTE format('CREATE POLICY service ON %s TO %s USING (true)', jobs, ${pg.escapeLiteral(worker)});
    END LOOP;
  END $$`;

/** Statements of one transaction, so that a table is never without its policies. Citus accepts only one statement at a time. */
type Batch = readonly string[];

/** SQL of all grants and policies. */
export function rowLevelSecurityOf(roles: Roles, distributed: ReadonlySet<string> = new Set()): Batch[] {
  const isOfAgencies = (table: TableName) => ruleOf(table) !== undefined || 'agency_id' in declarations[table].columns;
  const all = Object.values(roles).map(quote).join(', ');
  return [
    [`DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %I TO ${all.replaceAll("'", "''")}', current_schema()); END $$`],
    ...tableNames.map((table) => [
      ...grantsOf(table, roles),
      ...(isOfAgencies(table) ? policiesOf(table, roles, distributed.has(table)) : []),
    ]),
    ...Object.entries(functionGrants).map(([name, granted]) => [
      `GRANT EXECUTE ON FUNCTION ${name} TO ${granted.flatMap((role) => rolesWith(role, roles)).join(', ')}`,
    ]),
    [jobGrants(quote(roles.worker))],
  ];
}

/** A hash of the grants and policies in the database. */
const state = `
  md5(concat_ws(E'\\n',
    (SELECT string_agg(format('%s %s %s %s', c.relname, c.relrowsecurity, c.relacl,
              (SELECT string_agg(format('%s %s', attname, attacl), ',' ORDER BY attnum) FROM pg_attribute WHERE attrelid = c.oid AND attacl IS NOT NULL)),
              E'\\n' ORDER BY c.oid::regclass::text)
       FROM pg_class c
      WHERE c.relnamespace IN (current_schema()::regnamespace, 'graphile_worker'::regnamespace) AND c.relkind IN ('r', 'p') AND NOT c.relispartition),
    (SELECT string_agg(format('%s %s %s %s', tablename, policyname, roles, qual), E'\\n' ORDER BY schemaname, tablename, policyname)
       FROM pg_policies WHERE schemaname IN (current_schema(), 'graphile_worker'))))`;

/** Partitions without the grants of their table, which a release without grants created. */
const partitionsWithoutGrants = `
  FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent AND p.relkind = 'p'
 WHERE has_table_privilege($1, i.inhparent, 'DELETE') AND NOT has_table_privilege($1, i.inhrelid, 'DELETE')`;

/** Another process may run the same statement at the same time, for this database or another one of the server. */
async function ensure(session: MigrationSession, isDone: () => Promise<boolean>, statement: string): Promise<void> {
  if (await isDone()) return;
  try {
    await session.run(statement);
  } catch (error) {
    if (!(await isDone())) throw error;
  }
}

/** Whether a role exists that meets a condition. */
const roleHas =
  ({ sql }: MigrationSession, condition: string) =>
  async (name: string) => {
    const [row] = await sql.query<{ found: boolean }>({
      text: `SELECT EXISTS (SELECT FROM pg_roles r WHERE r.rolname = $1 AND ${condition}) AS found`,
      values: [name],
    });
    return row!.found;
  };

const isUsable = `pg_has_role(session_user, r.oid, 'SET')`;

/** Throws `RolesMissing` if the work fails for lack of privileges. */
async function explainMissing(work: () => Promise<void>, explain: () => Promise<string> | string): Promise<void> {
  try {
    await work();
  } catch (error) {
    if ((error as { code?: unknown }).code !== '42501') throw error;
    throw new RolesMissing(await explain());
  }
}

async function ensureRoles(session: MigrationSession, roles: Roles): Promise<void> {
  const names = Object.values(roles) as string[];
  const exists = roleHas(session, 'true');
  const isGranted = roleHas(session, isUsable);
  const grant = (name: string, user: string) => `GRANT ${quote(name)} TO ${user} WITH INHERIT FALSE, SET TRUE`;
  await explainMissing(
    async () => {
      for (const name of names) {
        await ensure(session, () => exists(name), `CREATE ROLE ${quote(name)} NOLOGIN`);
        await ensure(session, () => isGranted(name), grant(name, 'SESSION_USER'));
      }
    },
    async () => {
      const statements = names.map((name) => `${grant(name, quote(session.user))};`);
      for (const name of names) if (!(await exists(name))) statements.unshift(`CREATE ROLE ${quote(name)} NOLOGIN;`);
      return `its user cannot create the roles that the service needs; an administrator of the server must run: ${statements.join(' ')}`;
    },
  );
  const bypassesPolicies = roleHas(session, '(r.rolsuper OR r.rolbypassrls)');
  for (const name of names)
    if (await bypassesPolicies(name))
      throw new RolesMissing(`its role ${name} bypasses row-level security; run: ALTER ROLE ${quote(name)} NOSUPERUSER NOBYPASSRLS;`);
}

/** The coordinator of Citus connects to its workers as the role of the statement. */
async function ensureLogins(session: MigrationSession, roles: Roles): Promise<void> {
  const names = Object.values(roles) as string[];
  const canLogIn = roleHas(session, 'r.rolcanlogin');
  const allow = (name: string) => `ALTER ROLE ${quote(name)} LOGIN`;
  await explainMissing(
    async () => {
      for (const name of names) await ensure(session, () => canLogIn(name), allow(name));
    },
    () =>
      `Citus connects to its workers as the roles that the service needs; an administrator of the server must run: ${names.map((name) => `${allow(name)};`).join(' ')}`,
  );
}

const lastMigration = async () => (await readMigrations()).at(-1)!.name;

async function rolesIn({ sql }: MigrationSession): Promise<Roles> {
  const [owner] = await sql.query<{ name: string }>({ text: `SELECT ${tableOwner} AS name` });
  return rolesOf(owner!.name);
}

const textOf = (batches: readonly Batch[]) => batches.map((batch) => batch.join('; ')).join('\n');

async function runBatch(session: MigrationSession, batch: Batch): Promise<void> {
  await session.run('BEGIN');
  for (const statement of batch) await session.run(statement);
  await session.run('COMMIT');
}

/** Whether the database has these grants and policies, or those of a later release, and the workers of Citus have the same. */
async function areApplied({ sql }: MigrationSession, batches: readonly Batch[], distributed: ReadonlySet<string>): Promise<boolean> {
  const [row] = await sql.query<{ are_applied: boolean }>({
    text: `SELECT last_migration > $1 OR (md5($2) = made_by AND ${state} = state) AS are_applied FROM schema_policies`,
    values: [await lastMigration(), textOf(batches)],
  });
  return (row?.are_applied ?? false) && !(await policiesOnWorkersDiffer(sql, distributed));
}

/** Whether a migrated database has the roles, the grants and the policies. */
export async function hasRowLevelSecurity(session: MigrationSession): Promise<boolean> {
  const roles = await rolesIn(session);
  const isUsableRole = roleHas(session, isUsable);
  for (const name of Object.values(roles) as string[]) if (!(await isUsableRole(name))) return false;
  const distributed = await distributedTables(session.sql);
  if (!(await areApplied(session, rowLevelSecurityOf(roles, distributed), distributed))) return false;
  const [row] = await session.sql.query<{ some: boolean }>({
    text: `SELECT EXISTS (SELECT ${partitionsWithoutGrants}) AS some`,
    values: [roles.worker],
  });
  return !row!.some;
}

/**
 * Creates the missing roles, grants and policies of a migrated database. Locks the tables for a moment, but only after a change. Throws
 * `RolesMissing`.
 */
export async function applyRowLevelSecurity(databaseUrl: string, waits: LockWaits = defaultWaits): Promise<void> {
  const session = await MigrationSession.open(databaseUrl, waits, 'policies');
  const { sql } = session;
  try {
    await session.underLock('migrations', async () => {
      const roles = await rolesIn(session);
      await ensureRoles(session, roles);
      const distributed = await distributedTables(sql);
      if (distributed.size > 0) await ensureLogins(session, roles);
      const batches = rowLevelSecurityOf(roles, distributed);
      if (!(await areApplied(session, batches, distributed))) {
        const startedAt = performance.now();
        for (const batch of batches) await session.retry('grants and policies', () => runBatch(session, batch));
        await sql.query({
          text: `INSERT INTO schema_policies (last_migration, made_by, state) VALUES ($1, md5($2), ${state})
                 ON CONFLICT (is_only) DO UPDATE SET last_migration = EXCLUDED.last_migration, made_by = EXCLUDED.made_by, state = EXCLUDED.state`,
          values: [await lastMigration(), textOf(batches)],
        });
        waits.applied('grants and policies', performance.now() - startedAt);
      }
      await sql.query({ text: `SELECT grant_on_partition(i.inhrelid, i.inhparent) ${partitionsWithoutGrants}`, values: [roles.worker] });
    });
  } finally {
    await session.close();
  }
}
