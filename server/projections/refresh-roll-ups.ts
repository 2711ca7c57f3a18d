import type { Sql } from '../database/sql.ts';
import { blocksOrigin } from '../query/roll-up-blocks.ts';
import { rewriteActivityBlocks, rewriteMessageQuarters, rewriteRevenueQuarters } from './roll-up-statements.ts';

const weeksPerBatch = 2;
const weekHours = 7 * 24;
const quartersPerBatch = weeksPerBatch * weekHours * 4;

/** Quarter hours of agencies, as two lists of the same length. */
interface Quarters {
  readonly agencyIds: readonly string[];
  readonly quarters: readonly Date[];
}

/** The place in the work list up to which a pass has come. */
export interface RollUpPosition {
  readonly agencyId: string;
  readonly quarter: Date;
}

/**
 * Takes the next changed quarters from the work list, in its order, each once however often it was named. A batch is
 * bounded by the weeks that its quarters lie in, because all of them is read again.
 */
async function takeChanged(sql: Sql, after: RollUpPosition | undefined): Promise<Quarters> {
  const rows = await sql.query<{ agency_id: string; quarter: Date }>({
    text: `
      WITH next AS (
        SELECT DISTINCT agency_id, quarter FROM changed_quarters
         ${after ? 'WHERE (agency_id, quarter) > ($5, $6)' : ''}
         ORDER BY agency_id, quarter
         LIMIT $1
      ), ranked AS (
        SELECT agency_id, quarter, dense_rank() OVER (ORDER BY agency_id, date_bin($3::interval, quarter, $4::timestamptz)) AS week_rank FROM next
      ), changed AS MATERIALIZED (
        SELECT agency_id, quarter FROM ranked WHERE week_rank <= $2
      ), taken AS (
        DELETE FROM changed_quarters q USING changed c WHERE q.agency_id = c.agency_id AND q.quarter = c.quarter
      )
      SELECT agency_id, quarter FROM changed ORDER BY agency_id, quarter`,
    values: [quartersPerBatch, weeksPerBatch, `${weekHours} hours`, blocksOrigin, ...(after ? [after.agencyId, after.quarter] : [])],
  });
  return { agencyIds: rows.map((row) => row.agency_id), quarters: rows.map((row) => row.quarter) };
}

/**
 * Recomputes the next changed quarters from the orders and sends, and the blocks they lie in from their quarters, in one
 * transaction: a reader never sees quarters and blocks that disagree. Answers with where the pass has come, or with
 * nothing when no changed quarter was left.
 */
export async function refreshRollUps(sql: Sql, after: RollUpPosition | undefined): Promise<RollUpPosition | undefined> {
  const { agencyIds, quarters } = await takeChanged(sql, after);
  const agencyId = agencyIds.at(-1);
  const quarter = quarters.at(-1);
  if (agencyId === undefined || quarter === undefined) return undefined;
  for (const text of [...rewriteRevenueQuarters, ...rewriteMessageQuarters, ...rewriteActivityBlocks]) {
    await sql.query({ text, values: [agencyIds, quarters] });
  }
  return { agencyId, quarter };
}
