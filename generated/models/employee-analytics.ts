// Generated from spec/ by `npm run generate`. Do not edit.

import type { EmployeeFigures } from './employee-figures.ts';

/**
 * Figures per employee over a window.
 */
export interface EmployeeAnalytics {
  /** First day, included. */
  start: string;
  /** Last day, included. */
  end: string;
  /** Zone in which the days were read. */
  timezone: string;
  /** One item per employee with orders, refunds or messages in the window, former ones included, highest revenue first. What is not attributed to an employee is left out. */
  data: Array<EmployeeFigures>;
}
