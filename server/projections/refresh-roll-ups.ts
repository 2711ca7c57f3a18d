import type { Sql } from '../database/client/sql.ts';
import { sumUpLargeQuarter } from './large-quarter.ts';
import { removeAtPlaces } from './remove-at-places.ts';
import { addQuarters, addSums, nextQuarters, takeQuarters, type EmptyRows } from './roll-up-statements.ts';
import type { Projection } from './projection-turns.ts';

async function addDifference(sql: Sql, text: string, values: readonly [agencyId: string, ...unknown[]]): Promise<void> {
  const [empty] = await sql.query<EmptyRows>({ text, values });
  for (const [table, places] of Object.entries(empty!) as [keyof EmptyRows, string[] | null][]) {
    if (places) await removeAtPlaces(sql, table, values[0], places);
  }
}

/**
 * The sums per quarter hour and per block. A batch reads an agency's changed quarters in their order, as many as the budget allows. It adds
 * the difference between facts and sums in one transaction, so that quarters and blocks always agree. A quarter that exceeds the budget is
 * read in several statements.
 */
export const rollUpsProjection: Projection = {
  name: 'analytics',
  workList: 'changed_quarters',
  rowsPerBatch: 20_000,
  async refresh(sql, agencyId, after, rowsPerBatch) {
    const next = await sql.query<{ quarter: Date; cost: number }>({
      text: nextQuarters,
      values: [agencyId, after ?? '-infinity', rowsPerBatch],
    });
    const [first] = next;
    if (!first) return undefined;
    if (first.cost > rowsPerBatch) {
      const sums = await sumUpLargeQuarter(sql, agencyId, first.quarter, rowsPerBatch);
      for (const piece of sums) await addDifference(sql, addSums, [agencyId, [], piece]);
      return first.quarter;
    }
    const quarters = next.map(({ quarter }) => quarter);
    await sql.query({ text: takeQuarters, values: [agencyId, quarters] });
    await addDifference(sql, addQuarters, [agencyId, quarters]);
    return quarters.at(-1);
  },
};
