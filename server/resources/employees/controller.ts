import type { EmployeesApi } from '../../../generated/interfaces/employees.ts';
import type { Contexts } from '../../access/request-context.ts';
import { listEmployees } from './list-employees.ts';

export function employeesController(): EmployeesApi<Contexts> {
  return { listEmployees: (_request, context) => listEmployees(context) };
}
