import { runInBatches, removeRows } from '../database/in-batches.ts';
import type { Sql } from '../database/client/sql.ts';
import { boundHistory, insightHistory, maxEditsPerBatch } from '../entities/insight.ts';
import { forEachAgency } from './each-agency.ts';

const hasEdits = '(SELECT true FROM insight_edits e WHERE e.agency_id = q.agency_id LIMIT 1)';

/** The time limit of an agency's history: earlier edits are too old or too many. */
const historyStart = `
  SELECT greatest(
           now() - make_interval(days => $2),
           (SELECT edited_at FROM insight_edits WHERE agency_id = $1 ORDER BY edited_at DESC, id DESC OFFSET $3 LIMIT 1)
         ) AS instant`;

/** Limits the history of every agency, in batches of one transaction each. Edits limit the history of their own fan. */
export async function trimInsightHistory(sql: Sql, signal: AbortSignal, { days, editsOfAgency } = insightHistory): Promise<void> {
  await forEachAgency(sql, signal, hasEdits, async (agencyId) => {
    const [kept] = await sql.query<{ instant: Date }>({ text: historyStart, values: [agencyId, days, editsOfAgency] });
    await removeRows(sql, signal, 'insight_edits', 'agency_id = $1 AND edited_at < $2', [agencyId, kept!.instant]);
    await runInBatches(sql, signal, maxEditsPerBatch, { text: boundHistory('$1'), values: [agencyId] });
  });
}
