import type { Tag } from '../../generated/models/index.ts';
import type { ColumnsOf, RecordTable } from './record.ts';

/** What is shown of a row of `tags`. */
export interface TagRow {
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
}

/** What the records of tags set. */
export const tagTable = {
  table: 'tags',
  key: ['id'],
  columns: {
    id: { type: 'text' },
    name: { type: 'text' },
    color: { type: 'text' },
    position: { type: 'integer' },
  } satisfies ColumnsOf<'tag'>,
} satisfies RecordTable;

export function presentTag(row: TagRow): Tag {
  return { id: row.id, name: row.name, color: row.color };
}
