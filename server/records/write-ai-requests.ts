import type { Sql } from '../database/sql.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { AiRequestRow } from './facts.ts';
import type { Identified, Written } from './tally.ts';

export interface WrittenAiRequest extends Written, Identified, AiRequestRow {
  readonly creator_id: string;
}

/** An upsert never touches `acknowledged_at`. */
export function writeAiRequests(sql: Sql, entries: readonly Entry<'ai_request'>[]): Promise<WrittenAiRequest[]> {
  return sql.query({
    name: 'write-ai-requests',
    text: `
      INSERT INTO ai_requests AS a (agency_id, id, creator_id, account_id, fan_id, action, requested_by_user_id, requested_at)
      SELECT r.agency_id, r.id, c.id, r.account_id, r.fan_id, r.action, r.requested_by_user_id, r.requested_at
        FROM jsonb_to_recordset($1::jsonb) AS r (agency_id uuid, id text, account_id text, fan_id text, action text,
             requested_by_user_id text, requested_at timestamptz(3))
        JOIN creators c ON c.agency_id = r.agency_id AND c.account_id = r.account_id
       ORDER BY r.agency_id, r.id COLLATE "C"
      ON CONFLICT (agency_id, id) DO UPDATE
         SET creator_id = EXCLUDED.creator_id, account_id = EXCLUDED.account_id, fan_id = EXCLUDED.fan_id,
             action = EXCLUDED.action, requested_by_user_id = EXCLUDED.requested_by_user_id, requested_at = EXCLUDED.requested_at
       WHERE (a.account_id, a.fan_id, a.action, a.requested_by_user_id, a.requested_at)
             IS DISTINCT FROM
             (EXCLUDED.account_id, EXCLUDED.fan_id, EXCLUDED.action, EXCLUDED.requested_by_user_id, EXCLUDED.requested_at)
      RETURNING new.agency_id, new.id, old.id IS NULL AS is_new, new.creator_id, new.account_id, new.fan_id, new.action,
                new.requested_by_user_id, new.requested_at`,
    values: [rowsOf(entries)],
  });
}
