import { fanOfOrder, orderCreated, type OrderRow } from '../entities/order.ts';
import { subjectOf } from '../entities/new-event.ts';
import { recordedPayload } from '../versions/current-forms.ts';
import type { Outbox } from '../events/outbox.ts';
import { publishForms, publishing, type PublishedFact, type QueuedRow } from '../events/publish-statements.ts';
import { markQuarterChanged, markQuartersChanged } from './changed-facts.ts';
import { addInOrder, addPurchases, purchasesIn, sumsOfPurchases } from './fan-spend.ts';
import { jsonOfRow } from './json-of-row.ts';
import type { IngestionDatabase } from './ingestion-pool.ts';
import { orderTable, type RecordOf } from './record-tables.ts';
import { inOrderOfKeys, newRow, storedColumns } from './upsert.ts';

/** A request for one order. */
export interface OrderRequest {
  readonly agencyId: string;
  readonly order: RecordOf<'order'>;
  /** The trace context of the request; null if it is not traced. */
  readonly traceparent: string | null;
}

/** A new order: its position in the group, and the payload of its event. */
type RecordedOrder = readonly [number: number, data: string];

/** A queued delivery; null without subscribers. The first row also contains the new orders. */
type RecordedRow = { readonly [Column in keyof QueuedRow]: QueuedRow[Column] | null } & {
  readonly recorded: readonly RecordedOrder[] | null;
};

/** The columns of an order as a parameter, with their types. */
const columns = {
  agency_id: 'uuid',
  ...Object.fromEntries(Object.entries(orderTable.columns).map(([name, { type }]) => [name, type])),
  subject: 'text',
  traceparent: 'text',
};

const stored = storedColumns(orderTable);

/** SQL: the payload of the event of a new order `o` with its fan `f`. */
const payload = jsonOfRow(
  [
    ...stored.map((name) => ({ name, value: `o.${name}`, isInstant: orderTable.columns[name]?.type.startsWith('timestamp') ?? false })),
    { name: 'fan_username', value: 'f.fan_username', isInstant: false },
  ],
  (row) => recordedPayload('order.created', orderCreated(row as OrderRow).data),
);

/** CTEs that record new orders, from many rows or from one. One row needs neither sorting nor sums. */
const facts = (rows: string, isOne: boolean) => `written AS (
    INSERT INTO orders (${stored.join(', ')})
    SELECT ${newRow(orderTable)} FROM ${rows} ${orderTable.join} ${isOne ? '' : inOrderOfKeys(orderTable)}
    ON CONFLICT (agency_id, id) DO NOTHING
    RETURNING ${stored.join(', ')}
  ), fact AS MATERIALIZED (
    SELECT uuidv7() AS id, r.number, o.agency_id, 'order.created' AS type, o.creator_id, o.created_at AS occurred_at, r.subject, r.traceparent,
           NULL::uuid AS endpoint_id, ${payload} AS data, o.account_id, o.fan_id, o.order_type, o.amount_cents, o.created_at
      FROM written o JOIN ${rows} ON r.agency_id = o.agency_id AND r.id = o.id ${fanOfOrder('o')}
  ), counted AS (
    ${isOne ? markQuarterChanged('fact', 'created_at') : markQuartersChanged('SELECT agency_id, created_at FROM fact')}
  ), spent AS (
    ${isOne ? addInOrder(purchasesIn('fact')) : addPurchases(sumsOfPurchases(purchasesIn('fact')))}
  )`;

const many = {
  facts: (rows: string) => `given AS MATERIALIZED (SELECT r.* FROM ${rows}), ${facts('given r', false)}`,
  returning: `CASE WHEN row_number() OVER () = 1 THEN recorded.orders END AS recorded, endpoint.*
    FROM (SELECT json_agg(json_build_array(number, data::text)) AS orders FROM fact) recorded LEFT JOIN endpoint ON true`,
};

const one = {
  facts: (row: string) => facts(row, true),
  returning:
    'json_build_array(json_build_array(fact.number, fact.data::text)) AS recorded, endpoint.* FROM fact LEFT JOIN endpoint ON true',
};

const forms = publishForms('record-new-orders', columns, many, one);

/**
 * Records new orders with the spend of their fans, the work list of the roll-up, events and deliveries. The one statement is a transaction,
 * and takes a third of the time of the statements for records of any type. It skips an order that is already stored or has an unknown
 * reference. Returns the positions of the new orders.
 */
export async function recordNewOrders(
  database: IngestionDatabase,
  outbox: Outbox,
  requests: readonly OrderRequest[],
  lockTimeoutMs: number | undefined,
): Promise<ReadonlySet<number>> {
  const given = requests.map(({ agencyId, order, traceparent }) => ({
    ...order,
    agency_id: agencyId,
    subject: subjectOf({ data: order }),
    traceparent,
  }));
  const facts = new Map<number, PublishedFact>();
  await outbox.publishStandalone(new Set(requests.map(({ agencyId }) => agencyId)), {
    run: (offer, onUnknown) => database.runStandalone<RecordedRow>({ ...publishing(forms, given, offer), lockTimeoutMs }, onUnknown),
    publishedOf(rows: readonly RecordedRow[]) {
      for (const [number, data] of rows[0]?.recorded ?? []) {
        const { order, traceparent } = requests[number]!;
        facts.set(number, { eventType: 'order.created', occurredAt: Date.parse(order.created_at), data, traceparent });
      }
      return { facts, queued: rows.filter((row): row is RecordedRow & QueuedRow => row.endpoint_id !== null) };
    },
  });
  return new Set(facts.keys());
}
