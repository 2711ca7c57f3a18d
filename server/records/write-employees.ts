import type { Sql } from '../database/sql.ts';
import type { RecordOf } from './batch.ts';
import { given } from './given.ts';
import type { Identified, Written } from './tally.ts';

/** A `created_at` that a record leaves out stays as it is stored. */
export function writeEmployees(sql: Sql, agencyId: string, records: readonly RecordOf<'employee'>[]): Promise<(Written & Identified)[]> {
  return sql.query({
    name: 'write-employees',
    text: `
      INSERT INTO employees AS e (agency_id, id, name, email, role, active, created_at)
      SELECT $1, r.id, r.name, r.email, r.role, r.active, coalesce(($3::jsonb ->> r.id)::timestamptz, now())
        FROM jsonb_to_recordset($2::jsonb) AS r (id text, name text, email text, role text, active boolean)
       ORDER BY r.id COLLATE "C"
      ON CONFLICT (agency_id, id) DO UPDATE
         SET name = EXCLUDED.name, email = EXCLUDED.email, role = EXCLUDED.role, active = EXCLUDED.active,
             created_at = coalesce(($3::jsonb ->> EXCLUDED.id)::timestamptz(3), e.created_at)
       WHERE (e.name, e.email, e.role, e.active) IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.email, EXCLUDED.role, EXCLUDED.active)
          OR ($3::jsonb ->> EXCLUDED.id)::timestamptz(3) <> e.created_at
      RETURNING new.id, old.id IS NULL AS is_new`,
    values: [agencyId, JSON.stringify(records), given(records, ({ created_at }) => created_at)],
  });
}
