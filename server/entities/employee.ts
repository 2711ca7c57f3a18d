import type { Employee } from '../../generated/models.ts';
import { tables, type Rows } from '../models/tables.ts';
import { recordTable } from '../orm/record-table.ts';
import type { ColumnsOf } from './record.ts';

/** What is shown of a row of `employees`. */
export type EmployeeRow = Pick<Rows['employees'], 'id' | 'name' | 'email' | 'role' | 'created_at'>;

/** What the records of employees set. */
export const employeeTable = recordTable('employees', tables.employees.columns satisfies ColumnsOf<'employee'>);

export function presentEmployee(row: EmployeeRow): Employee {
  return { id: row.id, name: row.name, email: row.email, role: row.role, created_at: row.created_at.toISOString() };
}
