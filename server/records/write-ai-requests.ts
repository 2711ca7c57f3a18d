import type { Sql } from '../database/sql.ts';
import type { RecordOf } from './batch.ts';
import type { Identified, Written } from './tally.ts';

/** An upsert never touches `acknowledged_at`. */
export function writeAiRequests(sql: Sql, agencyId: string, records: readonly RecordOf<'ai_request'>[]): Promise<(Written & Identified)[]> {
  return sql.query({
    name: 'write-ai-requests',
    text: `
      INSERT INTO ai_requests AS a (agency_id, id, creator_id, account_id, fan_id, action, requested_by_user_id, requested_at)
      SELECT $1, r.id, c.id, r.account_id, r.fan_id, r.action, r.requested_by_user_id, r.requested_at
        FROM jsonb_to_recordset($2::jsonb) AS r (id text, account_id text, fan_id text, action text,
             requested_by_user_id text, requested_at timestamptz(3))
        JOIN creators c ON c.agency_id = $1 AND c.account_id = r.account_id
       ORDER BY r.id COLLATE "C"
      ON CONFLICT (agency_id, id) DO UPDATE
         SET creator_id = EXCLUDED.creator_id, account_id = EXCLUDED.account_id, fan_id = EXCLUDED.fan_id,
             action = EXCLUDED.action, requested_by_user_id = EXCLUDED.requested_by_user_id, requested_at = EXCLUDED.requested_at
       WHERE (a.account_id, a.fan_id, a.action, a.requested_by_user_id, a.requested_at)
             IS DISTINCT FROM
             (EXCLUDED.account_id, EXCLUDED.fan_id, EXCLUDED.action, EXCLUDED.requested_by_user_id, EXCLUDED.requested_at)
      RETURNING new.id, old.id IS NULL AS is_new`,
    values: [agencyId, JSON.stringify(records)],
  });
}
