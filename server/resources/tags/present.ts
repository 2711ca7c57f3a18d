import type { Tag } from '../../../generated/models/index.ts';

/** What is shown of a row of `tags`. */
export interface TagRow {
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
}

export function presentTag(row: TagRow): Tag {
  return { id: row.id, name: row.name, color: row.color };
}
