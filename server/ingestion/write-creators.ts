import type { Sql } from '../database/client/sql.ts';
import { accountOf, creatorTable } from '../entities/creator.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { Identified, Written } from './tally.ts';
import { isNew, upsert } from './upsert.ts';

const upsertCreators = upsert(creatorTable);

export function writeCreators(sql: Sql, entries: readonly Entry<'creator'>[]): Promise<(Written & Identified)[]> {
  return sql.query({
    name: 'write-creators',
    text: `${upsertCreators} RETURNING new.agency_id, new.id, ${isNew}`,
    values: [rowsOf(entries, accountOf)],
  });
}
