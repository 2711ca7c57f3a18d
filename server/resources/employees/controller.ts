import type { EmployeesApi } from '../../../generated/interfaces/employees.ts';
import type { RequestContext } from '../../access/request-context.ts';
import { listEmployees } from './list-employees.ts';

export function employeesController(): EmployeesApi<RequestContext> {
  return { listEmployees: (_request, context) => listEmployees(context) };
}
