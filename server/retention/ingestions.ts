import { limits } from '../../generated/limits.ts';
import { removeRows } from '../database/in-batches.ts';
import type { Sql } from '../database/client/sql.ts';

/** The latest entry of each agency that exceeds the limit. */
const firstBeyond = `
  SELECT i.agency_id, i.id FROM agencies a
   CROSS JOIN LATERAL (SELECT agency_id, id FROM ingestions WHERE agency_id = a.id ORDER BY id DESC OFFSET $1 LIMIT 1) i`;

/** Removes log entries of ingestions that are older than the contract states, or exceed the number of entries of an agency. */
export async function trimIngestions(sql: Sql, signal: AbortSignal, ofAgency: number = limits.ingestionsOfAgency): Promise<void> {
  await removeRows(sql, signal, 'ingestions', `id < first_id_at(now() - interval '${limits.ingestionDays} days')`);
  for (const { agency_id: agencyId, id } of await sql.query<{ agency_id: string; id: string }>({ text: firstBeyond, values: [ofAgency] })) {
    await removeRows(sql, signal, 'ingestions', 'agency_id = $1 AND id <= $2', [agencyId, id]);
  }
}
