import type { CreatePublicationRequest } from '../../../generated/interfaces/publications.ts';
import type { Publication } from '../../../generated/models/index.ts';
import type { RequestContext } from '../../access/request-context.ts';
import type { Rows } from '../../models/models.ts';
import { Problem } from '../../problems/problem.ts';
import { presentPublication } from './present.ts';

/** Without a time, or with one that has passed, the publication is made at once. Each call makes another one. */
export async function createPublication({ body }: CreatePublicationRequest, context: RequestContext): Promise<Publication> {
  const [row] = await context.data.query<Rows['publications']>({
    text: `
      INSERT INTO publications (agency_id, creator_id, text, media, status, scheduled_at, published_at)
      SELECT {agency_id}, c.id, $2, $3::jsonb, CASE WHEN w.waits THEN 'scheduled' ELSE 'published' END, $4::timestamptz,
             CASE WHEN w.waits THEN NULL ELSE now() END
        FROM {creators} c, (SELECT coalesce($4::timestamptz > now(), false) AS waits) w
       WHERE c.id = $1
      RETURNING *`,
    values: [body.creator_id, body.text ?? null, JSON.stringify(body.media ?? []), body.scheduled_at ?? null],
  });
  if (!row) throw new Problem('unknown_creator');
  return presentPublication(row);
}
