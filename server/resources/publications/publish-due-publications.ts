import type { Sql } from '../../database/sql.ts';

/** Name of the job that publishes what is due. */
export const publishTask = 'publish_publications';

const batchSize = 500;

/** Publishes what is due, oldest first, and answers with how many there were. Parallel calls share the work. */
export async function publishDuePublications(sql: Sql): Promise<number> {
  let published = 0;
  for (;;) {
    const rows = await sql.query({
      text: `
        UPDATE publications p
           SET status = 'published', published_at = now()
          FROM (SELECT agency_id, id FROM publications
                 WHERE status = 'scheduled' AND scheduled_at <= now()
                 ORDER BY scheduled_at
                 LIMIT $1
                   FOR UPDATE SKIP LOCKED) due
         WHERE p.agency_id = due.agency_id AND p.id = due.id
        RETURNING p.id`,
      values: [batchSize],
    });
    published += rows.length;
    if (rows.length < batchSize) return published;
  }
}
