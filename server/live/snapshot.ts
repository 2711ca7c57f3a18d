import { deliveryEventTypes } from '../../generated/events.ts';
import type { DeliveryEventType, LiveEndpoint } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';
import type { ScopedSql } from '../database/client/sql.ts';
import { oldestPendingAt, pendingCount } from '../entities/endpoint-backlog.ts';

export interface SeenEndpoint {
  readonly live: LiveEndpoint;
  readonly allowedCreatorIds: readonly string[];
}

/** A delivery without its details. */
export interface SeenDelivery {
  readonly endpointId: string;
  readonly type: DeliveryEventType;
  /** `pending` with the number of attempts and whether one is in flight, or the outcome. */
  readonly state: string;
}

/** The immutable result of one query for an agency. */
export interface Snapshot {
  /** The start of the query by the database's clock. */
  readonly readAt: Date;
  readonly endpoints: readonly SeenEndpoint[];
  readonly deliveries: ReadonlyMap<string, SeenDelivery>;
}

interface EndpointRow {
  read_at: Date;
  id: string | null;
  status: LiveEndpoint['status'] | null;
  allowed_creator_ids: string[] | null;
  consecutive_failures: number | null;
  pending_count: number;
  oldest_pending_at: Date | null;
  /** Id, type and state of each delivery. */
  deliveries: [string, DeliveryEventType, string][] | null;
}

/** The number of the latest deliveries of an endpoint and a type that are read: pending ones, and ended ones by outcome. */
export const pendingRun = 20;
export const endedRun = 50;

/** The transaction of a delivery may commit this long after the time in its id. */
export const lateByMs = 15_000;

/** With `coalesce` instead of CASE, which is not leakproof, the condition would be a filter over the whole index. */
const ended = (status: string) => `
  (SELECT h.id, '${status}' AS state FROM {delivery_history} h
    WHERE h.endpoint_id = e.id AND h.event_type = t.type AND h.status = '${status}'
      AND h.id >= first_id_at(CASE WHEN $2::timestamptz IS NULL THEN now() ELSE $2 END - interval '${lateByMs} milliseconds') AND h.id < first_id_at(now() + interval '1 hour')
    ORDER BY h.id DESC LIMIT ${endedRun})`;

/**
 * Reads a bounded number of index entries per endpoint. The count of pending deliveries has a limit. Of each type, only the latest pending deliveries
 * and the latest that ended since `$2` are read.
 */
const read = `
  SELECT now()::timestamptz(3) AS read_at, e.id, e.status, e.allowed_creator_ids, e.consecutive_failures,
         ${pendingCount(limits.livePending)} AS pending_count, ${oldestPendingAt} AS oldest_pending_at,
         (SELECT json_agg(json_build_array(d.id, t.type, d.state))
            FROM unnest($1::text[]) AS t (type)
           CROSS JOIN LATERAL (
             (SELECT q.id, 'pending ' || cardinality(q.attempts) || CASE WHEN q.lease IS NULL THEN '' ELSE ' in flight' END AS state FROM {delivery_queue} q
               WHERE q.endpoint_id = e.id AND q.event_type = t.type ORDER BY q.id DESC LIMIT ${pendingRun})
             UNION ALL ${ended('delivered')}
             UNION ALL ${ended('failed')}) d) AS deliveries
    FROM (SELECT {agency_id}) one LEFT JOIN {webhook_endpoints} e ON true
   ORDER BY e.created_at, e.id`;

/** Without a former snapshot, reads the deliveries that ended in the last seconds. */
export async function readSnapshot(sql: ScopedSql, former?: Snapshot): Promise<Snapshot> {
  const rows = await sql.query<EndpointRow>({
    name: 'live snapshot',
    plan: 'by-index',
    text: read,
    values: [deliveryEventTypes, former?.readAt ?? null],
  });
  const endpoints: SeenEndpoint[] = [];
  const deliveries = new Map<string, SeenDelivery>();
  for (const row of rows) {
    if (row.id === null) continue;
    const { id, pending_count, oldest_pending_at } = row;
    endpoints.push({
      live: {
        id,
        status: row.status!,
        pending_count,
        oldest_pending_at: oldest_pending_at?.toISOString() ?? null,
        consecutive_failures: row.consecutive_failures!,
      },
      allowedCreatorIds: row.allowed_creator_ids!,
    });
    for (const [deliveryId, type, state] of row.deliveries ?? []) deliveries.set(deliveryId, { endpointId: id, type, state });
  }
  return { readAt: rows[0]!.read_at, endpoints, deliveries };
}
