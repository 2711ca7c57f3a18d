import type { Tag } from '../../generated/models.ts';
import { recordTable } from '../orm/record-table.ts';
import { tagAttributes, type Tag as TagModel } from '../models/tag.ts';
import type { ColumnsOf } from './record.ts';
import type { RowOf } from '../database/table/columns.ts';

/** What is shown of a row of `tags`. */
export type TagRow = RowOf<TagModel, 'id' | 'name' | 'color'>;

/** What the records of tags set. */
export const tagTable = recordTable('tags', tagAttributes() satisfies ColumnsOf<'tag'>);

export function presentTag(row: TagRow): Tag {
  return { id: row.id, name: row.name, color: row.color };
}
