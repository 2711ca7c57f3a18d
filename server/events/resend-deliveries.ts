import { deliveryEventTypes } from '../../generated/events.ts';
import { limits } from '../../generated/limits.ts';
import type { DeliveryEventType, EndedDeliveryStatus } from '../../generated/models.ts';
import type { ScopedSqlTransaction } from '../database/client/sql.ts';
import { lockTransactionFor } from '../database/advisory-locks.ts';
import { firstShownId } from '../database/partitions/partitions.ts';
import { nowMicros } from '../delivery/claim/dispatcher.ts';
import { mayGoOut } from '../entities/endpoint.ts';
import type { Outbox } from './outbox.ts';
import { queueAgain } from './queue-again.ts';

/** Selects deliveries of an endpoint that were queued in [start, end). */
export interface DeliverySelection {
  readonly endpointId: string;
  readonly start: Date;
  readonly end: Date;
  /** The last delivery of the previous request. */
  readonly afterId: string | null;
  readonly eventTypes?: readonly DeliveryEventType[] | undefined;
  readonly statuses?: readonly EndedDeliveryStatus[] | undefined;
  readonly isDryRun: boolean;
}

interface ResentType {
  readonly event_type: DeliveryEventType | null;
  readonly resent: number;
  readonly pending: number;
  readonly unavailable: number;
  readonly last_id: string | null;
  readonly sinceMicros: number;
}

export interface Resent {
  readonly byType: readonly { readonly event_type: DeliveryEventType; readonly count: number }[];
  readonly resentCount: number;
  readonly pendingCount: number;
  readonly unavailableCount: number;
  /** The last delivery that was read; null if no other one matches. */
  readonly lastId: string | null;
}

const statuses: readonly EndedDeliveryStatus[] = ['delivered', 'failed'];
const maxCount = limits.resentDeliveries;

const countAndResend = `
  WITH endpoint AS MATERIALIZED (
    SELECT e.id, e.generation, e.status, e.url_creator_ids FROM {webhook_endpoints} e WHERE e.id = $1
  ), run AS MATERIALIZED (
    -- Merged from short runs of the key, one for each type and status.
    SELECT merged.* FROM (
      SELECT w.* FROM unnest($2::text[]) AS t (type), unnest($3::text[]) AS s (status) CROSS JOIN LATERAL (
        SELECT h.id, h.event_id, h.event_type FROM {delivery_history} h
         WHERE h.endpoint_id = $1 AND h.event_type = t.type AND h.status = s.status AND h.id > $6::uuid
           AND h.id >= greatest(${firstShownId}, first_id_at(greatest($4::timestamptz, 'epoch')))
           AND h.id < first_id_at(greatest($5::timestamptz, 'epoch'))
         ORDER BY h.id LIMIT ${maxCount + 1}) w
    ) merged ORDER BY id LIMIT ${maxCount + 1}
  ), covered AS MATERIALIZED (
    SELECT DISTINCT ON (event_id) event_id, id, event_type FROM (SELECT * FROM run ORDER BY id LIMIT ${maxCount}) page ORDER BY event_id, id
  ), judged AS MATERIALIZED (
    SELECT c.id AS replay_of, c.event_type, c.event_id, ev.creator_id, ev.occurred_at, ev.is_reconstructed, ev.data,
           ev.id IS NOT NULL AND ${mayGoOut('e.url_creator_ids', 'c.event_type', 'ev.creator_id')} AS is_available,
           EXISTS (SELECT FROM {delivery_queue} q WHERE q.event_id = c.event_id AND q.endpoint_id = $1 AND q.replay_of IS NOT NULL) AS is_pending
      FROM covered c CROSS JOIN endpoint e LEFT JOIN {webhook_events} ev ON ev.id = c.event_id
  ), ${queueAgain(`(
    SELECT {agency_id} AS agency_id, e.id AS endpoint_id, e.generation, true AS is_resend, j.*
      FROM judged j CROSS JOIN endpoint e
     WHERE NOT $7::boolean AND e.status = 'active' AND j.is_available AND NOT j.is_pending
     ORDER BY j.replay_of)`)}
  SELECT types.event_type, coalesce(types.resent, 0) AS resent, coalesce(types.pending, 0) AS pending, coalesce(types.unavailable, 0) AS unavailable,
         CASE WHEN (SELECT count(*) FROM run) > ${maxCount} THEN (SELECT id FROM run ORDER BY id OFFSET ${maxCount - 1} LIMIT 1) END AS last_id,
         ${nowMicros} AS "sinceMicros"
    FROM (SELECT 1) AS one
    LEFT JOIN (
      SELECT event_type, count(*) FILTER (WHERE is_available AND NOT is_pending) AS resent,
             count(*) FILTER (WHERE is_available AND is_pending) AS pending, count(*) FILTER (WHERE NOT is_available) AS unavailable
        FROM judged GROUP BY event_type) types ON true
   ORDER BY types.event_type`;

const noId = '00000000-0000-0000-0000-000000000000';

/**
 * Queues the events of the selected deliveries again, each once, or only counts them. Requests for one endpoint run one after the other.
 */
export async function resendDeliveries(outbox: Outbox, transaction: ScopedSqlTransaction, selection: DeliverySelection): Promise<Resent> {
  const { endpointId, start, end, afterId, eventTypes, isDryRun } = selection;
  await transaction.query({
    text: `SELECT ${lockTransactionFor('resends', 'e.id::text')} FROM {webhook_endpoints} e WHERE e.id = $1`,
    values: [endpointId],
  });
  const rows = await transaction.query<ResentType>({
    text: countAndResend,
    values: [
      endpointId,
      [...new Set(eventTypes ?? deliveryEventTypes)],
      [...new Set(selection.statuses ?? statuses)],
      start,
      end,
      afterId ?? noId,
      isDryRun,
    ],
    plan: 'custom',
  });
  const sum = (name: 'resent' | 'pending' | 'unavailable') => rows.reduce((total, row) => total + row[name], 0);
  const resentCount = sum('resent');
  const { last_id: lastId, sinceMicros } = rows[0]!;
  if (!isDryRun && resentCount > 0) {
    const { agencyId } = transaction.tenantScope;
    transaction.afterCommit(() => outbox.announce([{ agencyId, endpointId, sinceMicros }]));
  }
  return {
    byType: rows.flatMap(({ event_type, resent }) => (event_type !== null && resent > 0 ? [{ event_type, count: resent }] : [])),
    resentCount,
    pendingCount: sum('pending'),
    unavailableCount: sum('unavailable'),
    lastId,
  };
}
