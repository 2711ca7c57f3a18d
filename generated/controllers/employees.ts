// Generated from spec/ by `npm run generate`. Do not edit.

import { Get } from '@tsoa/runtime/dist/decorators/methods.js';
import { Inject, Request } from '@tsoa/runtime/dist/decorators/parameter.js';
import { Route } from '@tsoa/runtime/dist/decorators/route.js';
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
