import type { Sql } from '../database/sql.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { Identified, Written } from './tally.ts';
import { isNew, upsert, type ColumnsOf } from './upsert.ts';

const upsertEmployees = upsert({
  table: 'employees',
  key: ['id'],
  columns: {
    id: { type: 'text' },
    name: { type: 'text' },
    email: { type: 'text' },
    role: { type: 'text' },
    active: { type: 'boolean' },
    created_at: { type: 'timestamptz(3)', default: 'now()' },
  } satisfies ColumnsOf<'employee'>,
});

export function writeEmployees(sql: Sql, entries: readonly Entry<'employee'>[]): Promise<(Written & Identified)[]> {
  return sql.query({
    name: 'write-employees',
    text: `${upsertEmployees} RETURNING new.agency_id, new.id, ${isNew}`,
    values: [rowsOf(entries)],
  });
}
