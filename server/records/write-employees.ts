import type { Sql } from '../database/sql.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { Identified, Written } from './tally.ts';

/** A `created_at` that a record leaves out stays as it is stored. */
export function writeEmployees(sql: Sql, entries: readonly Entry<'employee'>[]): Promise<(Written & Identified)[]> {
  return sql.query({
    name: 'write-employees',
    text: `
      WITH r AS MATERIALIZED (
        SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (agency_id uuid, id text, name text, email text, role text, active boolean,
                      created_at timestamptz(3))
      )
      INSERT INTO employees AS e (agency_id, id, name, email, role, active, created_at)
      SELECT r.agency_id, r.id, r.name, r.email, r.role, r.active, coalesce(r.created_at, now())
        FROM r
       ORDER BY r.agency_id, r.id COLLATE "C"
      ON CONFLICT (agency_id, id) DO UPDATE
         SET name = EXCLUDED.name, email = EXCLUDED.email, role = EXCLUDED.role, active = EXCLUDED.active,
             created_at = coalesce((SELECT g.created_at FROM r g WHERE g.agency_id = EXCLUDED.agency_id AND g.id = EXCLUDED.id), e.created_at)
       WHERE (e.name, e.email, e.role, e.active) IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.email, EXCLUDED.role, EXCLUDED.active)
          OR (SELECT g.created_at FROM r g WHERE g.agency_id = EXCLUDED.agency_id AND g.id = EXCLUDED.id) <> e.created_at
      RETURNING new.agency_id, new.id, old.id IS NULL AS is_new`,
    values: [rowsOf(entries)],
  });
}
