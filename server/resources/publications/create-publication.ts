import type { CreatePublicationRequest } from '../../../generated/interfaces/publications.ts';
import type { Publication } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentPublication, publicationColumns, type PublicationRow } from '../../entities/publication.ts';

/** Keeps the publication until it is due and somebody claims it to post it. Each call makes another publication. */
export async function createPublication({ body }: CreatePublicationRequest, context: ContextOf<'createPublication'>): Promise<Publication> {
  const [row] = await context.data.query<PublicationRow>({
    text: `
      INSERT INTO publications (agency_id, creator_id, text, media, status, scheduled_at)
      SELECT {agency_id}, c.id, $2, $3::jsonb, 'scheduled', $4::timestamptz FROM {creators} c WHERE c.id = $1
      RETURNING ${publicationColumns}`,
    values: [body.creator_id, body.text ?? null, JSON.stringify(body.media ?? []), body.scheduled_at ?? null],
  });
  if (!row) throw context.problem('unknown_creator');
  return presentPublication(row);
}
