import type { EmployeeList } from '../../../generated/models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentEmployee } from '../../entities/employee.ts';

/** The members now: former employees are absent. */
export async function listEmployees(context: ContextOf<'listEmployees'>): Promise<EmployeeList> {
  const rows = await context.data.employees.rowsOnReplica({
    where: { active: true },
    attributes: ['id', 'name', 'email', 'role', 'created_at'],
    order: ['name', 'id'],
  });
  return { data: rows.map(presentEmployee) };
}
