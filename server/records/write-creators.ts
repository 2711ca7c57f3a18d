import type { Sql } from '../database/sql.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { Identified, Written } from './tally.ts';

/** Instants that a record leaves out stay as they are stored. */
export function writeCreators(sql: Sql, entries: readonly Entry<'creator'>[]): Promise<(Written & Identified)[]> {
  return sql.query({
    name: 'write-creators',
    text: `
      WITH r AS MATERIALIZED (
        SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (agency_id uuid, id text, name text, account_id text, username text,
                      created_at timestamptz(3), connected_at timestamptz(3))
      )
      INSERT INTO creators AS c (agency_id, id, name, account_id, account_username, created_at, account_connected_at)
      SELECT r.agency_id, r.id, r.name, r.account_id, r.username, coalesce(r.created_at, now()), coalesce(r.connected_at, r.created_at, now())
        FROM r
       ORDER BY r.agency_id, r.id COLLATE "C"
      ON CONFLICT (agency_id, id) DO UPDATE
         SET name = EXCLUDED.name, account_username = EXCLUDED.account_username,
             created_at = coalesce((SELECT g.created_at FROM r g WHERE g.agency_id = EXCLUDED.agency_id AND g.id = EXCLUDED.id), c.created_at),
             account_connected_at = coalesce((SELECT g.connected_at FROM r g WHERE g.agency_id = EXCLUDED.agency_id AND g.id = EXCLUDED.id), c.account_connected_at)
       WHERE (c.name, c.account_username) IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.account_username)
          OR (SELECT g.created_at FROM r g WHERE g.agency_id = EXCLUDED.agency_id AND g.id = EXCLUDED.id) <> c.created_at
          OR (SELECT g.connected_at FROM r g WHERE g.agency_id = EXCLUDED.agency_id AND g.id = EXCLUDED.id) <> c.account_connected_at
      RETURNING new.agency_id, new.id, old.id IS NULL AS is_new`,
    values: [
      rowsOf(entries, ({ account }) => ({
        account_id: account.external_id,
        username: account.username,
        connected_at: account.connected_at,
      })),
    ],
  });
}
