import type { Sql } from '../database/client/sql.ts';
import { employeeTable } from '../entities/employee.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { Identified, Written } from './tally.ts';
import { isNew, upsert } from './upsert.ts';

const upsertEmployees = upsert(employeeTable);

export function writeEmployees(sql: Sql, entries: readonly Entry<'employee'>[]): Promise<(Written & Identified)[]> {
  return sql.query({
    name: 'write-employees',
    text: `${upsertEmployees} RETURNING new.agency_id, new.id, ${isNew}`,
    values: [rowsOf(entries)],
  });
}
