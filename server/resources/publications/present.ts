import type { Publication } from '../../../generated/models/index.ts';
import type { Rows } from '../../models/models.ts';

export function presentPublication(row: Rows['publications']): Publication {
  return {
    id: row.id,
    creator_id: row.creator_id,
    text: row.text,
    media: row.media,
    status: row.status,
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    published_at: row.published_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
