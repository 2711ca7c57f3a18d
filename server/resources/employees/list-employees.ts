import type { EmployeeList } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentEmployee, type EmployeeRow } from '../../entities/employee.ts';

/** The members now: former employees are absent. */
export async function listEmployees(context: ContextOf<'listEmployees'>): Promise<EmployeeList> {
  const rows = await context.data.queryReplica<EmployeeRow>({
    text: 'SELECT e.id, e.name, e.email, e.role, e.created_at FROM {employees} e WHERE e.active ORDER BY e.name, e.id',
  });
  return { data: rows.map(presentEmployee) };
}
