import type { Sql } from '../database/sql.ts';
import type { RecordOf } from './batch.ts';
import { given } from './given.ts';
import type { Identified, Written } from './tally.ts';

/** Instants that a record leaves out stay as they are stored. */
export function writeCreators(sql: Sql, agencyId: string, records: readonly RecordOf<'creator'>[]): Promise<(Written & Identified)[]> {
  const rows = records.map(({ id, name, account: { external_id, username } }) => ({ id, name, account_id: external_id, username }));
  return sql.query({
    name: 'write-creators',
    text: `
      INSERT INTO creators AS c (agency_id, id, name, account_id, account_username, created_at, account_connected_at)
      SELECT $1, r.id, r.name, r.account_id, r.username, coalesce(($3::jsonb ->> r.id)::timestamptz, now()),
             coalesce(($4::jsonb ->> r.id)::timestamptz, ($3::jsonb ->> r.id)::timestamptz, now())
        FROM jsonb_to_recordset($2::jsonb) AS r (id text, name text, account_id text, username text)
       ORDER BY r.id COLLATE "C"
      ON CONFLICT (agency_id, id) DO UPDATE
         SET name = EXCLUDED.name, account_username = EXCLUDED.account_username,
             created_at = coalesce(($3::jsonb ->> EXCLUDED.id)::timestamptz(3), c.created_at),
             account_connected_at = coalesce(($4::jsonb ->> EXCLUDED.id)::timestamptz(3), c.account_connected_at)
       WHERE (c.name, c.account_username) IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.account_username)
          OR ($3::jsonb ->> EXCLUDED.id)::timestamptz(3) <> c.created_at
          OR ($4::jsonb ->> EXCLUDED.id)::timestamptz(3) <> c.account_connected_at
      RETURNING new.id, old.id IS NULL AS is_new`,
    values: [
      agencyId,
      JSON.stringify(rows),
      given(records, ({ created_at }) => created_at),
      given(records, ({ account }) => account.connected_at),
    ],
  });
}
