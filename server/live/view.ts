import { deliveryEventTypes } from '../../generated/event-types.ts';
import type { StreamReader } from '../../generated/interfaces/text-answer.ts';
import type {
  DeliveryAttempt,
  DeliveryEventType,
  LiveDeliveries,
  LiveDelivery,
  LiveEndpoint,
  LiveEndpoints,
} from '../../generated/models/index.ts';
import { limits } from '../../generated/limits.ts';
import type { SqlWithinReach } from '../database/sql.ts';
import { backlogColumns, type BacklogRow } from '../entities/endpoint-backlog.ts';

interface EndpointRow extends BacklogRow {
  id: string;
  status: LiveEndpoint['status'];
}

interface DeliveryRow {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: DeliveryEventType;
  status: LiveDelivery['status'];
  attempt_count: number;
  /** JSON. */
  last_attempt: string | null;
  created_at: Date;
  next_attempt_at: Date | null;
}

const endpointsNow = `SELECT e.id, e.status, ${backlogColumns} FROM {webhook_endpoints} e ORDER BY e.created_at, e.id`;

/** Deliveries that are read of an endpoint, a type and a status. */
const runLength = 50;

/** How long ago a delivery was queued of which it may not be known yet: its transaction may commit late. */
const lateBy = "interval '15 seconds'";

const columns = (alias: string, status: string, next: string) =>
  `${alias}.id, ${alias}.endpoint_id, ${alias}.event_id, ${alias}.event_type, ${status} AS status, cardinality(${alias}.attempts) AS attempt_count,
   ${alias}.attempts[cardinality(${alias}.attempts)] AS last_attempt, ${alias}.created_at, ${next} AS next_attempt_at`;
const waiting = columns('q', "'pending'", 'q.due_at::timestamptz(3)');
const ended = columns('h', 'h.status', 'NULL::timestamptz(3)');

/** The latest that wait and the latest that are over, in short runs of the keys; and what became of those that are known to wait. */
const changes = `
  SELECT d.*
    FROM {webhook_endpoints} e
   CROSS JOIN unnest($1::text[]) AS t (type)
   CROSS JOIN LATERAL (
     (SELECT ${waiting} FROM {delivery_queue} q
       WHERE q.endpoint_id = e.id AND q.event_type = t.type ORDER BY q.id DESC LIMIT ${runLength})
      UNION ALL
     (SELECT ${ended} FROM {delivery_history} h
       WHERE h.endpoint_id = e.id AND h.event_type = t.type AND h.status = 'delivered' AND h.id >= first_id_at(now() - ${lateBy})
       ORDER BY h.id DESC LIMIT ${runLength})
      UNION ALL
     (SELECT ${ended} FROM {delivery_history} h
       WHERE h.endpoint_id = e.id AND h.event_type = t.type AND h.status = 'failed' AND h.id >= first_id_at(now() - ${lateBy})
       ORDER BY h.id DESC LIMIT ${runLength})
   ) d
   UNION ALL
  SELECT d.*
    FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS known (id, endpoint_id, type)
   CROSS JOIN LATERAL (
     SELECT ${ended} FROM {delivery_history} h
      WHERE h.endpoint_id = known.endpoint_id AND h.event_type = known.type AND h.status = ANY ('{delivered,failed}') AND h.id = known.id
   ) d`;

const stateOf = ({ status, attempt_count }: DeliveryRow) => `${status} ${attempt_count}`;

function presentDelivery(row: DeliveryRow): LiveDelivery {
  const last = row.last_attempt === null ? null : (JSON.parse(row.last_attempt) as DeliveryAttempt);
  return {
    id: row.id,
    endpoint_id: row.endpoint_id,
    event_id: row.event_id,
    event_type: row.event_type,
    status: row.status,
    attempt_count: row.attempt_count,
    last_status_code: last?.status_code ?? null,
    last_error: last?.error ?? null,
    last_duration_ms: last?.duration_ms ?? null,
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  };
}

function presentEndpoint({ id, status, pending_count, oldest_pending_at, consecutive_failures }: EndpointRow): LiveEndpoint {
  return { id, status, pending_count, oldest_pending_at: oldest_pending_at?.toISOString() ?? null, consecutive_failures };
}

/** What the watchers of one reach see: one look for all of them. */
export class View {
  readonly readers = new Set<StreamReader>();
  readonly #sql: SqlWithinReach;
  #endpoints: string | undefined;
  /** The deliveries of the last look; undefined before the first. */
  #seen: ReadonlyMap<string, DeliveryRow> | undefined;

  constructor(sql: SqlWithinReach) {
    this.#sql = sql;
  }

  join(reader: StreamReader): void {
    this.readers.add(reader);
    if (this.#endpoints !== undefined) reader.tell('endpoints', this.#endpoints);
  }

  async look(): Promise<void> {
    const endpoints: LiveEndpoints = { endpoints: (await this.#sql.query<EndpointRow>({ text: endpointsNow })).map(presentEndpoint) };
    const rows = await this.#readDeliveries();
    const text = JSON.stringify(endpoints);
    if (text !== this.#endpoints) this.#tell('endpoints', text);
    this.#endpoints = text;
    const seen = new Map(rows.map((row) => [row.id, row]));
    const before = this.#seen;
    this.#seen = seen;
    if (!before) return;
    const isNew = (row: DeliveryRow) => before.get(row.id) === undefined || stateOf(before.get(row.id)!) !== stateOf(row);
    const changed = [...seen.values()].filter(isNew).sort((one, other) => (one.id < other.id ? -1 : 1));
    if (changed.length === 0) return;
    const deliveries: LiveDeliveries = {
      deliveries: changed.slice(-limits.liveDeliveries).map(presentDelivery),
      is_complete: changed.length <= limits.liveDeliveries && !hasFullRun(changed),
    };
    this.#tell('deliveries', JSON.stringify(deliveries));
  }

  /** A delivery that waited is looked up where it went, if it is not among the latest. */
  #readDeliveries(): Promise<DeliveryRow[]> {
    const known = [...(this.#seen?.values() ?? [])].filter(({ status }) => status === 'pending');
    return this.#sql.query<DeliveryRow>({
      text: changes,
      values: [
        deliveryEventTypes,
        known.map(({ id }) => id),
        known.map(({ endpoint_id }) => endpoint_id),
        known.map(({ event_type }) => event_type),
      ],
    });
  }

  #tell(event: string, data: string): void {
    for (const reader of this.readers) reader.tell(event, data);
  }
}

/** Whether all of a run is new, so that there may be more than it holds. */
function hasFullRun(changed: readonly DeliveryRow[]): boolean {
  const runs = Map.groupBy(changed, ({ endpoint_id, event_type, status }) => `${endpoint_id} ${event_type} ${status}`);
  return [...runs.values()].some(({ length }) => length >= runLength);
}
