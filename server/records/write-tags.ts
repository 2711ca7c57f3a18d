import type { Sql } from '../database/sql.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { Identified, Written } from './tally.ts';

export function writeTags(sql: Sql, entries: readonly Entry<'tag'>[]): Promise<(Written & Identified)[]> {
  return sql.query({
    name: 'write-tags',
    text: `
      INSERT INTO tags AS t (agency_id, id, name, color, position)
      SELECT r.agency_id, r.id, r.name, r.color, r.position
        FROM jsonb_to_recordset($1::jsonb) AS r (agency_id uuid, id text, name text, color text, position integer)
       ORDER BY r.agency_id, r.id COLLATE "C"
      ON CONFLICT (agency_id, id) DO UPDATE
         SET name = EXCLUDED.name, color = EXCLUDED.color, position = EXCLUDED.position
       WHERE (t.name, t.color, t.position) IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.color, EXCLUDED.position)
      RETURNING new.agency_id, new.id, old.id IS NULL AS is_new`,
    values: [rowsOf(entries)],
  });
}
