import type { Sql } from '../database/sql.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { Written } from './tally.ts';

interface WrittenFan extends Written {
  readonly account_id: string;
  readonly fan_id: string;
}

/** A fan's tags are a set: they are stored sorted, so that another order of the same tags changes nothing. */
export function writeFans(sql: Sql, entries: readonly Entry<'fan'>[]): Promise<WrittenFan[]> {
  return sql.query({
    name: 'write-fans',
    text: `
      INSERT INTO fans AS f (agency_id, account_id, fan_id, creator_id, fan_username, subscription_status, is_online, related_at, tag_ids)
      SELECT r.agency_id, r.account_id, r.fan_id, c.id, r.fan_username, r.subscription_status, r.is_online, r.related_at, r.tag_ids
        FROM jsonb_to_recordset($1::jsonb) AS r (agency_id uuid, account_id text, fan_id text, fan_username text, subscription_status text,
             is_online boolean, related_at timestamptz(3), tag_ids text[])
        JOIN creators c ON c.agency_id = r.agency_id AND c.account_id = r.account_id
       ORDER BY r.agency_id, r.account_id COLLATE "C", r.fan_id COLLATE "C"
      ON CONFLICT (agency_id, account_id, fan_id) DO UPDATE
         SET fan_username = EXCLUDED.fan_username, subscription_status = EXCLUDED.subscription_status,
             is_online = EXCLUDED.is_online, related_at = EXCLUDED.related_at, tag_ids = EXCLUDED.tag_ids
       WHERE (f.fan_username, f.subscription_status, f.is_online, f.related_at, f.tag_ids)
             IS DISTINCT FROM (EXCLUDED.fan_username, EXCLUDED.subscription_status, EXCLUDED.is_online, EXCLUDED.related_at, EXCLUDED.tag_ids)
      RETURNING new.agency_id, new.account_id, new.fan_id, old.fan_id IS NULL AS is_new`,
    values: [rowsOf(entries, ({ tag_ids }) => ({ tag_ids: [...new Set(tag_ids)].sort() }))],
  });
}
