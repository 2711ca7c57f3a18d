import type { Tag } from '../../generated/models.ts';
import { tables, type Rows } from '../models/tables.ts';
import { recordTable } from '../orm/record-table.ts';
import type { ColumnsOf } from './record.ts';

/** What is shown of a row of `tags`. */
export type TagRow = Pick<Rows['tags'], 'id' | 'name' | 'color'>;

/** What the records of tags set. */
export const tagTable = recordTable('tags', tables.tags.columns satisfies ColumnsOf<'tag'>);

export function presentTag(row: TagRow): Tag {
  return { id: row.id, name: row.name, color: row.color };
}
