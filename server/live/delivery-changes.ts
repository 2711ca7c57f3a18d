import type { DeliveryEventType, LiveDelivery } from '../../generated/models.ts';
import type { ScopedSql } from '../database/client/sql.ts';
import { presentAttempt } from '../entities/webhook-delivery.ts';
import { endedRun, lateByMs, pendingRun, type SeenDelivery, type Snapshot } from './snapshot.ts';
import { presented } from '../entities/presented.ts';

export interface ChangedDelivery {
  readonly live: LiveDelivery;
  readonly creatorId: string | null;
}

export interface Changes {
  /** In the order in which they were queued. */
  readonly deliveries: readonly ChangedDelivery[];
  /** False if there may be more than were read. */
  readonly isComplete: boolean;
}

interface DeliveryRow {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: DeliveryEventType;
  creator_id: string | null;
  status: LiveDelivery['status'];
  attempt_count: number;
  /** JSON. */
  last_attempt: string | null;
  created_at: Date;
  next_attempt_at: Date | null;
  is_in_flight: boolean;
}

/** Deliveries whose details are read between two snapshots. */
const maxChanged = 500;

const columns = (alias: string, status: string, next: string, inFlight: string) =>
  `${alias}.id, ${alias}.endpoint_id, ${alias}.event_id, ${alias}.event_type, ${alias}.creator_id, ${status} AS status,
   cardinality(${alias}.attempts) AS attempt_count, ${alias}.attempts[cardinality(${alias}.attempts)] AS last_attempt, ${alias}.created_at,
   ${next} AS next_attempt_at, ${inFlight} AS is_in_flight`;

/** Deliveries by their whole keys, in the queue or in history. */
const details = `
  SELECT d.*
    FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS known (id, endpoint_id, type)
   CROSS JOIN LATERAL (
     SELECT ${columns('q', "'pending'", 'q.due_at::timestamptz(3)', 'q.lease IS NOT NULL')} FROM {delivery_queue} q
      WHERE q.endpoint_id = known.endpoint_id AND q.event_type = known.type AND q.id = known.id
     UNION ALL
     SELECT ${columns('h', 'h.status', 'NULL::timestamptz(3)', 'false')} FROM {delivery_history} h
      WHERE h.endpoint_id = known.endpoint_id AND h.event_type = known.type AND h.status = ANY ('{delivered,failed}') AND h.id = known.id
   ) d`;

const isPending = ({ state }: SeenDelivery) => state.startsWith('pending');
const stateOf = ({ status, attempt_count, is_in_flight }: DeliveryRow) =>
  status === 'pending' ? `pending ${attempt_count}${is_in_flight ? ' in flight' : ''}` : status;

/** The time at the start of a delivery's id. */
const queuedAt = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

function present({ creator_id: creatorId, last_attempt, ...row }: DeliveryRow): ChangedDelivery {
  const last = last_attempt === null ? null : presentAttempt(last_attempt);
  const live: LiveDelivery = {
    ...presented(row),
    last_status_code: last?.status_code ?? null,
    last_error: last?.error ?? null,
    last_error_detail: last?.error_detail ?? null,
    last_duration_ms: last?.duration_ms ?? null,
  };
  return { live, creatorId };
}

/** Whether all deliveries of a full run are new, so that there may be more than were read. */
function hasFullRun(changed: readonly SeenDelivery[]): boolean {
  const runs = Map.groupBy(changed, ({ endpointId, type, state }) => `${endpointId} ${type} ${state.split(' ', 1)[0]}`);
  return [...runs.values()].some((run) => run.length >= (isPending(run[0]!) ? pendingRun : endedRun));
}

/**
 * The changes between two snapshots: new deliveries, new states, and the outcome of pending deliveries that are no longer among the latest. An older
 * delivery that enters a run has not changed.
 */
export async function readChanges(sql: ScopedSql, before: Snapshot, after: Snapshot): Promise<Changes> {
  const since = before.readAt.getTime() - lateByMs;
  const changed = new Map<string, SeenDelivery>();
  for (const [id, seen] of after.deliveries) {
    const known = before.deliveries.get(id);
    if (known ? known.state !== seen.state : queuedAt(id) >= since) changed.set(id, seen);
  }
  const found = changed.size;
  const isFull = hasFullRun([...changed.values()]);
  for (const [id, seen] of before.deliveries) if (isPending(seen) && !after.deliveries.has(id)) changed.set(id, seen);
  if (changed.size === 0) return { deliveries: [], isComplete: true };
  const wanted = [...changed].sort(([one], [other]) => (one < other ? -1 : 1)).slice(-maxChanged);
  const rows = await sql.query<DeliveryRow>({
    name: 'live details',
    text: details,
    values: [wanted.map(([id]) => id), wanted.map(([, { endpointId }]) => endpointId), wanted.map(([, { type }]) => type)],
  });
  const deliveries = rows
    .filter((row) => after.deliveries.has(row.id) || before.deliveries.get(row.id)?.state !== stateOf(row))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  return { deliveries: deliveries.map(present), isComplete: !isFull && found <= maxChanged && changed.size <= maxChanged };
}
