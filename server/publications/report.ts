import type { Publication } from '../../generated/models.ts';
import type { Problems } from '../../generated/problems.ts';
import { presentPublication, type PublicationRow } from '../entities/publication.ts';
import { Op, sql } from '../orm/conditions.ts';
import type { OperatorModels } from '../orm/operator-models.ts';
import { isUuid } from '../query/uuid.ts';

/** The outcome of a publication under the lease of its latest claim. */
export interface Outcome {
  readonly leaseId: string;
  readonly status: 'published' | 'failed';
  /** Why it failed. */
  readonly reason?: string;
  /** Now, by default. */
  readonly publishedAt?: Date;
}

function isSame(row: PublicationRow, { status, reason, publishedAt }: Outcome): boolean {
  return (
    row.status === status &&
    row.failure_reason === (reason ?? null) &&
    (publishedAt === undefined || row.published_at?.getTime() === publishedAt.getTime())
  );
}

/** Writes the outcome while its lease lasts. The same report under the same lease succeeds again, also after the end of the lease. */
export async function applyPublicationReport(
  data: Pick<OperatorModels, 'publications'>,
  id: string,
  outcome: Outcome,
  { problem }: Problems<'unknown_publication' | 'publication_reported' | 'lease_ended'>,
): Promise<Publication> {
  const { leaseId, status, reason, publishedAt } = outcome;
  if (!isUuid(id)) throw problem('unknown_publication');
  if (isUuid(leaseId)) {
    const [written] = await data.publications.update(
      { status, failure_reason: reason ?? null, published_at: status === 'published' ? (publishedAt ?? sql('now()')) : null },
      { id, lease_id: leaseId, status: 'scheduled', leased_until: { [Op.gt]: sql('now()') } },
    );
    if (written) return presentPublication(written);
  }
  const row = await data.publications.row({ where: { id } });
  if (!row) throw problem('unknown_publication');
  if (row.status === 'scheduled' || row.lease_id !== leaseId.toLowerCase()) throw problem('lease_ended');
  if (!isSame(row, outcome)) throw problem('publication_reported', { detail: `The publication was reported as ${row.status}.` });
  return presentPublication(row);
}
