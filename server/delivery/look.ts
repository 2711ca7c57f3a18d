import type { Sql } from '../database/sql.ts';

/** What waits, as one look at the index of pending deliveries shows it. */
export interface Waiting {
  /** Active endpoints with due deliveries, the longest waiting first. */
  readonly dueEndpointIds: readonly string[];
  /** Endpoints whose pending deliveries are not to be sent: disabled since, or gone. */
  readonly endpointIdsToDrain: readonly string[];
  /** Time until the next delivery of an active endpoint is due; null when none waits. */
  readonly nextDueInMs: number | null;
  /** Age of the delivery that is due longest; 0 when none is. */
  readonly oldestDueMs: number;
}

const maxEndpointsPerLook = 1_000;

/**
 * A loose scan: one index look-up per endpoint that has pending deliveries, however many it has. Rows of running
 * attempts are passed over.
 */
const lookAtPending = `
  WITH RECURSIVE endpoint AS (
    (SELECT endpoint_id FROM deliveries WHERE status = 'pending' ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT next.endpoint_id
      FROM endpoint
      CROSS JOIN LATERAL (
        SELECT endpoint_id FROM deliveries WHERE status = 'pending' AND endpoint_id > endpoint.endpoint_id ORDER BY endpoint_id LIMIT 1
      ) next
  ), waiting AS MATERIALIZED (
    SELECT endpoint.endpoint_id, e.status IS NOT DISTINCT FROM 'active' AS is_active,
           (extract(epoch FROM first.next_attempt_at - now()) * 1000)::float8 AS due_in_ms
      FROM endpoint
      LEFT JOIN webhook_endpoints e ON e.id = endpoint.endpoint_id
      CROSS JOIN LATERAL (
        SELECT next_attempt_at
          FROM deliveries
         WHERE endpoint_id = endpoint.endpoint_id AND status = 'pending'
           AND (lease_expires_at IS NULL OR lease_expires_at <= now())
         ORDER BY next_attempt_at LIMIT 1
      ) first
  )
  SELECT (SELECT coalesce(array_agg(endpoint_id::text ORDER BY due_in_ms), '{}')
            FROM (SELECT endpoint_id, due_in_ms FROM waiting WHERE is_active AND due_in_ms <= 0
                   ORDER BY due_in_ms LIMIT ${maxEndpointsPerLook}) due) AS "dueEndpointIds",
         (SELECT coalesce(array_agg(id), '{}')
            FROM (SELECT endpoint_id::text AS id FROM waiting WHERE NOT is_active
                   UNION SELECT id::text FROM webhook_endpoints WHERE drained_generation < generation
                   LIMIT ${maxEndpointsPerLook}) drain) AS "endpointIdsToDrain",
         (SELECT min(due_in_ms) FROM waiting WHERE is_active AND due_in_ms > 0) AS "nextDueInMs",
         (SELECT coalesce(-min(due_in_ms), 0) FROM waiting WHERE is_active AND due_in_ms <= 0) AS "oldestDueMs"`;

export async function look(sql: Sql): Promise<Waiting> {
  const [waiting] = await sql.query<Waiting>({ name: 'look-at-pending-deliveries', text: lookAtPending });
  return waiting!;
}
