import { vi } from 'vitest';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import type { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import { scopedTables } from '../../server/access/scope/scoped-tables.ts';
import type { Statement } from '../../server/database/client/sql.ts';
import { createUndividedDatabase } from '../support/database.ts';
import { startService, type TestService, type TestServiceOptions } from '../support/service.ts';

/** Which of the two checks are active: each of them alone protects rows out of scope, so that both do. */
export const alone = ['the texts alone', 'the policies alone'] as const;
export type Standing = (typeof alone)[number] | 'both walls' | 'neither';

const names = new Map<string, number>();

/** A statement with its bounds and without a word of reach in its text. */
function unlimited(reach: TenantScope, { text, values = [], name }: Statement): Statement {
  const agencyId = `$${values.length + 1}`;
  const bare = text.replace(/\{(scope )?(\w+)(?: \w+)?\}/g, (_, condition: string | undefined, table: string) =>
    table === 'agency_id' ? `${agencyId}::uuid` : condition ? 'true' : `(SELECT * FROM ${table})`,
  );
  const key = `${reach.isRestricted} ${bare}`;
  names.set(key, names.get(key) ?? names.size);
  return {
    text: bare,
    values: bare.includes(agencyId) ? [...values, reach.agencyId] : values,
    rowScope: reach,
    ...(name ? { name: `${name} unlimited ${names.get(key)}` } : {}),
  };
}

/** A service with these walls alone, whose `close` puts the others back. */
export async function startWithin(walls: Standing, options: TestServiceOptions = {}): Promise<TestService> {
  const isLimitedByTexts = walls === 'both walls' || walls === 'the texts alone';
  const service = await startService(isLimitedByTexts ? options : { ...options, createDatabase: createUndividedDatabase });
  if (walls === 'the texts alone' || walls === 'neither') {
    for (const table of scopedTables) await service.database.query({ text: `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY` });
  }
  if (isLimitedByTexts) return service;
  const addScope = vi.spyOn(ScopedStatements.prototype, 'addScope').mockImplementation(unlimited);
  return {
    ...service,
    async close() {
      addScope.mockRestore();
      await service.close();
    },
  };
}
