import type { Sql } from '../database/client/sql.ts';

/** Tables whose rows a refresh removes by the places at which its transaction found them. */
export type RefreshedTable = 'changed_sends' | 'changed_quarters' | 'revenue_quarters' | 'message_quarters' | 'activity_blocks';

const usesIndexes = (setting: 'on' | 'off') => `SELECT set_config('enable_indexscan', '${setting}', true)`;

/**
 * Removes an agency's rows at these places. Only the agency decides which worker of Citus has them; an index of it, which would be read from its
 * first row to the last, is not used.
 */
export async function removeRows(sql: Sql, table: RefreshedTable, agencyId: string, places: readonly string[]): Promise<void> {
  await sql.query({ text: usesIndexes('off') });
  await sql.query({ text: `DELETE FROM ${table} WHERE agency_id = $1 AND ctid = ANY ($2::text[]::tid[])`, values: [agencyId, places] });
  await sql.query({ text: usesIndexes('on') });
}
