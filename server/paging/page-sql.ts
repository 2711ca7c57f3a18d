import { operations, type OperationId } from '../../generated/operations.ts';

/** The rows of the largest page of a list, and one more, which shows that another page follows. */
function maxRows(list: OperationId): number {
  const maximum = operations[list].parameters['limit']?.maximum;
  if (maximum === undefined) throw new Error(`the contract does not limit the page size of ${list}`);
  return maximum + 1;
}

/**
 * The first `limit` rows of a list's ordered query. Prepared statements are planned without values, so a number in the text shows the planner that a
 * page is short. Without it, a plan for 10 orders of a rare type among 120,000 reads 120,020 rows instead of 20.
 */
export function firstRows(list: OperationId, query: string, limit: string): string {
  return `SELECT * FROM (${query} LIMIT ${maxRows(list)}) first_rows LIMIT ${limit}`;
}

/**
 * A page is merged from ranges of an index. Up to this many, reading the rows of all ranges costs less than reading their keys and then the rows of
 * the page. A page of 50 from 1, 5, 20 and 100 ranges reads 39, 213, 834 and 4,163 buffers by rows, and 208, 223, 274 and 558 by keys.
 */
export const fewRanges = 6;
