// Generated from spec/ by `npm run generate`. Do not edit.

import { Get, Inject, Request, Route } from '../routes/declarations.ts';
import type { EmployeeList } from '../models/index.ts';
import type { EmployeesApi, ListEmployeesRequest } from '../interfaces/employees.ts';

/** Declares the routes of the tag Employees and hands their requests to the implementation. */
@Route()
export class Employees<Context> {
  readonly #implementation: EmployeesApi<Context>;

  constructor(implementation: EmployeesApi<Context>) {
    this.#implementation = implementation;
  }

  @Get('/v1/employees')
  listEmployees(@Request() request: ListEmployeesRequest, @Inject() context: Context): Promise<EmployeeList> {
    return this.#implementation.listEmployees(request, context);
  }
}
