/** The largest page of the contract, and the row that tells that another one follows. */
const mostRows = 201;

/**
 * The first rows of an ordered query, as many as the value at `limit` says. Statements that stay prepared are planned
 * without their values: the number in the text tells the planner that a page is short.
 */
export function firstRows(query: string, limit: string): string {
  return `SELECT * FROM (${query} LIMIT ${mostRows}) first_rows LIMIT ${limit}`;
}
