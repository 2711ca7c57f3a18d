import type { Publication } from '../../generated/models/index.ts';
import type { Problems } from '../../generated/problems.ts';
import type { Sql } from '../database/sql.ts';
import { presentPublication, publicationColumns, type PublicationRow } from '../entities/publication.ts';
import { isUuid } from '../query/uuid.ts';

/** What became of a publication, under the lease of its latest claim. */
export interface Outcome {
  readonly leaseId: string;
  readonly status: 'published' | 'failed';
  /** Why it failed. */
  readonly reason?: string;
  /** When it was published: now, where it is left out. */
  readonly publishedAt?: Date;
}

function isSame(row: PublicationRow, { status, reason, publishedAt }: Outcome): boolean {
  return (
    row.status === status &&
    row.failure_reason === (reason ?? null) &&
    (publishedAt === undefined || row.published_at?.getTime() === publishedAt.getTime())
  );
}

/**
 * Writes the outcome while the lease lives. Repeated under the same lease it answers the same, also after the lease's
 * end. Throws `unknown_publication`, `publication_reported` or `lease_ended`.
 */
export async function reportPublication(
  sql: Sql,
  id: string,
  outcome: Outcome,
  { problem }: Problems<'unknown_publication' | 'publication_reported' | 'lease_ended'>,
): Promise<Publication> {
  const { leaseId, status, reason, publishedAt } = outcome;
  if (!isUuid(id)) throw problem('unknown_publication');
  if (isUuid(leaseId)) {
    const [written] = await sql.query<PublicationRow>({
      text: `
        UPDATE publications
           SET status = $3, failure_reason = $4, published_at = CASE WHEN $3 = 'published' THEN coalesce($5::timestamptz, now()) END
         WHERE id = $1 AND lease_id = $2 AND status = 'scheduled' AND leased_until > now()
        RETURNING ${publicationColumns}`,
      values: [id, leaseId, status, reason ?? null, publishedAt ?? null],
    });
    if (written) return presentPublication(written);
  }
  const [row] = await sql.query<PublicationRow & { lease_id: string | null }>({
    text: `SELECT ${publicationColumns}, lease_id FROM publications WHERE id = $1`,
    values: [id],
  });
  if (!row) throw problem('unknown_publication');
  if (row.status === 'scheduled' || row.lease_id !== leaseId.toLowerCase()) throw problem('lease_ended');
  if (!isSame(row, outcome)) throw problem('publication_reported', { detail: `The publication was reported as ${row.status}.` });
  return presentPublication(row);
}
