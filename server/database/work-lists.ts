import type { Sql } from './client/sql.ts';

/** A work list: what changed and is not yet in its projection. */
export type WorkList = 'changed_sends' | 'changed_quarters';

/** The agencies that have a change in the work list, each with the time of its oldest one: one probe of an index for each. */
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
      SELECT coalesce(json_agg(oldest), '[]')::text FROM oldest $on_shards$) AS shard (agencies), json_array_elements(agencies::json) AS agency`;

export interface PendingAgency {
  readonly agency_id: string;
  /** Whether its oldest change is more than a minute old. */
  readonly is_waiting: boolean;
}

/** The agencies that have a change, the one with the oldest first. */
export function listAgenciesWithChanges(sql: Sql, list: WorkList): Promise<PendingAgency[]> {
  return sql.query<PendingAgency>({
    text: `
      SELECT agency_id, changed_at < now() - interval '1 minute' AS is_waiting
        FROM (${agenciesWithChanges(list)}) pending
       ORDER BY changed_at, agency_id`,
  });
}
