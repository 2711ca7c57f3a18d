import type { AssignmentUpdated, DeliveryAttempt, DeliveryError } from '../../generated/models.ts';
import { currentRelease } from '../../generated/releases.ts';
import { TenantScope } from '../access/scope/tenant-scope.ts';
import type { ScopedStatements } from '../access/scope/scoped-statements.ts';
import type { Sql, Statement } from '../database/client/sql.ts';
import { aiControlRequested, shownOfAiRequest, type AiRequestRow } from '../entities/ai-request.ts';
import { attemptColumns, bucketPosition, failedPosition, filteredAttempts } from '../entities/attempt-counts.ts';
import { createEndpoint } from '../entities/endpoint.ts';
import { subjectOf, type NewEvent } from '../entities/new-event.ts';
import { recordedPayload } from '../versions/current-forms.ts';
import { orderColumns, orderCreated, orderRefunded, type OrderRow } from '../entities/order.ts';
import { qualifiedColumns } from '../entities/qualified-columns.ts';
import { newSigningSecret, placeOfSecrets, type SecretSealer } from '../entities/signing-secret.ts';
import { Problem, problems } from '../problems/problem.ts';
import { specifiedDeadlineMs } from '../delivery/send/attempt.ts';
import { retryDelayMs, specifiedRetrySchedule } from '../delivery/record/retry-schedule.ts';
import { examples } from './examples.ts';

const dayMs = 86_400_000;
/** Days of the past in which the endpoint heard of facts. */
const heardDays = 8;
/** When the endpoint was paused. */
export const pausedMs = (nowMs: number) => nowMs - dayMs / 2;

/** The demo never sends anything anywhere: its endpoint is paused, and its address is this machine. */
const url = 'https://127.0.0.1:8443/hooks/ledger';
const eventTypes = ['order.created', 'order.refunded', 'assignment.updated', 'conversation.ai_control_requested'];

/** What happened while the endpoint was active, oldest first, as events would have reported it. */
async function pastEvents(sql: Sql, agencyId: string, endpointId: string, nowMs: number): Promise<NewEvent[]> {
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
      SELECT ${qualifiedColumns('r', shownOfAiRequest)}, r.agency_id, r.creator_id
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

type Answer = readonly [
  error: DeliveryError | null,
  status: number | null,
  excerpt: string | null,
  detail?: DeliveryAttempt['error_detail'],
];
const accepted: Answer = [null, 204, ''];
const overloaded: Answer = ['http_status', 503, 'Service Unavailable'];
const broken: Answer = ['http_status', 500, '{"error":"ledger is locked"}'];
const silent: Answer = ['timeout', null, null, 'response_timeout'];
const unreachable: Answer = ['connection_error', null, null, 'connection_refused'];

/** What the receiver answered, attempt by attempt: as a rule all is well at once, and now and then nothing helps. */
function answersOf(place: number): readonly Answer[] {
  if (place % 60 === 17) return place % 120 === 17 ? [overloaded, overloaded, overloaded, overloaded] : [silent, silent, silent, silent];
  if (place % 90 === 41) return [unreachable, unreachable, broken, broken];
  if (place % 25 === 3) return [broken, accepted];
  return [accepted];
}

function attemptsFrom(createdMs: number, answers: readonly Answer[]): { attempts: DeliveryAttempt[]; endedMs: number } {
  let endedMs = createdMs;
  const attempts = answers.map(([error, status_code, response_excerpt, error_detail = null], index): DeliveryAttempt => {
    const attemptedMs = endedMs + (index === 0 ? 40 : retryDelayMs(index, specifiedRetrySchedule)!);
    const duration_ms = error === 'timeout' ? specifiedDeadlineMs : 40 + Math.floor(Math.random() * 800);
    endedMs = attemptedMs + duration_ms;
    return { attempted_at: new Date(attemptedMs).toISOString(), duration_ms, status_code, error, error_detail, response_excerpt };
  });
  return { attempts, endedMs };
}

/** One event's way to the endpoint, which has ended. */
interface PastDelivery {
  readonly event: NewEvent;
  readonly createdMs: number;
  readonly attempts: readonly DeliveryAttempt[];
  /** When its outcome was recorded. */
  readonly endedMs: number;
  /** Null where it was delivered. */
  readonly error: DeliveryError | null;
  /** Of a failure, when it was replayed. */
  readonly replayedMs: number | null;
}

/**
 * How the events went out, in their order. The last two, and whatever else waits for a retry when the endpoint is paused, become failures
 * then. The oldest failure was replayed.
 */
export function historyOf(events: readonly NewEvent[], nowMs: number): PastDelivery[] {
  let isReplayed = false;
  return events.map((event, place) => {
    const createdMs = event.occurredAt.getTime() + 50;
    const answers = answersOf(place);
    const outcome = attemptsFrom(createdMs, answers);
    const isPaused = place >= events.length - 2 || outcome.endedMs >= pausedMs(nowMs);
    if (isPaused) {
      const { attempts } = attemptsFrom(createdMs, [overloaded]);
      return { event, createdMs, attempts, endedMs: pausedMs(nowMs), error: 'endpoint_disabled', replayedMs: null };
    }
    const error = answers.at(-1)![0];
    const replayedMs = error !== null && !isReplayed ? outcome.endedMs + 2_400_000 : null;
    isReplayed ||= error !== null;
    return { event, createdMs, ...outcome, error, replayedMs };
  });
}

async function writeHistory(sql: Sql, agencyId: string, endpointId: string, deliveries: readonly PastDelivery[]): Promise<void> {
  const texts = (attempts: readonly DeliveryAttempt[]) => attempts.map((attempt) => JSON.stringify(attempt));
  const rows = deliveries.map(({ event, createdMs, attempts, endedMs, error, replayedMs }) => ({
    type: event.type,
    creator_id: event.creatorId,
    occurred_at: event.occurredAt,
    data: recordedPayload(event.type, event.data),
    subject: subjectOf(event),
    created_at: new Date(createdMs),
    ended_at: new Date(endedMs),
    error,
    attempts: texts(attempts),
    replayed_at: replayedMs === null ? null : new Date(replayedMs),
    replay_attempts: replayedMs === null ? [] : texts(attemptsFrom(replayedMs, [accepted]).attempts),
  }));
  const attempted = deliveries.flatMap(({ event, attempts }) =>
    attempts.map((attempt) => ({
      type: event.type,
      ended_at: new Date(Date.parse(attempt.attempted_at) + attempt.duration_ms),
      failed_position: failedPosition(attempt),
      bucket: bucketPosition(attempt),
    })),
  );
  const id = (instant: string) => `uuidv7(${instant} - clock_timestamp())`;
  await sql.query({
    text: `
      WITH past AS MATERIALIZED (
        SELECT p.*, ${id('created_at')} AS id, ${id('created_at')} AS event_id, ${id('ended_at')} AS failure_id
          FROM json_to_recordset($3::json) AS p (
               type text, creator_id text, occurred_at timestamptz(3), data json, subject text, created_at timestamptz(3), ended_at timestamptz(3), error text,
               attempts text[], replayed_at timestamptz(3), replay_attempts text[])
      ), event AS (
        INSERT INTO webhook_events (id, agency_id, type, creator_id, occurred_at, data, subject)
        SELECT event_id, $1, type, creator_id, occurred_at, data, subject FROM past
      ), counter AS (
        INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, delivered_count, failed_count, disabled_count, ${attemptColumns})
        SELECT $1, $2, date_trunc('minute', ended_at), type, count(*) FILTER (WHERE is_end AND error IS NULL),
               count(*) FILTER (WHERE is_end AND error <> 'endpoint_disabled'), count(*) FILTER (WHERE is_end AND error = 'endpoint_disabled'),
               ${filteredAttempts}
          FROM (SELECT ended_at, type, true AS is_end, error, NULL::int AS failed_position, NULL::int AS bucket FROM past
                UNION ALL
                SELECT ended_at, type, false, NULL, failed_position, bucket
                  FROM json_to_recordset($4::json) AS a (type text, ended_at timestamptz(3), failed_position int, bucket int)) counted
         GROUP BY 3, 4
      ), failure AS (
        INSERT INTO delivery_failures (id, agency_id, endpoint_id, event_id, event_type, creator_id, occurred_at, delivery_id, error, attempts, data, replayed_at)
        SELECT failure_id, $1, $2, event_id, type, creator_id, occurred_at, id, error, attempts, data, replayed_at FROM past WHERE error IS NOT NULL
      )
      INSERT INTO delivery_history (event_id, id, agency_id, endpoint_id, event_type, creator_id, status, attempts, replay_of)
      SELECT event_id, id, $1, $2, type, creator_id, CASE WHEN error IS NULL THEN 'delivered' ELSE 'failed' END, attempts, NULL FROM past
      UNION ALL
      SELECT event_id, ${id('replayed_at')}, $1, $2, type, creator_id, 'delivered', replay_attempts, failure_id FROM past WHERE replayed_at IS NOT NULL`,
    values: [agencyId, endpointId, JSON.stringify(rows), JSON.stringify(attempted)],
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
export async function writeWebhooks(sql: Sql, agencyId: string, now: Date, { sealer, statements }: WebhookParts): Promise<void> {
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
  const nowMs = now.getTime();
  const id = examples.endpointId;
  await sql.query({
    text: `
      UPDATE webhook_endpoints
         SET id = $4, secret_ciphertext = $5, status = 'disabled', disabled_reason = 'manual', disabled_at = $2, generation = 2, drained_generation = 2,
             enabled_at = $3, created_at = $3
       WHERE id = $1`,
    values: [
      endpoint.id,
      new Date(pausedMs(nowMs)),
      new Date(nowMs - heardDays * dayMs),
      id,
      sealer.encrypt(wanted.secret, placeOfSecrets(agencyId, id)),
    ],
  });
  await writeHistory(sql, agencyId, id, historyOf(await pastEvents(sql, agencyId, id, nowMs), nowMs));
}
