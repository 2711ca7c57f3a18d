import { auditOperator } from '../../access/audit/audit-log.ts';
import { presentPublication, publicationColumns, type PublicationRow } from '../../entities/publication.ts';
import { allowedSql, quotaReached } from '../../entities/quota.ts';
import type { Handler } from '../handler.ts';

/** The lock on the quotas serializes parallel requests, so that they cannot exceed a quota. */
const create = `
  WITH agency AS MATERIALIZED (
    SELECT q.scheduled_publications_used AS used, ${allowedSql('scheduled_publications')} AS allowed,
           q.publication_bytes_used + publication_bytes($2, $3::jsonb) AS bytes, ${allowedSql('publication_bytes')} AS bytes_allowed
      FROM {agency_quotas} q FOR NO KEY UPDATE OF q
  ), made AS (
    INSERT INTO publications (agency_id, creator_id, text, media, status, scheduled_at)
    SELECT {agency_id}, c.id, $2, $3::jsonb, 'scheduled', $4::timestamptz
      FROM {creators} c CROSS JOIN agency
     WHERE c.id = $1 AND agency.used < agency.allowed AND agency.bytes <= agency.bytes_allowed
    RETURNING ${publicationColumns}
  )
  SELECT made.*, agency.allowed, agency.bytes_allowed, agency.used < agency.allowed AS has_place, EXISTS (SELECT FROM {creators} c WHERE c.id = $1) AS is_known FROM agency LEFT JOIN made ON true`;

interface CreatedRow extends Nullable<PublicationRow> {
  readonly allowed: number;
  readonly bytes_allowed: number;
  readonly has_place: boolean;
  readonly is_known: boolean;
}

type Nullable<Row> = { readonly [Column in keyof Row]: Row[Column] | null };

/** Each call creates another publication. */
export const createPublication: Handler<'createPublication'> = async ({ body }, context) => {
  return context.idempotency.inTransaction(context.data, async (transaction) => {
    const [row] = await transaction.query<CreatedRow>({
      text: create,
      values: [body.creator_id, body.text ?? null, JSON.stringify(body.media ?? []), body.scheduled_at ?? null],
    });
    const { allowed, bytes_allowed: bytesAllowed, has_place: hasPlace, is_known: isKnown, ...made } = row!;
    if (!isKnown) throw context.problem('unknown_creator');
    if (made.id === null && hasPlace) throw quotaReached('publication_bytes', bytesAllowed, context);
    if (made.id === null) throw quotaReached('scheduled_publications', allowed, context);
    const publication = presentPublication(made as PublicationRow);
    const { id, creator_id, scheduled_at } = publication;
    await auditOperator(transaction, context.author, {
      action: 'publication.created',
      subjectId: id,
      subjectName: '',
      creatorIds: [creator_id],
      details: { creator_id, scheduled_at },
    });
    return publication;
  });
};
