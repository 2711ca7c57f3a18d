import { orderCreated, orderTable, type OrderRow } from '../entities/order.ts';
import type { RecordOf } from '../entities/record.ts';
import { subjectOf, type NewEvent } from '../entities/event.ts';
import { valueInNewRow } from '../orm/record-table.ts';
import { recordedPayload } from '../versions/current-forms.ts';
import type { Outbox } from '../events/outbox.ts';
import { publishForms, publishing, type QueuedRow } from '../events/publish-statements.ts';
import { changedQuarter, changedQuarters } from './changed-facts.ts';
import { addInOrder, addPurchases } from './fan-spend.ts';
import { placeholder, placeholderOf } from './placeholders.ts';
import type { RecordWrites } from './record-pool.ts';

/** A request for one order. */
export interface OrderRequest {
  readonly agencyId: string;
  readonly order: RecordOf<'order'>;
  /** The trace context of the request; null where it is not traced. */
  readonly traceparent: string | null;
}

/** A new order: its place in the group, its account, the name of its fan, and its columns that have a default. */
type RecordedOrder = readonly [number: number, accountId: string, fanUsername: string | null, ...defaulted: unknown[]];

/** The first row has the orders that were new. An endpoint is null without subscribers. */
type RecordedRow = { readonly [Column in keyof QueuedRow]: QueuedRow[Column] | null } & {
  readonly recorded: readonly RecordedOrder[] | null;
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

const [accountMark, fanMark] = [placeholder(), placeholder()];

/** Columns that the database sets where a record omits their field. */
const defaulted = Object.entries(orderTable.columns)
  .filter(([, column]) => column.default !== undefined)
  .map(([name, { type }]) => ({ name, mark: placeholderOf(type) }));
const defaultedOf = (alias: string) => defaulted.map(({ name }) => `, ${alias}.${name}`).join('');

/** SQL: the rows with the defaults of the columns whose fields were omitted. */
const withDefaults = (rows: string) =>
  defaulted.length === 0
    ? rows
    : `(SELECT r.number, ${Object.keys(columns)
        .map((name) => `${valueInNewRow(orderTable, name)} AS ${name}`)
        .join(', ')} FROM ${rows}) AS r`;

/** SQL: the event’s payload, with the values that only the database knows in place of the placeholders. */
const dataOf = (data: string, accountId: string, fanUsername: string, alias: string) =>
  `${defaulted.reduce(
    (text, { name, mark }) => mark.fill(text, `${alias}.${name}`),
    fanMark.fill(accountMark.fill(data, accountId), fanUsername),
  )}::json AS data`;

const fanOf = (accountId: string) =>
  `LEFT JOIN fans f ON f.agency_id = r.agency_id AND f.account_id = ${accountId} AND f.fan_id = r.fan_id`;

const isPurchase = `fan_id IS NOT NULL AND order_type <> 'subscription'`;

/** The orders that were new are in the first row. */
const many = {
  facts: (rows: string) => `given AS MATERIALIZED (
    SELECT r.*, c.account_id, f.fan_username
      FROM ${withDefaults(rows)}
      ${orderTable.join}
      ${fanOf('c.account_id')}
  ), written AS (
    INSERT INTO orders (agency_id, account_id, ${names.join(', ')})
    SELECT agency_id, account_id, ${names.join(', ')} FROM given ORDER BY agency_id, id COLLATE "C"
    ON CONFLICT (agency_id, id) DO NOTHING
    RETURNING agency_id, id
  ), fact AS MATERIALIZED (
    SELECT uuidv7() AS id, g.number, g.agency_id, 'order.created' AS type, g.creator_id, g.created_at AS occurred_at, g.subject, g.traceparent,
           ${dataOf('g.data', 'g.account_id', 'g.fan_username', 'g')}, g.account_id, g.fan_id, g.fan_username, g.order_type, g.amount_cents${defaultedOf('g')}
      FROM written w JOIN given g ON g.agency_id = w.agency_id AND g.id = w.id
  ), counted AS (
    ${changedQuarters('SELECT agency_id, occurred_at FROM fact')}
  ), spent AS (
    ${addPurchases(`
      SELECT agency_id, account_id, fan_id, sum(amount_cents) AS spend_cents, max(occurred_at) AS latest_brought
        FROM fact WHERE ${isPurchase} GROUP BY agency_id, account_id, fan_id`)}
  )`,
  returning: `CASE WHEN row_number() OVER () = 1 THEN recorded.orders END AS recorded, endpoint.*
    FROM (SELECT json_agg(json_build_array(number, account_id, fan_username${defaultedOf('fact')})) AS orders FROM fact) recorded LEFT JOIN endpoint ON true`,
};

/** The same for one order: without sorting and summing up, it takes about a quarter less time. */
const one = {
  facts: (row: string) => `written AS (
    INSERT INTO orders (agency_id, account_id, ${names.join(', ')})
    SELECT r.agency_id, c.account_id, ${names.map((name) => `r.${name}`).join(', ')}
      FROM ${withDefaults(row)}
      ${orderTable.join}
    ON CONFLICT (agency_id, id) DO NOTHING
    RETURNING account_id${defaultedOf('orders')}
  ), fact AS MATERIALIZED (
    SELECT uuidv7() AS id, r.number, r.agency_id, 'order.created' AS type, r.creator_id, r.created_at AS occurred_at, r.subject, r.traceparent,
           ${dataOf('r.data', 'w.account_id', 'f.fan_username', 'w')}, w.account_id, r.fan_id, f.fan_username, r.order_type, r.amount_cents${defaultedOf('w')}
      FROM ${withDefaults(row)}
      CROSS JOIN written w
      ${fanOf('w.account_id')}
  ), counted AS (
    ${changedQuarter('fact', 'occurred_at')}
  ), spent AS (
    ${addInOrder(`SELECT agency_id, account_id, fan_id, amount_cents, occurred_at FROM fact WHERE ${isPurchase}`)}
  )`,
  returning: `json_build_array(json_build_array(fact.number, fact.account_id, fact.fan_username${defaultedOf('fact')})) AS recorded, endpoint.* FROM fact LEFT JOIN endpoint ON true`,
};

const forms = publishForms('record-new-orders', columns, many, one);

/** A column without a default is null if the record omits its field. */
const omitted: object = Object.fromEntries(names.map((name) => [name, null]));
const instants = names.filter((name) => orderTable.columns[name]!.type.startsWith('timestamp'));

function rowOf({ agencyId, order }: OrderRequest, account_id: string, fan_username: string | null, known: object): OrderRow {
  const others: Omit<OrderRow, keyof typeof order> = { agency_id: agencyId, account_id, fan_username, refunded_at: null };
  const row: Record<string, unknown> = { ...omitted, ...order, ...known, ...others };
  for (const name of instants) if (typeof row[name] === 'string') row[name] = new Date(row[name]);
  return row as unknown as OrderRow;
}

/** Placeholders for the omitted fields that have a default. */
const unknownOf = (order: RecordOf<'order'>): object =>
  Object.fromEntries(
    defaulted.filter(({ name }) => (order[name as keyof typeof order] ?? null) === null).map(({ name, mark }) => [name, mark.value]),
  );

function factOf(request: OrderRequest) {
  const event: NewEvent = orderCreated(rowOf(request, accountMark.value, fanMark.value, unknownOf(request.order)));
  return {
    ...request.order,
    agency_id: request.agencyId,
    subject: subjectOf(event),
    data: JSON.stringify(recordedPayload(event.type, event.data)),
    traceparent: request.traceparent,
  };
}

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
      for (const [number, accountId, fanUsername, ...values] of rows[0]?.recorded ?? []) {
        numbers.add(number);
        const request = requests[number]!;
        const known = Object.fromEntries(defaulted.map(({ name, mark }, index) => [name, mark.read(values[index])]));
        events[number] = { ...orderCreated(rowOf(request, accountId, fanUsername, known)), traceparent: request.traceparent };
      }
      return { events, queued: rows.filter((row): row is RecordedRow & QueuedRow => row.endpoint_id !== null) };
    },
  });
  return numbers;
}
