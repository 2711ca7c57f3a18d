import type { Publication } from '../../generated/models.ts';
import type { Rows } from '../models/tables.ts';

/** The columns that are shown. */
export const shownOfPublication = [
  'id',
  'creator_id',
  'text',
  'media',
  'status',
  'failure_reason',
  'scheduled_at',
  'published_at',
  'created_at',
] as const;

/** What is shown of a row of `publications`. */
export type PublicationRow = Pick<Rows['publications'], (typeof shownOfPublication)[number]>;

/** The columns of `PublicationRow`. */
export const publicationColumns = shownOfPublication.join(', ');

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
