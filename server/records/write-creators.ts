import type { Sql } from '../database/sql.ts';
import type { RecordOf } from './batch.ts';
import type { Written } from './tally.ts';

/** Absent instants keep what is stored. */
export function writeCreators(sql: Sql, agencyId: string, records: readonly RecordOf<'creator'>[]): Promise<Written[]> {
  const rows = records.map(({ id, name, account, created_at }) => ({
    id,
    name,
    account_id: account.external_id,
    account_username: account.username,
    account_connected_at: account.connected_at,
    created_at,
  }));
  return sql.query({
    text: `
      INSERT INTO creators AS c (agency_id, id, name, account_id, account_username, account_connected_at, created_at)
      SELECT $1, r.id, r.name, r.account_id, r.account_username,
             coalesce(r.account_connected_at, k.account_connected_at, r.created_at, now()), coalesce(r.created_at, k.created_at, now())
        FROM jsonb_to_recordset($2::jsonb) AS r (id text, name text, account_id text, account_username text,
             account_connected_at timestamptz(3), created_at timestamptz(3))
        LEFT JOIN creators k ON k.agency_id = $1 AND k.id = r.id
       ORDER BY r.id COLLATE "C"
      ON CONFLICT (agency_id, id) DO UPDATE
         SET name = EXCLUDED.name, account_username = EXCLUDED.account_username,
             account_connected_at = EXCLUDED.account_connected_at, created_at = EXCLUDED.created_at
       WHERE (c.name, c.account_username, c.account_connected_at, c.created_at)
             IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.account_username, EXCLUDED.account_connected_at, EXCLUDED.created_at)
      RETURNING old.id IS NULL AS is_new`,
    values: [agencyId, JSON.stringify(rows)],
  });
}
