import type { EmployeeList } from '../../../generated/models/index.ts';
import type { RequestContext } from '../../access/request-context.ts';
import { presentEmployee } from './present.ts';

/** The members now: former employees are absent. */
export async function listEmployees(context: RequestContext): Promise<EmployeeList> {
  const rows = await context.data.findAll('employees', { where: { active: true }, order: ['name', 'id'] });
  return { data: rows.map(presentEmployee) };
}
