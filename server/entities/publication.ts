import type { Publication } from '../../generated/models/index.ts';

/** What is shown of a row of `publications`. */
export interface PublicationRow {
  readonly id: string;
  readonly creator_id: string;
  readonly text: string | null;
  readonly media: Publication['media'];
  readonly status: Publication['status'];
  readonly failure_reason: string | null;
  readonly scheduled_at: Date | null;
  readonly published_at: Date | null;
  readonly created_at: Date;
}

/** The columns of `PublicationRow`. */
export const publicationColumns = 'id, creator_id, text, media, status, failure_reason, scheduled_at, published_at, created_at';

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
