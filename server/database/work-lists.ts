import type { Sql } from './client/sql.ts';

/** A table with changes that are not in their projection yet. */
export type WorkList = 'changed_sends' | 'changed_quarters';

/**
 * SQL: the agencies with a change in the work list, each with the time of its oldest one, by one index probe per agency. A row without an agency
 * represents a part of the list whose worker of Citus is not available.
 */
export const agenciesWithChanges = (list: WorkList): string => `
  SELECT (agency ->> 'agency_id')::uuid AS agency_id, (agency ->> 'changed_at')::timestamptz AS changed_at
    FROM on_shards('${list}', $on_shards$
      WITH RECURSIVE oldest AS (
        (SELECT agency_id, changed_at FROM %1$s ORDER BY agency_id, changed_at LIMIT 1)
        UNION ALL
        SELECT next.agency_id, next.changed_at
          FROM oldest
         CROSS JOIN LATERAL (
               SELECT agency_id, changed_at FROM %1$s c WHERE c.agency_id > oldest.agency_id ORDER BY agency_id, changed_at LIMIT 1) next
      )
      SELECT coalesce(json_agg(oldest), '[]')::text FROM oldest $on_shards$) AS shard (agencies)
    LEFT JOIN LATERAL json_array_elements(agencies::json) AS agency ON true
   WHERE agencies IS NULL OR agency IS NOT NULL`;

export interface PendingAgency {
  readonly agency_id: string;
  /** Whether its oldest change is more than a minute old. */
  readonly is_waiting: boolean;
}

export interface PendingAgencies {
  /** The one with the oldest change first. */
  readonly agencies: readonly PendingAgency[];
  /** Whether every part of the list could be read. */
  readonly isComplete: boolean;
}

interface PendingRow {
  readonly agency_id: string | null;
  readonly is_waiting: boolean | null;
}

export async function listAgenciesWithChanges(sql: Sql, list: WorkList): Promise<PendingAgencies> {
  const rows = await sql.query<PendingRow>({
    text: `
      SELECT agency_id, changed_at < now() - interval '1 minute' AS is_waiting
        FROM (${agenciesWithChanges(list)}) pending
       ORDER BY changed_at, agency_id`,
  });
  const agencies = rows.filter((row): row is PendingRow & PendingAgency => row.agency_id !== null);
  return { agencies, isComplete: agencies.length === rows.length };
}
