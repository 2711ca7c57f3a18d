import type { Sql } from '../database/sql.ts';
import type { RecordOf } from './batch.ts';
import type { Identified, Written } from './tally.ts';

export function writeTags(sql: Sql, agencyId: string, records: readonly RecordOf<'tag'>[]): Promise<(Written & Identified)[]> {
  return sql.query({
    name: 'write-tags',
    text: `
      INSERT INTO tags AS t (agency_id, id, name, color, position)
      SELECT $1, r.id, r.name, r.color, r.position
        FROM jsonb_to_recordset($2::jsonb) AS r (id text, name text, color text, position integer)
       ORDER BY r.id COLLATE "C"
      ON CONFLICT (agency_id, id) DO UPDATE
         SET name = EXCLUDED.name, color = EXCLUDED.color, position = EXCLUDED.position
       WHERE (t.name, t.color, t.position) IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.color, EXCLUDED.position)
      RETURNING new.id, old.id IS NULL AS is_new`,
    values: [agencyId, JSON.stringify(records)],
  });
}
