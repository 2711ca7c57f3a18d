import type { Employee } from '../../generated/models.ts';
import { employeeAttributes, type Employee as EmployeeModel } from '../models/employee.ts';
import { recordTable } from '../orm/record-table.ts';
import type { ColumnsOf } from './record.ts';
import type { RowOf } from '../database/table/columns.ts';

/** What is shown of a row of `employees`. */
export type EmployeeRow = RowOf<EmployeeModel, 'id' | 'name' | 'email' | 'role' | 'created_at'>;

/** What the records of employees set. */
export const employeeTable = recordTable('employees', employeeAttributes() satisfies ColumnsOf<'employee'>);

export function presentEmployee(row: EmployeeRow): Employee {
  return { id: row.id, name: row.name, email: row.email, role: row.role, created_at: row.created_at.toISOString() };
}
