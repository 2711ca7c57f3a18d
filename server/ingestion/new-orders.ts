import { randomUUID } from 'node:crypto';
import { orderCreated, orderTable, type OrderRow } from '../entities/order.ts';
import type { RecordOf } from '../entities/record.ts';
import { subjectOf, type NewEvent } from '../entities/event.ts';
import { recordedPayload } from '../versions/current-forms.ts';
import type { Outbox } from '../events/outbox.ts';
import { publishForms, publishing, type QueuedRow } from '../events/publish-statements.ts';
import { changedQuarter, changedQuarters } from './changed-facts.ts';
import { addInOrder, addPurchases } from './fan-spend.ts';
import type { RecordWrites } from './record-pool.ts';

/** An order's record with every field. */
type WholeOrder = Required<RecordOf<'order'>>;

/** A request for one order. */
export interface OrderRequest {
  readonly agencyId: string;
  readonly order: WholeOrder;
  /** The trace context of the request; null where it is not traced. */
  readonly traceparent: string | null;
}

/** The first row has the orders that were new: place in the group, account, name of the fan. An endpoint is null without subscribers. */
type RecordedRow = { readonly [Column in keyof QueuedRow]: QueuedRow[Column] | null } & {
  readonly recorded: readonly (readonly [number: number, accountId: string, fanUsername: string | null])[] | null;
};

const names = Object.keys(orderTable.columns);

/** What is known of an order before its statement runs. */
const columns = {
  agency_id: 'uuid',
  ...Object.fromEntries(Object.entries(orderTable.columns).map(([name, { type }]) => [name, type])),
  subject: 'text',
  data: 'text',
  traceparent: 'text',
};

/** Placeholders in an event’s payload for values that only the database knows. They are secret, so no value of a record equals one of them. */
const [accountMark, fanMark] = [randomUUID(), randomUUID()];

/** SQL: the event’s payload, with the values that only the database knows in place of the placeholders. */
const dataOf = (data: string, accountId: string, fanUsername: string) =>
  `replace(replace(${data}, '"${accountMark}"', to_json(${accountId})::text), '"${fanMark}"', coalesce(to_json(${fanUsername})::text, 'null'))::json AS data`;

const fanOf = (accountId: string) =>
  `LEFT JOIN fans f ON f.agency_id = r.agency_id AND f.account_id = ${accountId} AND f.fan_id = r.fan_id`;

const isPurchase = `fan_id IS NOT NULL AND order_type <> 'subscription'`;

/** The orders that were new are in the first row. */
const many = {
  facts: (rows: string) => `given AS MATERIALIZED (
    SELECT r.*, c.account_id, f.fan_username
      FROM ${rows}
      ${orderTable.join}
      ${fanOf('c.account_id')}
  ), written AS (
    INSERT INTO orders (agency_id, account_id, ${names.join(', ')})
    SELECT agency_id, account_id, ${names.join(', ')} FROM given ORDER BY agency_id, id COLLATE "C"
    ON CONFLICT (agency_id, id) DO NOTHING
    RETURNING agency_id, id
  ), fact AS MATERIALIZED (
    SELECT uuidv7() AS id, g.number, g.agency_id, 'order.created' AS type, g.creator_id, g.created_at AS occurred_at, g.subject, g.traceparent,
           ${dataOf('g.data', 'g.account_id', 'g.fan_username')}, g.account_id, g.fan_id, g.fan_username, g.order_type, g.amount_cents
      FROM written w JOIN given g ON g.agency_id = w.agency_id AND g.id = w.id
  ), counted AS (
    ${changedQuarters('SELECT agency_id, occurred_at FROM fact')}
  ), spent AS (
    ${addPurchases(`
      SELECT agency_id, account_id, fan_id, sum(amount_cents) AS spend_cents, max(occurred_at) AS latest_brought
        FROM fact WHERE ${isPurchase} GROUP BY agency_id, account_id, fan_id`)}
  )`,
  returning: `CASE WHEN row_number() OVER () = 1 THEN recorded.orders END AS recorded, endpoint.*
    FROM (SELECT json_agg(json_build_array(number, account_id, fan_username)) AS orders FROM fact) recorded LEFT JOIN endpoint ON true`,
};

/** The same for one order: without sorting and summing up, it takes about a quarter less time. */
const one = {
  facts: (row: string) => `written AS (
    INSERT INTO orders (agency_id, account_id, ${names.join(', ')})
    SELECT r.agency_id, c.account_id, ${names.map((name) => `r.${name}`).join(', ')}
      FROM ${row}
      ${orderTable.join}
    ON CONFLICT (agency_id, id) DO NOTHING
    RETURNING account_id
  ), fact AS MATERIALIZED (
    SELECT uuidv7() AS id, r.number, r.agency_id, 'order.created' AS type, r.creator_id, r.created_at AS occurred_at, r.subject, r.traceparent,
           ${dataOf('r.data', 'w.account_id', 'f.fan_username')}, w.account_id, r.fan_id, f.fan_username, r.order_type, r.amount_cents
      FROM ${row}
      CROSS JOIN written w
      ${fanOf('w.account_id')}
  ), counted AS (
    ${changedQuarter('fact', 'occurred_at')}
  ), spent AS (
    ${addInOrder(`SELECT agency_id, account_id, fan_id, amount_cents, occurred_at FROM fact WHERE ${isPurchase}`)}
  )`,
  returning: `json_build_array(json_build_array(fact.number, fact.account_id, fact.fan_username)) AS recorded, endpoint.* FROM fact LEFT JOIN endpoint ON true`,
};

const forms = publishForms('record-new-orders', columns, many, one);

const rowOf = ({ agencyId, order }: OrderRequest, account_id: string, fan_username: string | null): OrderRow => ({
  agency_id: agencyId,
  ...order,
  account_id,
  fan_username,
  created_at: new Date(order.created_at),
  refunded_at: null,
});

function factOf(request: OrderRequest) {
  const event: NewEvent = orderCreated(rowOf(request, accountMark, fanMark));
  return {
    ...request.order,
    agency_id: request.agencyId,
    subject: subjectOf(event),
    data: JSON.stringify(recordedPayload(event.type, event.data)),
    traceparent: request.traceparent,
  };
}

/** Whether a record has everything that its row and its event need, so that no default is needed. */
export const isWhole = (order: RecordOf<'order'>): order is WholeOrder =>
  names.every((name) => order[name as keyof typeof order] !== undefined);

/**
 * Records orders with what fans have spent, the work list of the roll-up, events and deliveries, by one statement that is a transaction
 * of its own: a third of the time that the statements for records of any type take. An order that is known by now, or points to
 * nothing, is left alone, and nothing of it is recorded. Answers with the places of those that were new.
 */
export async function recordNewOrders(
  database: RecordWrites,
  outbox: Outbox,
  requests: readonly OrderRequest[],
  lockTimeoutMs: number | undefined,
): Promise<ReadonlySet<number>> {
  const given = requests.map(factOf);
  const numbers = new Set<number>();
  await outbox.publishAlone(new Set(requests.map(({ agencyId }) => agencyId)), {
    run: (offer, onUnknown) => database.alone<RecordedRow>({ ...publishing(forms, given, offer), lockTimeoutMs }, onUnknown),
    publishedOf(rows: readonly RecordedRow[]) {
      const events: NewEvent[] = [];
      for (const [number, accountId, fanUsername] of rows[0]?.recorded ?? []) {
        numbers.add(number);
        const request = requests[number]!;
        events[number] = { ...orderCreated(rowOf(request, accountId, fanUsername)), traceparent: request.traceparent };
      }
      return { events, queued: rows.filter((row): row is RecordedRow & QueuedRow => row.endpoint_id !== null) };
    },
  });
  return numbers;
}
