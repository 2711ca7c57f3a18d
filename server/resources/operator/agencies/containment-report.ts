import type { EndpointUse, KeyUse } from '../../../../generated/models.ts';
import type { Sql } from '../../../database/client/sql.ts';
import { presented } from '../../../entities/presented.ts';

/** An agency, or one of its keys. */
export interface ContainmentTarget {
  readonly agencyId: string;
  readonly keyId: string | null;
  /** The name of the agency or the label of the key. */
  readonly name: string;
  /** The creators that the key is limited to. */
  readonly creatorIds: readonly string[];
}

interface UseRow {
  readonly key_id: string;
  readonly operation_id: string;
  readonly request_count: number;
  readonly item_count: number;
  readonly first_hour: Date;
  readonly last_hour: Date;
}

const uses = `
  SELECT key_id, operation_id, sum(request_count)::bigint AS request_count, sum(item_count)::bigint AS item_count,
         min(hour) AS first_hour, max(hour) AS last_hour
    FROM key_uses
   WHERE agency_id = $1 AND hour >= date_trunc('hour', $3::timestamptz) AND ($2::uuid IS NULL OR key_id = $2)
   GROUP BY key_id, operation_id
   ORDER BY request_count DESC, key_id, operation_id`;

/** The requests of the keys by operation, from the hour of an instant on. */
export async function readUses(sql: Sql, { agencyId, keyId }: ContainmentTarget, since: Date): Promise<KeyUse[]> {
  const rows = await sql.query<UseRow>({ text: uses, values: [agencyId, keyId, since] });
  return rows.map(presented);
}

/** Reads hourly sums as far as they are computed, and the remaining minutes from the counters. */
const deliveries = `
  WITH bounds AS MATERIALIZED (
    SELECT date_trunc('minute', $3::timestamptz) AS first_minute,
           date_trunc('hour', $3::timestamptz + interval '1 hour' - interval '1 microsecond') AS first_hour, rolled_up_to
      FROM delivery_hours_progress
  )
  SELECT e.id AS endpoint_id, e.url, e.created_by_key_id,
         coalesce(sum(c.delivered_count), 0)::bigint AS delivered_count, coalesce(sum(c.failed_count), 0)::bigint AS failed_count
    FROM webhook_endpoints e CROSS JOIN bounds b
    LEFT JOIN LATERAL (
      SELECT m.delivered_count, m.failed_count FROM delivery_minutes m
       WHERE m.agency_id = e.agency_id AND m.endpoint_id = e.id
         AND m.minute >= b.first_minute AND (m.minute < b.first_hour OR m.minute >= b.rolled_up_to)
      UNION ALL
      SELECT h.delivered_count, h.failed_count FROM delivery_hours h
       WHERE h.agency_id = e.agency_id AND h.endpoint_id = e.id AND h.hour >= b.first_hour AND h.hour < b.rolled_up_to
    ) c ON true
   WHERE e.agency_id = $1 AND ($2::uuid IS NULL OR $2 IN (e.created_by_key_id, e.url_key_id))
   GROUP BY e.id, e.url, e.created_by_key_id, e.created_at
   ORDER BY delivered_count DESC, e.created_at, e.id`;

/** The deliveries to the endpoints, from the minute of an instant on. */
export async function readDeliveries(sql: Sql, { agencyId, keyId }: ContainmentTarget, since: Date): Promise<EndpointUse[]> {
  return sql.query<EndpointUse>({ text: deliveries, values: [agencyId, keyId, since] });
}
