import type { Sql } from '../database/sql.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { Identified, Written } from './tally.ts';
import { isNew, upsert, type ColumnsOf } from './upsert.ts';

const upsertTags = upsert({
  table: 'tags',
  key: ['id'],
  columns: {
    id: { type: 'text' },
    name: { type: 'text' },
    color: { type: 'text' },
    position: { type: 'integer' },
  } satisfies ColumnsOf<'tag'>,
});

export function writeTags(sql: Sql, entries: readonly Entry<'tag'>[]): Promise<(Written & Identified)[]> {
  return sql.query({ name: 'write-tags', text: `${upsertTags} RETURNING new.agency_id, new.id, ${isNew}`, values: [rowsOf(entries)] });
}
