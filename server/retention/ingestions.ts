import { limits } from '../../generated/limits.ts';
import { removeRows } from '../database/in-batches.ts';
import type { Sql } from '../database/client/sql.ts';

/** The first entry that an agency has too many. */
const firstBeyond = `
  SELECT i.agency_id, i.id FROM agencies a
   CROSS JOIN LATERAL (SELECT agency_id, id FROM ingestions WHERE agency_id = a.id ORDER BY id DESC OFFSET $1 LIMIT 1) i`;

/** Keeps of the log of ingestions the days and, for each agency, the entries that the contract states. */
export async function trimIngestions(sql: Sql, signal: AbortSignal, ofAgency: number = limits.ingestionsOfAgency): Promise<void> {
  await removeRows(sql, signal, 'ingestions', `id < first_id_at(now() - interval '${limits.ingestionDays} days')`);
  for (const { agency_id: agencyId, id } of await sql.query<{ agency_id: string; id: string }>({ text: firstBeyond, values: [ofAgency] })) {
    await removeRows(sql, signal, 'ingestions', 'agency_id = $1 AND id <= $2', [agencyId, id]);
  }
}
