import { vi } from 'vitest';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import type { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import { rules } from '../../server/access/scope/scope-rules.ts';
import type { Statement } from '../../server/database/client/sql.ts';
import type { TestService } from '../support/service.ts';

/** Which of the two checks are active: each of them alone protects rows out of scope. */
export const standing = ['both walls', 'the texts alone', 'the policies alone'] as const;
export type Standing = (typeof standing)[number] | 'neither';

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
    bounds: reach,
    ...(name ? { name: `${name} unlimited ${names.get(key)}` } : {}),
  };
}

/** Leaves only these walls of a service. Answers with what puts the others back. */
export async function leave(walls: Standing, service: TestService): Promise<() => void> {
  if (walls === 'the texts alone' || walls === 'neither') {
    const tables = Object.keys(rules).map((table) => `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`);
    await service.database.query({ text: tables.join('; ') });
  }
  if (walls === 'both walls' || walls === 'the texts alone') return () => undefined;
  const within = vi.spyOn(ScopedStatements.prototype, 'within').mockImplementation(unlimited);
  return () => within.mockRestore();
}
