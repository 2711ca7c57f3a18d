import type { Publication } from '../../generated/models/index.ts';
import type { Rows } from '../models/models.ts';

export type PublicationRow = Rows['publications'];

export function presentPublication(row: PublicationRow): Publication {
  return {
    id: row.id,
    creator_id: row.creator_id,
    text: row.text,
    media: row.media,
    status: row.status,
    failure_reason: row.failure_reason,
    scheduled_at: row.scheduled_at?.toISOString() ?? null,
    published_at: row.published_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
