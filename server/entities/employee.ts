import type { Employee } from '../../generated/models/index.ts';
import type { ColumnsOf, RecordTable } from './record.ts';

/** What is shown of a row of `employees`. */
export interface EmployeeRow {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: string;
  readonly created_at: Date;
}

/** What the records of employees set. */
export const employeeTable = {
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
} satisfies RecordTable;

export function presentEmployee(row: EmployeeRow): Employee {
  return { id: row.id, name: row.name, email: row.email, role: row.role, created_at: row.created_at.toISOString() };
}
