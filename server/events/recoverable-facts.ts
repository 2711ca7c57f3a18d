import { createHash } from 'node:crypto';
import type { WebhookEventType } from '../../generated/models.ts';
import type { Sql } from '../database/client/sql.ts';
import { aiControlRequested, type AiRequestRow } from '../entities/ai-request.ts';
import { subjectOf, type NewEvent } from '../entities/event.ts';
import { orderColumns, orderCreated, orderRefunded, type OrderRow } from '../entities/order.ts';
import { recordedPayload } from '../versions/current-forms.ts';

/** Names a table in SQL: a key's statements name the rows within its reach. */
export type TableNames = (table: string) => string;

/** Facts of an agency in [start, end) after an instant and an id, of some creators or, with null, of all. */
export interface FactRun {
  readonly agencyId: string;
  readonly afterAt: Date;
  /** As `Fact` has it; empty before the first. */
  readonly afterId: string;
  readonly end: Date;
  readonly creatorIds: readonly string[] | null;
  readonly most: number;
}

/** A stored fact as the event that it would have been. */
export interface Fact {
  readonly event: NewEvent;
  /** Its id, by which its event is recognized; null for an assignment, of which the latest event is that of the fan. */
  readonly factId: string | null;
  /** Its id in the order of its source. */
  readonly afterId: string;
}

/** Facts of a type, in the order of their instants. */
export interface FactSource {
  readonly name: string;
  readonly type: WebhookEventType;
  readonly read: (sql: Sql, isScoped: boolean, run: FactRun) => Promise<Fact[]>;
}

/** SQL in two forms: of a key, within its reach, and of the service. */
const inBothForms = (text: (of: TableNames) => string) => {
  const [scoped, plain] = [text((table) => `{${table}}`), text((table) => table)];
  return (isScoped: boolean) => (isScoped ? scoped : plain);
};

const valuesOf = ({ agencyId, afterAt, afterId, end, creatorIds, most }: FactRun) => [agencyId, afterAt, afterId, end, creatorIds, most];

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

const createdOrders = ordersBy('created_at');
const refundedOrders = ordersBy('refunded_at');

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

/** Every fact that is stored and that events are of, in the order in which a recovery reads them. */
export const factSources: readonly FactSource[] = [
  {
    name: 'orders',
    type: 'order.created',
    async read(sql, isScoped, run) {
      const rows = await sql.query<OrderRow>({ text: createdOrders(isScoped), values: valuesOf(run), plan: 'custom' });
      return rows.map((row) => ({ event: orderCreated(row), factId: row.id, afterId: row.id }));
    },
  },
  {
    name: 'refunds',
    type: 'order.refunded',
    async read(sql, isScoped, run) {
      const rows = await sql.query<OrderRow>({ text: refundedOrders(isScoped), values: valuesOf(run), plan: 'custom' });
      return rows.map((row) => ({ event: orderRefunded(row), factId: row.id, afterId: row.id }));
    },
  },
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
 * The id of a fact's event, where none was recorded: of the fact's own instant, so that it is stored with the events of that time, and the same
 * in every recovery, so that a fact has one event.
 */
export function reconstructedId({ event, factId, afterId }: Fact): string {
  const { agencyId, type, occurredAt } = event;
  const fact = factId === null ? `${afterId} ${occurredAt.toISOString()}` : factId;
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

/** The id by which the event of a fact is found: its own or, for an assignment, its fan's. */
const idOf = ({ factId, event: { data } }: Fact): string => factId ?? (data as { readonly fan_id: string }).fan_id;

/** An assignment is recorded by its own event or by that of a later one. */
const isRecordedBy = ({ factId, event }: Fact, { account_id, occurred_at }: RecordedEvent): boolean =>
  factId !== null || ('account_id' in event.data && account_id === event.data.account_id && occurred_at >= event.occurredAt);

/**
 * The facts that have no event; all are of one type. They were read by an earlier statement than the events, so facts that are recorded meanwhile
 * are not among them.
 */
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

/** Events of days that were counted for the agency's history already are added to it. */
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

/** How many of the facts have no event. */
export async function countUnrecorded(sql: Sql, agencyId: string, facts: readonly Fact[]): Promise<number> {
  return (await unrecordedOf(sql, agencyId, facts, true)).length;
}

/** Records the events of those facts that have none, for no endpoint yet. */
export async function recordUnrecorded(sql: Sql, agencyId: string, facts: readonly Fact[]): Promise<void> {
  const missing = await unrecordedOf(sql, agencyId, facts, false);
  if (missing.length === 0) return;
  await sql.query<{ count: number }>({ text: recordMissing, values: [agencyId, JSON.stringify(missing.map(rowOf))] });
}
