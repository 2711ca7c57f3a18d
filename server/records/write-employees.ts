import type { Sql } from '../database/sql.ts';
import type { RecordOf } from './batch.ts';
import type { Written } from './tally.ts';

/** An absent `created_at` keeps what is stored. */
export function writeEmployees(sql: Sql, agencyId: string, records: readonly RecordOf<'employee'>[]): Promise<Written[]> {
  return sql.query({
    text: `
      INSERT INTO employees AS e (agency_id, id, name, email, role, active, created_at)
      SELECT $1, r.id, r.name, r.email, r.role, r.active, coalesce(r.created_at, k.created_at, now())
        FROM jsonb_to_recordset($2::jsonb) AS r (id text, name text, email text, role text, active boolean, created_at timestamptz(3))
        LEFT JOIN employees k ON k.agency_id = $1 AND k.id = r.id
       ORDER BY r.id COLLATE "C"
      ON CONFLICT (agency_id, id) DO UPDATE
         SET name = EXCLUDED.name, email = EXCLUDED.email, role = EXCLUDED.role, active = EXCLUDED.active, created_at = EXCLUDED.created_at
       WHERE (e.name, e.email, e.role, e.active, e.created_at)
             IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.email, EXCLUDED.role, EXCLUDED.active, EXCLUDED.created_at)
      RETURNING old.id IS NULL AS is_new`,
    values: [agencyId, JSON.stringify(records)],
  });
}
