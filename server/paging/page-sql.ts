import { operations, type OperationId } from '../../generated/operations.ts';

/** The largest page of a list, and the row that tells that another one follows. */
function mostRows(list: OperationId): number {
  const maximum = operations[list].parameters['limit']?.maximum;
  if (maximum === undefined) throw new Error(`the contract does not bound the pages of ${list}`);
  return maximum + 1;
}

/**
 * The first rows of a list's ordered query, as many as the value at `limit` says. Statements that stay prepared are planned
 * without their values: the number in the text tells the planner that a page is short.
 */
export function firstRows(list: OperationId, query: string, limit: string): string {
  return `SELECT * FROM (${query} LIMIT ${mostRows(list)}) first_rows LIMIT ${limit}`;
}
