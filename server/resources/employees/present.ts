import type { Employee } from '../../../generated/models/index.ts';

/** What is shown of a row of `employees`. */
export interface EmployeeRow {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: string;
  readonly created_at: Date;
}

export function presentEmployee(row: EmployeeRow): Employee {
  return { id: row.id, name: row.name, email: row.email, role: row.role, created_at: row.created_at.toISOString() };
}
