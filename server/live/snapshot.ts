import { deliveryEventTypes } from '../../generated/events.ts';
import type { DeliveryEventType, LiveEndpoint } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';
import type { ScopedSql } from '../database/client/sql.ts';
import { oldestPendingAt, pendingCount } from '../entities/endpoint-backlog.ts';

/** An endpoint with what a key's reach is compared with. */
export interface SeenEndpoint {
  readonly live: LiveEndpoint;
  readonly allowedCreatorIds: readonly string[];
}

/** A delivery as a query saw it, without its details. */
export interface SeenDelivery {
  readonly endpointId: string;
  readonly type: DeliveryEventType;
  /** `pending` with the number of its attempts and whether one is in flight, or how it ended. */
  readonly state: string;
}

/** What one query saw of an agency's deliveries. It never changes. */
export interface Snapshot {
  /** When the query began, by the database's clock. */
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
  /** Of each delivery its id, type and state. */
  deliveries: [string, DeliveryEventType, string][] | null;
}

/** Deliveries of an endpoint and a type that wait, and of those that ended in one way, that are read: the latest. */
export const pendingRun = 20;
export const endedRun = 50;

/** How long after a delivery was queued its transaction may commit. */
export const lateByMs = 15_000;

/** `coalesce` in place of CASE would count as leaky below the policies, and would be a filter over the whole index. */
const ended = (status: string) => `
  (SELECT h.id, '${status}' AS state FROM {delivery_history} h
    WHERE h.endpoint_id = e.id AND h.event_type = t.type AND h.status = '${status}'
      AND h.id >= first_id_at(CASE WHEN $2::timestamptz IS NULL THEN now() ELSE $2 END - interval '${lateByMs} milliseconds') AND h.id < first_id_at(now() + interval '1 hour')
    ORDER BY h.id DESC LIMIT ${endedRun})`;

/**
 * Reads a bounded number of entries of indexes for each endpoint, whatever is pending: the count stops at a bound, and of each type the latest
 * that wait and the latest that ended since `$2` are read, without their attempts' answers.
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

/** Without a former snapshot, what ended in the last seconds is read, to be known. */
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
