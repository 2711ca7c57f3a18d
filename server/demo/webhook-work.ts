import type { AssignmentUpdated } from '../../generated/models.ts';
import { currentRelease } from '../../generated/releases.ts';
import { TenantScope } from '../access/scope/tenant-scope.ts';
import type { ScopedStatements } from '../access/scope/scoped-statements.ts';
import type { Sql, Statement } from '../database/client/sql.ts';
import { aiControlRequested, shownOfAiRequest, type AiRequestRow } from '../entities/ai-request.ts';
import { attemptColumns, bucketPosition, failedPosition, filteredAttempts } from '../entities/attempt-counts.ts';
import { createEndpoint } from '../entities/endpoint.ts';
import { subjectOf, type NewEvent } from '../entities/event.ts';
import { recordedPayload } from '../versions/current-forms.ts';
import { orderColumns, orderCreated, orderRefunded, type OrderRow } from '../entities/order.ts';
import { columnsOf } from '../entities/record.ts';
import { newSigningSecret, type SecretSealer } from '../entities/signing-secret.ts';
import { Problem, problems } from '../problems/problem.ts';
import { dayMs, type Calendar } from './calendar.ts';
import { heardDays, historyOf, pausedMs, type DeliveryHistory } from './past-deliveries.ts';

/** The demo never sends anything anywhere: its endpoint is paused, and its address is this machine. */
const url = 'https://127.0.0.1:8443/hooks/ledger';
const eventTypes = ['order.created', 'order.refunded', 'assignment.updated', 'conversation.ai_control_requested'];

/** What happened while the endpoint was active, oldest first, as events would have reported it. */
async function pastEvents(sql: Sql, agencyId: string, endpointId: string, { nowMs }: Calendar): Promise<NewEvent[]> {
  const window = [agencyId, new Date(nowMs - heardDays * dayMs), new Date(pausedMs(nowMs))];
  const orders = (column: 'created_at' | 'refunded_at') =>
    sql.query<OrderRow>({
      text: `
        SELECT ${orderColumns('o')}, o.agency_id, f.fan_username
          FROM orders o
          LEFT JOIN fans f ON f.agency_id = o.agency_id AND f.account_id = o.account_id AND f.fan_id = o.fan_id
         WHERE o.agency_id = $1 AND o.${column} >= $2 AND o.${column} < $3`,
      values: window,
    });
  const aiRequests = await sql.query<AiRequestRow & { agency_id: string; creator_id: string }>({
    text: `
      SELECT ${columnsOf('r', shownOfAiRequest)}, r.agency_id, r.creator_id
        FROM ai_requests r WHERE r.agency_id = $1 AND r.requested_at >= $2 AND r.requested_at < $3`,
    values: window,
  });
  const facts = [
    ...(await orders('created_at')).map((row) => orderCreated({ ...row, refunded_at: null })),
    ...(await orders('refunded_at')).map(orderRefunded),
    ...aiRequests.map(aiControlRequested),
  ];
  const assigned = await sql.query<{ creator_id: string; assigned_at: Date | null; data: AssignmentUpdated }>({
    text: `
      SELECT c.id AS creator_id, f.assigned_at,
             json_build_object('account_id', f.account_id, 'fan_id', f.fan_id, 'assigned_user_id', f.assigned_user_id) AS data
        FROM fans f JOIN creators c ON c.agency_id = f.agency_id AND c.account_id = f.account_id
       WHERE f.agency_id = $1 AND f.assigned_at >= $2 AND f.assigned_at < $3`,
    values: window,
  });
  const ping: NewEvent = {
    agencyId,
    type: 'ping',
    creatorId: null,
    occurredAt: new Date(nowMs - heardDays * dayMs),
    data: { endpoint_id: endpointId },
  };
  return [
    ping,
    ...facts,
    ...assigned.map(({ creator_id, assigned_at, data }): NewEvent => ({
      agencyId,
      type: 'assignment.updated',
      creatorId: creator_id,
      occurredAt: assigned_at!,
      data,
    })),
  ].sort((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime());
}

async function writeHistory(sql: Sql, agencyId: string, endpointId: string, { deliveries, failures }: DeliveryHistory): Promise<void> {
  const rows = deliveries.map(({ id, eventId, event, attempts, endedMs, error, replayOf }) => ({
    id,
    event_id: eventId,
    type: event.type,
    creator_id: event.creatorId,
    occurred_at: event.occurredAt,
    data: recordedPayload(event.type, event.data),
    subject: subjectOf(event),
    attempts: attempts.map((attempt) => JSON.stringify(attempt)),
    ended_at: new Date(endedMs),
    error,
    replay_of: replayOf,
  }));
  const attempted = deliveries.flatMap(({ event, attempts }) =>
    attempts.map((attempt) => ({
      type: event.type,
      ended_at: new Date(Date.parse(attempt.attempted_at) + attempt.duration_ms),
      failed_position: failedPosition(attempt),
      bucket: bucketPosition(attempt),
    })),
  );
  const failed = failures.map(({ id, delivery, replayedMs }) => ({
    id,
    delivery_id: delivery.id,
    replayed_at: replayedMs === null ? null : new Date(replayedMs),
  }));
  await sql.query({
    text: `
      WITH past AS MATERIALIZED (
        SELECT * FROM json_to_recordset($3::json) AS p (
          id uuid, event_id uuid, type text, creator_id text, occurred_at timestamptz(3), data json, subject text,
          attempts text[], ended_at timestamptz(3), error text, replay_of uuid)
      ), failed AS MATERIALIZED (
        SELECT * FROM json_to_recordset($4::json) AS f (id uuid, delivery_id uuid, replayed_at timestamptz(3))
      ), event AS (
        INSERT INTO webhook_events (id, agency_id, type, creator_id, occurred_at, data, subject)
        SELECT event_id, $1, type, creator_id, occurred_at, data, subject FROM past WHERE replay_of IS NULL
      ), counter AS (
        INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, delivered_count, failed_count, disabled_count, ${attemptColumns})
        SELECT $1, $2, date_trunc('minute', ended_at), type, count(*) FILTER (WHERE is_end AND error IS NULL),
               count(*) FILTER (WHERE is_end AND error <> 'endpoint_disabled'), count(*) FILTER (WHERE is_end AND error = 'endpoint_disabled'),
               ${filteredAttempts}
          FROM (SELECT ended_at, type, true AS is_end, error, NULL::int AS failed_position, NULL::int AS bucket FROM past
                UNION ALL
                SELECT ended_at, type, false, NULL, failed_position, bucket
                  FROM json_to_recordset($5::json) AS a (type text, ended_at timestamptz(3), failed_position int, bucket int)) counted
         GROUP BY 3, 4
      ), failure AS (
        INSERT INTO delivery_failures (id, agency_id, endpoint_id, event_id, event_type, creator_id, occurred_at, delivery_id, error, attempts,
                                       data, replayed_at)
        SELECT f.id, $1, $2, p.event_id, p.type, p.creator_id, p.occurred_at, p.id, p.error, p.attempts, p.data, f.replayed_at
          FROM failed f JOIN past p ON p.id = f.delivery_id
      )
      INSERT INTO delivery_history (event_id, id, agency_id, endpoint_id, event_type, creator_id, status, attempts, replay_of)
      SELECT event_id, id, $1, $2, type, creator_id, CASE WHEN error IS NULL THEN 'delivered' ELSE 'failed' END, attempts, replay_of
        FROM past`,
    values: [agencyId, endpointId, JSON.stringify(rows), JSON.stringify(failed), JSON.stringify(attempted)],
  });
}

/** What makes an endpoint. */
export interface WebhookParts {
  readonly sealer: SecretSealer;
  readonly statements: ScopedStatements;
}

/**
 * A webhook endpoint that was paused half a day ago, with everything it had been sent until then. An agency that already
 * has as many endpoints as it may has them instead.
 */
export async function writeWebhooks(sql: Sql, agencyId: string, calendar: Calendar, { sealer, statements }: WebhookParts): Promise<void> {
  const wanted = {
    url,
    label: 'Order ledger (demo, paused)',
    enabledEventTypes: eventTypes,
    allowedCreatorIds: [],
    urlCreatorIds: [],
    apiVersion: currentRelease.date,
    secret: newSigningSecret(),
    keyId: null,
    linkId: null,
  };
  const tenantScope = new TenantScope(agencyId, []);
  const data = { tenantScope, query: <Row>(statement: Statement) => sql.query<Row>(statements.within(tenantScope, statement)) };
  const endpoint = await createEndpoint(data, sealer, wanted, problems).catch((error: unknown) => {
    if (error instanceof Problem && error.slug === 'webhook_endpoint_limit') return undefined;
    throw error;
  });
  if (!endpoint) return;
  const { id } = endpoint;
  const createdAt = new Date(calendar.nowMs - heardDays * dayMs);
  await sql.query({
    text: `
      UPDATE webhook_endpoints
         SET status = 'disabled', disabled_reason = 'manual', disabled_at = $2, generation = 2, drained_generation = 2,
             enabled_at = $3, created_at = $3
       WHERE id = $1`,
    values: [id, new Date(pausedMs(calendar.nowMs)), createdAt],
  });
  const events = await pastEvents(sql, agencyId, id, calendar);
  await writeHistory(sql, agencyId, id, historyOf(events, calendar.nowMs));
}
