import { createHash } from 'node:crypto';
import type { WebhookEventType } from '../../generated/models.ts';
import type { Sql } from '../database/client/sql.ts';
import { aiControlRequested, type AiRequestRow } from '../entities/ai-request.ts';
import { subjectOf, type NewEvent } from '../entities/new-event.ts';
import { orderColumns, orderCreated, orderRefunded, type OrderRow } from '../entities/order.ts';
import { recordedPayload } from '../versions/current-forms.ts';

/** SQL that names a table. In the statements of a key, it selects the rows in the tenant scope. */
export type TableNames = (table: string) => string;

/** The events of an agency in [start, end) that an endpoint receives. */
export interface Recoverable {
  readonly agencyId: string;
  readonly endpointId: string;
  readonly eventTypes: readonly string[];
  /** Null for all creators. */
  readonly creatorIds: readonly string[] | null;
  readonly start: Date;
  readonly end: Date;
  /** Whether the endpoint may have deliveries of these events. If not, none is searched. */
  readonly mayHaveDeliveries: boolean;
}

/** At most `max` recoverable facts after an instant and an id. */
export interface FactRun extends Omit<Recoverable, 'mayHaveDeliveries'> {
  readonly afterAt: Date;
  /** The `afterId` of a fact; empty before the first. */
  readonly afterId: string;
  readonly max: number;
}

/** A stored fact, and the event that reports it. */
export interface Fact {
  readonly event: NewEvent;
  /** Identifies its event; null for an assignment, which the latest event of the fan reports. */
  readonly factId: string | null;
  /** Its position in its source. */
  readonly afterId: string;
}

/** Facts of a type, in the order of their instants. */
export interface FactSource {
  readonly name: string;
  readonly type: WebhookEventType;
  readonly read: (sql: Sql, isScoped: boolean, run: FactRun) => Promise<Fact[]>;
}

/** SQL in two forms: in the tenant scope of a key, and of the service. */
const inBothForms = (text: (of: TableNames) => string) => {
  const [scoped, plain] = [text((table) => `{${table}}`), text((table) => table)];
  return (isScoped: boolean) => (isScoped ? scoped : plain);
};

const valuesOf = ({ agencyId, afterAt, afterId, end, creatorIds, max }: FactRun) => [agencyId, afterAt, afterId, end, creatorIds, max];

const ofCreators = (alias: string) => `($5::text[] IS NULL OR ${alias}.creator_id = ANY ($5))`;

const ordersBy = (column: 'created_at' | 'refunded_at') =>
  inBothForms(
    (of) => `
  SELECT $1::uuid AS agency_id, ${orderColumns('p')},
         (SELECT f.fan_username FROM ${of('fans')} f WHERE f.agency_id = $1 AND f.account_id = p.account_id AND f.fan_id = p.fan_id) AS fan_username
    FROM (SELECT o.* FROM ${of('orders')} o
           WHERE o.agency_id = $1 AND (o.${column}, o.id) > ($2::timestamptz, $3::text) AND o.${column} < $4::timestamptz AND ${ofCreators('o')}
           ORDER BY o.${column}, o.id LIMIT $6) p
   ORDER BY p.${column}, p.id`,
  );

const assignedFans = inBothForms(
  (of) => `
  SELECT f.account_id, f.fan_id, f.creator_id, f.assigned_user_id, f.assigned_at
    FROM ${of('fans')} f
   WHERE f.agency_id = $1 AND f.assigned_at IS NOT NULL AND (f.assigned_at, f.account_id, f.fan_id) > ($2::timestamptz, $3::text, $7::text)
     AND f.assigned_at < $4::timestamptz AND ${ofCreators('f')}
   ORDER BY f.assigned_at, f.account_id, f.fan_id LIMIT $6`,
);

const requestsOfAi = inBothForms(
  (of) => `
  SELECT $1::uuid AS agency_id, a.id, a.creator_id, a.account_id, a.fan_id, a.action, a.requested_by_user_id, a.requested_at
    FROM ${of('ai_requests')} a
   WHERE a.agency_id = $1 AND (a.requested_at, a.id) > ($2::timestamptz, $3::text) AND a.requested_at < $4::timestamptz AND ${ofCreators('a')}
   ORDER BY a.requested_at, a.id LIMIT $6`,
);

interface AssignedFan {
  readonly account_id: string;
  readonly fan_id: string;
  readonly creator_id: string;
  readonly assigned_user_id: string | null;
  readonly assigned_at: Date | null;
}

async function readAssignments(sql: Sql, isScoped: boolean, run: FactRun): Promise<Fact[]> {
  const [accountId, fanId] = run.afterId === '' ? ['', ''] : (JSON.parse(run.afterId) as [string, string]);
  const rows = await sql.query<AssignedFan>({
    text: assignedFans(isScoped),
    values: [...valuesOf({ ...run, afterId: accountId }), fanId],
    plan: 'custom',
  });
  return rows.map(({ account_id, fan_id, creator_id, assigned_user_id, assigned_at }) => ({
    event: {
      agencyId: run.agencyId,
      type: 'assignment.updated',
      creatorId: creator_id,
      occurredAt: assigned_at!,
      data: { account_id, fan_id, assigned_user_id },
    },
    factId: null,
    afterId: JSON.stringify([account_id, fan_id]),
  }));
}

function readOrders(column: 'created_at' | 'refunded_at', eventOf: (row: OrderRow) => NewEvent): FactSource['read'] {
  const text = ordersBy(column);
  return async (sql, isScoped, run) => {
    const rows = await sql.query<OrderRow>({ text: text(isScoped), values: valuesOf(run), plan: 'custom' });
    return rows.map((row) => ({ event: eventOf(row), factId: row.id, afterId: row.id }));
  };
}

/** The stored facts that events report, in the order in which a recovery reads them. */
export const factSources: readonly FactSource[] = [
  { name: 'orders', type: 'order.created', read: readOrders('created_at', orderCreated) },
  { name: 'refunds', type: 'order.refunded', read: readOrders('refunded_at', orderRefunded) },
  { name: 'assignments', type: 'assignment.updated', read: readAssignments },
  {
    name: 'ai_requests',
    type: 'conversation.ai_control_requested',
    async read(sql, isScoped, run) {
      const rows = await sql.query<AiRequestRow & { agency_id: string; creator_id: string }>({
        text: requestsOfAi(isScoped),
        values: valuesOf(run),
        plan: 'custom',
      });
      return rows.map((row) => ({ event: aiControlRequested(row), factId: row.id, afterId: row.id }));
    },
  },
];

/**
 * The id of an event for a fact without one. It has the fact's time, so that the event is stored with others of that time. It is the same
 * in every recovery, so that a fact gets only one event.
 */
export function reconstructedId({ event, factId, afterId }: Fact): string {
  const { agencyId, type, occurredAt } = event;
  const fact = factId ?? `${afterId} ${occurredAt.toISOString()}`;
  const hash = createHash('sha256')
    .update(JSON.stringify([agencyId, type, fact]))
    .digest('hex');
  const variant = ((parseInt(hash[3]!, 16) & 3) | 8).toString(16);
  const hex = `${occurredAt.getTime().toString(16).padStart(12, '0')}7${hash.slice(0, 3)}${variant}${hash.slice(4, 19)}`;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

interface RecordedEvent {
  readonly fact_id: string;
  readonly account_id: string;
  readonly occurred_at: Date;
}

const recordedText = (agencyId: string, first: number) => `
  SELECT e.fact_id, e.account_id, e.occurred_at FROM events_of_facts(${agencyId}, ARRAY[$${first}::text], $${first + 1}::text[]) e`;
const [recordedScoped, recorded] = [recordedText('{agency_id}', 1), recordedText('$1::uuid', 2)];

/** The id by which a fact's event is found: its own or, for an assignment, that of its fan. */
const idOf = ({ factId, event: { data } }: Fact): string => factId ?? (data as { readonly fan_id: string }).fan_id;

/** An assignment is reported by its own event or by a later one. */
const isRecordedBy = ({ factId, event }: Fact, { account_id, occurred_at }: RecordedEvent): boolean =>
  factId !== null || ('account_id' in event.data && account_id === event.data.account_id && occurred_at >= event.occurredAt);

/** The facts without an event, all of one type. Events are read after the facts, so that those recorded meanwhile are found. */
async function unrecordedOf(sql: Sql, agencyId: string, facts: readonly Fact[], isScoped: boolean): Promise<readonly Fact[]> {
  const [first] = facts;
  if (!first) return [];
  const values = [first.event.type, facts.map(idOf)];
  const events = await sql.query<RecordedEvent>(
    isScoped ? { text: recordedScoped, values, plan: 'custom' } : { text: recorded, values: [agencyId, ...values], plan: 'custom' },
  );
  const byFact = Map.groupBy(events, ({ fact_id }) => fact_id);
  return facts.filter((fact) => !byFact.get(idOf(fact))?.some((event) => isRecordedBy(fact, event)));
}

const recordMissing = `
  WITH missing AS MATERIALIZED (
    SELECT fact.*
      FROM json_to_recordset($2::json) AS fact (id uuid, type text, creator_id text, occurred_at timestamptz, data json, subject text)
  ), event AS (
    INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data, subject, is_reconstructed)
    SELECT $1, id, type, creator_id, occurred_at, data, subject, true FROM missing ORDER BY id
    ON CONFLICT (agency_id, id) DO NOTHING
    RETURNING id, event_history_bytes(data) AS bytes
  ), counted AS (
    -- The later events are counted with their day.
    INSERT INTO history_days AS h (agency_id, day, event_bytes)
    SELECT $1, (uuid_extract_timestamp(e.id) AT TIME ZONE 'UTC')::date AS day, sum(e.bytes)
      FROM event e JOIN agency_quotas q ON q.agency_id = $1 AND e.id <= q.events_counted_to
     GROUP BY day ORDER BY day
    ON CONFLICT (agency_id, day) DO UPDATE SET event_bytes = h.event_bytes + excluded.event_bytes
  )
  SELECT count(*) AS count FROM missing`;

function rowOf(fact: Fact): object {
  const { type, creatorId, occurredAt, data } = fact.event;
  return {
    id: reconstructedId(fact),
    type,
    creator_id: creatorId,
    occurred_at: occurredAt,
    data: recordedPayload(type, data),
    subject: subjectOf(fact.event),
  };
}

export async function countUnrecorded(sql: Sql, agencyId: string, facts: readonly Fact[]): Promise<number> {
  return (await unrecordedOf(sql, agencyId, facts, true)).length;
}

/** Records events of the facts without one, without deliveries. */
export async function recordUnrecorded(sql: Sql, agencyId: string, facts: readonly Fact[]): Promise<void> {
  const missing = await unrecordedOf(sql, agencyId, facts, false);
  if (missing.length === 0) return;
  await sql.query<{ count: number }>({ text: recordMissing, values: [agencyId, JSON.stringify(missing.map(rowOf))] });
}
