import type { Sql } from '../database/client/sql.ts';
import { sendTable } from '../entities/sent-message.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { Identified, Written } from './tally.ts';
import { isNew, upsert } from './upsert.ts';

const upsertSends = upsert(sendTable);

/** Names what changed in the work lists of the projections. */
export function writeSends(sql: Sql, entries: readonly Entry<'send'>[]): Promise<(Written & Identified)[]> {
  return sql.query({
    name: 'write-sends',
    text: `
      WITH written AS (
        ${upsertSends}
        RETURNING new.agency_id, new.id, ${isNew}, old.sent_at AS old_sent_at, new.sent_at
      ), listed AS (
        INSERT INTO changed_sends (agency_id, send_id) SELECT agency_id, id FROM written
      ), counted AS (
        INSERT INTO changed_quarters (agency_id, quarter)
        SELECT DISTINCT agency_id, date_bin('15 minutes', instant, 'epoch')
          FROM written, LATERAL (VALUES (old_sent_at), (sent_at)) AS v (instant)
         WHERE instant IS NOT NULL
      )
      SELECT agency_id, id, is_new FROM written`,
    values: [rowsOf(entries)],
  });
}
