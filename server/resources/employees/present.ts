import type { Employee } from '../../../generated/models/index.ts';
import type { Rows } from '../../models/models.ts';

export function presentEmployee(row: Rows['employees']): Employee {
  return { id: row.id, name: row.name, email: row.email, role: row.role, created_at: row.created_at.toISOString() };
}
