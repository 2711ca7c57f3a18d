import type { Sql } from '../database/client/sql.ts';
import { tagTable } from '../entities/tag.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { Identified, Written } from './tally.ts';
import { isNew, upsert } from './upsert.ts';

const upsertTags = upsert(tagTable);

export function writeTags(sql: Sql, entries: readonly Entry<'tag'>[]): Promise<(Written & Identified)[]> {
  return sql.query({ name: 'write-tags', text: `${upsertTags} RETURNING new.agency_id, new.id, ${isNew}`, values: [rowsOf(entries)] });
}
