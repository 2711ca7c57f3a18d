import { operations, type OperationId } from '../../generated/operations.ts';

/** The largest page of a list, and the row that shows that another one follows. */
function mostRows(list: OperationId): number {
  const maximum = operations[list].parameters['limit']?.maximum;
  if (maximum === undefined) throw new Error(`the contract does not limit the page size of ${list}`);
  return maximum + 1;
}

/**
 * The first rows of a list's ordered query, as many as the value at `limit` says. Statements that stay prepared are planned
 * without their values: the number in the text lets the planner know that a page is short. Without it, 10 orders of a rare type
 * among 120,000 are found by reading all of them: 120,020 rows and 1,510 buffers in place of 20 and 77.
 */
export function firstRows(list: OperationId, query: string, limit: string): string {
  return `SELECT * FROM (${query} LIMIT ${mostRows(list)}) first_rows LIMIT ${limit}`;
}

/**
 * A page is merged from runs of an index. Up to so many it costs less to read the rows of all of them than to read their keys
 * and look up the rows of the page. A page of 50 from 1, 5, 20 and 100 runs reads 39, 213, 834 and 4,163 buffers by rows, and
 * 208, 223, 274 and 558 by keys.
 */
export const fewRuns = 6;
