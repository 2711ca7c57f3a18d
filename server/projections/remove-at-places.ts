import type { Sql } from '../database/client/sql.ts';

type RefreshedTable = 'changed_sends' | 'changed_quarters' | 'revenue_quarters' | 'message_quarters' | 'activity_blocks';

const usesIndexes = (setting: 'on' | 'off') => `SELECT set_config('enable_indexscan', '${setting}', true)`;

/**
 * Removes an agency's rows at the places (`ctid`) where the transaction found them. The agency is in the condition only because it decides the
 * worker of Citus. Its index is not used, because a scan of it reads all rows of the agency.
 */
export async function removeAtPlaces(sql: Sql, table: RefreshedTable, agencyId: string, places: readonly string[]): Promise<void> {
  await sql.query({ text: usesIndexes('off') });
  await sql.query({ text: `DELETE FROM ${table} WHERE agency_id = $1 AND ctid = ANY ($2::text[]::tid[])`, values: [agencyId, places] });
  await sql.query({ text: usesIndexes('on') });
}
