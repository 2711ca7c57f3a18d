import type { Sql } from '../database/sql.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { Identified, Written } from './tally.ts';

/** Names what changed in the work lists of the projections. */
export function writeSends(sql: Sql, entries: readonly Entry<'send'>[]): Promise<(Written & Identified)[]> {
  return sql.query({
    name: 'write-sends',
    text: `
      WITH written AS (
        INSERT INTO sends AS s (agency_id, id, sent_at, source, sent_by_user_id, creator_id, fan_id, fan_username,
               is_private_media, price_eur, sale_status, message_id, media)
        SELECT r.agency_id, r.id, r.sent_at, r.source, r.sent_by_user_id, r.creator_id, r.fan_id, r.fan_username,
               r.is_private_media, r.price_eur, r.sale_status, r.message_id, r.media
          FROM jsonb_to_recordset($1::jsonb) AS r (agency_id uuid, id text, sent_at timestamptz(3), source text, sent_by_user_id text, creator_id text,
               fan_id text, fan_username text, is_private_media boolean, price_eur integer, sale_status text, message_id text, media jsonb)
         ORDER BY r.agency_id, r.id COLLATE "C"
        ON CONFLICT (agency_id, id) DO UPDATE
           SET sent_at = EXCLUDED.sent_at, source = EXCLUDED.source, sent_by_user_id = EXCLUDED.sent_by_user_id,
               creator_id = EXCLUDED.creator_id, fan_id = EXCLUDED.fan_id, fan_username = EXCLUDED.fan_username,
               is_private_media = EXCLUDED.is_private_media, price_eur = EXCLUDED.price_eur,
               sale_status = EXCLUDED.sale_status, message_id = EXCLUDED.message_id, media = EXCLUDED.media
         WHERE (s.sent_at, s.source, s.sent_by_user_id, s.creator_id, s.fan_id, s.fan_username,
                s.is_private_media, s.price_eur, s.sale_status, s.message_id, s.media)
               IS DISTINCT FROM
               (EXCLUDED.sent_at, EXCLUDED.source, EXCLUDED.sent_by_user_id, EXCLUDED.creator_id, EXCLUDED.fan_id, EXCLUDED.fan_username,
                EXCLUDED.is_private_media, EXCLUDED.price_eur, EXCLUDED.sale_status, EXCLUDED.message_id, EXCLUDED.media)
        RETURNING new.agency_id, new.id, old.id IS NULL AS is_new, old.sent_at AS old_sent_at, new.sent_at
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
