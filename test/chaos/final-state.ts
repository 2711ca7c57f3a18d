import type { ChaosDatabase } from './database.ts';
import type { EndpointLife, FactType } from './endpoint-life.ts';
import type { Market } from './market.ts';

export interface RecordedAttempt {
  /** When it began, in milliseconds. */
  readonly at: number;
  readonly statusCode: number | null;
  readonly error: string | null;
}

/** A delivery in the service: `pending` in the queue, otherwise in the history. */
export interface DeliveryRow {
  readonly id: string;
  readonly agencyId: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly type: FactType;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: readonly RecordedAttempt[];
  /** What a pending one waits for. */
  readonly note: string | null;
}

export interface FailureRow {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly deliveryId: string;
  readonly error: string;
  readonly isReplayed: boolean;
}

export interface EventRow {
  readonly id: string;
  readonly agencyId: string;
  readonly type: FactType;
  readonly subject: string;
}

export interface Counter {
  readonly endpointId: string;
  readonly type: string;
  readonly delivered: number;
  readonly failed: number;
}

/** Sums of an agency's orders and refunds, from analytics and from the facts. */
export interface Sums {
  readonly agencyId: string;
  readonly rolledUp: string;
  readonly counted: string;
}

/** State of the service after all deliveries have settled. */
export interface FinalState {
  /** Agency, type and subject of each stored fact. */
  readonly facts: ReadonlySet<string>;
  readonly events: readonly EventRow[];
  readonly deliveries: readonly DeliveryRow[];
  readonly failures: readonly FailureRow[];
  /** Of the endpoints that exist. */
  readonly counters: readonly Counter[];
  readonly sums: readonly Sums[];
}

export const factKey = (agencyId: string, type: FactType, subject: string) => `${agencyId} ${type} ${subject}`;

const attempts = `(SELECT coalesce(json_agg(json_build_object('at', extract(epoch FROM (a->>'attempted_at')::timestamptz) * 1000,
  'statusCode', a->'status_code', 'error', a->'error') ORDER BY n), '[]') FROM unnest(attempts) WITH ORDINALITY AS v (text, n), LATERAL (SELECT text::json AS a) j)`;

const identity = `id, agency_id AS "agencyId", endpoint_id AS "endpointId", event_id AS "eventId", event_type AS type`;

const readDeliveries = `
  SELECT ${identity}, status, ${attempts} AS attempts, NULL AS note FROM delivery_history
  UNION ALL
  SELECT ${identity}, 'pending', ${attempts}, format('lease %s, attempt %s, due %s%s', lease, attempt_count, due_at, CASE WHEN is_suspect THEN ', suspect' END)
    FROM delivery_queue`;

/** One query for each table: Citus distributes them. */
async function readSums(database: ChaosDatabase): Promise<Sums[]> {
  const read = async (text: string) => {
    const rows = await database.query<{ agencyId: string; orders: string; refunded: string }>(text);
    return new Map(rows.map(({ agencyId, orders, refunded }) => [agencyId, `${orders} orders, ${refunded} cents refunded`]));
  };
  const counted = await read(`
    SELECT agency_id AS "agencyId", count(*) AS orders, sum(CASE WHEN refunded_at IS NULL THEN 0 ELSE amount_cents END) AS refunded FROM orders GROUP BY 1`);
  const rolledUp = await read(
    'SELECT agency_id AS "agencyId", sum(orders_count) AS orders, sum(refunded_cents) AS refunded FROM revenue_quarters GROUP BY 1',
  );
  const agencyIds = [...new Set([...counted.keys(), ...rolledUp.keys()])];
  const of = (sums: ReadonlyMap<string, string>, agencyId: string) => sums.get(agencyId) ?? 'none';
  return agencyIds.map((agencyId) => ({ agencyId, rolledUp: of(rolledUp, agencyId), counted: of(counted, agencyId) }));
}

async function readCounters(market: Market, endpoint: EndpointLife): Promise<Counter[]> {
  const answer = await market.callApi(market.agencyOf(endpoint), 'GET', `/v1/webhooks/${endpoint.id}/stats`);
  if (answer?.status !== 200) throw new Error(`the counters of an endpoint cannot be read: ${JSON.stringify(answer?.body)}`);
  return (answer.body.data as { event_type: string; delivered_count: number; failed_count: number }[]).map(
    ({ event_type, delivered_count, failed_count }) => ({
      endpointId: endpoint.id,
      type: event_type,
      delivered: delivered_count,
      failed: failed_count,
    }),
  );
}

/** Reads counters from the API, and larger data from the database. */
export async function readFinalState(database: ChaosDatabase, market: Market): Promise<FinalState> {
  const orders = await database.query<{ agency_id: string; id: string; is_refunded: boolean }>(
    'SELECT agency_id, id, refunded_at IS NOT NULL AS is_refunded FROM orders',
  );
  const counters: Counter[] = [];
  for (const endpoint of market.endpoints) if (endpoint.state !== 'deleted') counters.push(...(await readCounters(market, endpoint)));
  return {
    facts: new Set(
      orders.flatMap(({ agency_id, id, is_refunded }) => [
        factKey(agency_id, 'order.created', id),
        ...(is_refunded ? [factKey(agency_id, 'order.refunded', id)] : []),
      ]),
    ),
    events: await database.query<EventRow>(`SELECT id, agency_id AS "agencyId", type, data->>'id' AS subject FROM webhook_events`),
    deliveries: await database.query<DeliveryRow>(readDeliveries),
    failures: await database.query<FailureRow>(`
      SELECT id, endpoint_id AS "endpointId", event_id AS "eventId", delivery_id AS "deliveryId", error, replayed_at IS NOT NULL AS "isReplayed"
        FROM delivery_failures`),
    counters,
    sums: await readSums(database),
  };
}
