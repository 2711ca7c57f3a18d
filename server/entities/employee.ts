import { tables } from '../models/tables.ts';
import { recordTable } from '../orm/record-table.ts';
import type { ColumnsOf } from './record.ts';

/** What the records of employees set. */
export const employeeTable = recordTable('employees', tables.employees.columns satisfies ColumnsOf<'employee'>);
