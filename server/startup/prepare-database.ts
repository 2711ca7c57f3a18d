import { applyRowLevelSecurity } from '../access/scope/row-level-security.ts';
import { migrate } from '../database/migrate/migrate.ts';

/** Brings tables, roles and policies up to date: what a service may start over. Throws `RolesMissing`. */
export async function prepareDatabase(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl);
  await applyRowLevelSecurity(databaseUrl);
}
