import type { Tag } from '../../../generated/models/index.ts';
import type { Rows } from '../../models/models.ts';

export function presentTag(row: Rows['tags']): Tag {
  return { id: row.id, name: row.name, color: row.color };
}
