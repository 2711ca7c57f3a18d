import type { CreatePublicationRequest } from '../../../generated/interfaces/publications.ts';
import type { Publication } from '../../../generated/models/index.ts';
import type { RequestContext } from '../../access/request-context.ts';
import type { Rows } from '../../models/models.ts';
import { Problem } from '../../problems/problem.ts';
import { presentPublication } from './present.ts';
import { publishTask } from './publish-due-publications.ts';

/**
 * Without a time, or with one that has passed, the publication is made at once. Otherwise the same statement adds a job
 * for that time, which all publications of one instant share. Each call makes another publication.
 */
export async function createPublication({ body }: CreatePublicationRequest, context: RequestContext): Promise<Publication> {
  const [row] = await context.data.query<Rows['publications']>({
    text: `
      WITH made AS (
        INSERT INTO publications (agency_id, creator_id, text, media, status, scheduled_at, published_at)
        SELECT {agency_id}, c.id, $2, $3::jsonb, CASE WHEN w.waits THEN 'scheduled' ELSE 'published' END, $4::timestamptz,
               CASE WHEN w.waits THEN NULL ELSE now() END
          FROM {creators} c, (SELECT coalesce($4::timestamptz > now(), false) AS waits) w
         WHERE c.id = $1
        RETURNING *
      ), job AS (
        SELECT graphile_worker.add_job('${publishTask}', run_at => scheduled_at, max_attempts => 3,
                                       job_key => '${publishTask}:' || extract(epoch FROM scheduled_at))
          FROM made WHERE status = 'scheduled'
      )
      SELECT made.*, (SELECT count(*) FROM job) AS jobs FROM made`,
    values: [body.creator_id, body.text ?? null, JSON.stringify(body.media ?? []), body.scheduled_at ?? null],
  });
  if (!row) throw new Problem('unknown_creator');
  return presentPublication(row);
}
