import { vi } from 'vitest';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import type { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import { scopedTables } from '../../server/access/scope/scoped-tables.ts';
import type { Statement } from '../../server/database/client/sql.ts';
import { createUndividedDatabase } from '../support/database.ts';
import { startService, type TestService, type TestServiceOptions } from '../support/service.ts';

/** Each of the two checks protects rows out of scope without the other one. */
export const singleChecks = ['scoped statements only', 'policies only'] as const;
export type ActiveCheck = (typeof singleChecks)[number] | 'neither';

const names = new Map<string, number>();

/** The statement with its row-level security context, without scope conditions in its text. */
function withoutConditions(scope: TenantScope, { text, values = [], name }: Statement): Statement {
  const agencyId = `$${values.length + 1}`;
  const bare = text.replace(/\{(scope )?(\w+)(?: \w+)?\}/g, (_, condition: string | undefined, table: string) =>
    table === 'agency_id' ? `${agencyId}::uuid` : condition ? 'true' : `(SELECT * FROM ${table})`,
  );
  const key = `${scope.isRestricted} ${bare}`;
  names.set(key, names.get(key) ?? names.size);
  return {
    text: bare,
    values: bare.includes(agencyId) ? [...values, scope.agencyId] : values,
    rowScope: scope,
    ...(name ? { name: `${name} unlimited ${names.get(key)}` } : {}),
  };
}

/** A service with one active check or none. `close` restores the other checks. */
export async function startWithCheck(check: ActiveCheck, options: TestServiceOptions = {}): Promise<TestService> {
  const hasConditions = check === 'scoped statements only';
  const service = await startService(hasConditions ? options : { ...options, createDatabase: createUndividedDatabase });
  if (check !== 'policies only') {
    for (const table of scopedTables) await service.database.query({ text: `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY` });
  }
  if (hasConditions) return service;
  const addScope = vi.spyOn(ScopedStatements.prototype, 'addScope').mockImplementation(withoutConditions);
  return {
    ...service,
    async close() {
      addScope.mockRestore();
      await service.close();
    },
  };
}
