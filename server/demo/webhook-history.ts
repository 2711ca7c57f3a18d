import type { DeliveryAttempt, DeliveryError } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';
import { currentRelease } from '../../generated/releases.ts';
import type { Sql } from '../database/client/sql.ts';
import { failureCode } from '../delivery/record/episodes.ts';
import { retryDelayMs, specifiedRetrySchedule } from '../delivery/record/retry-schedule.ts';
import { specifiedDeadlineMs } from '../delivery/send/attempt.ts';
import { attemptColumns, bucketPosition, failedPosition, filteredAttempts } from '../entities/attempt-counts.ts';
import { subjectOf, type NewEvent } from '../entities/new-event.ts';
import { displayedSecretPrefix, newSigningSecret, placeOfSecrets, type SecretSealer } from '../entities/signing-secret.ts';
import { factSources, type FactRun } from '../events/recoverable-facts.ts';
import { recordedPayload } from '../versions/current-forms.ts';
import { examples } from './examples.ts';

const dayMs = 86_400_000;
const activeDays = 8;
/** When the endpoint was paused. */
export const pausedMs = (nowMs: number) => nowMs - dayMs / 2;

/** The demo sends nothing: its endpoint is paused, and its URL is an address of this machine. */
const url = 'https://127.0.0.1:8443/hooks/ledger';
const eventTypes = factSources.map(({ type }) => type);

/** The events of the days on which the endpoint was active, oldest first. */
async function readEvents(sql: Sql, agencyId: string, nowMs: number): Promise<NewEvent[]> {
  const activeFrom = new Date(nowMs - activeDays * dayMs);
  const run: FactRun = {
    agencyId,
    endpointId: examples.endpointId,
    eventTypes,
    creatorIds: null,
    start: activeFrom,
    end: new Date(pausedMs(nowMs)),
    afterAt: activeFrom,
    afterId: '',
    max: 10_000,
  };
  const events: NewEvent[] = [
    { agencyId, type: 'ping', creatorId: null, occurredAt: activeFrom, data: { endpoint_id: examples.endpointId } },
  ];
  for (const { read } of factSources) events.push(...(await read(sql, false, run)).map(({ event }) => event));
  return events.sort((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime());
}

type ReceiverResponse = readonly [
  error: DeliveryError | null,
  status: number | null,
  excerpt: string | null,
  detail?: DeliveryAttempt['error_detail'],
];
const accepted: ReceiverResponse = [null, 204, ''];
const overloaded: ReceiverResponse = ['http_status', 503, 'Service Unavailable'];
const broken: ReceiverResponse = ['http_status', 500, '{"error":"ledger is locked"}'];
const silent: ReceiverResponse = ['timeout', null, null, 'response_timeout'];
const unreachable: ReceiverResponse = ['connection_error', null, null, 'connection_refused'];

/** The receiver's responses to the attempts of a delivery: most are accepted at once, some after a retry, and a few never. */
function responsesTo(index: number): readonly ReceiverResponse[] {
  if (index % 60 === 17) return Array<ReceiverResponse>(4).fill(index % 120 === 17 ? overloaded : silent);
  if (index % 90 === 41) return [unreachable, unreachable, broken, broken];
  return index % 25 === 3 ? [broken, accepted] : [accepted];
}

function attemptsFrom(queuedMs: number, responses: readonly ReceiverResponse[]): { attempts: DeliveryAttempt[]; endedMs: number } {
  let endedMs = queuedMs;
  const attempts = responses.map(([error, status_code, response_excerpt, error_detail = null], index): DeliveryAttempt => {
    const attemptedMs = endedMs + (index === 0 ? 40 : retryDelayMs(index, specifiedRetrySchedule)!);
    const duration_ms = error === 'timeout' ? specifiedDeadlineMs : 40 + Math.floor(Math.random() * 800);
    endedMs = attemptedMs + duration_ms;
    return { attempted_at: new Date(attemptedMs).toISOString(), duration_ms, status_code, error, error_detail, response_excerpt };
  });
  return { attempts, endedMs };
}

/** A delivery that has ended. */
interface PastDelivery {
  readonly event: NewEvent;
  readonly attempts: readonly DeliveryAttempt[];
  readonly endedMs: number;
  /** Null if it was delivered. */
  readonly error: DeliveryError | null;
  /** When its failure was replayed; null if it was not. */
  readonly replayedMs: number | null;
}

/**
 * The deliveries of events, in their order. The last two, and those that wait for a retry at the pause of the endpoint, then fail. The
 * oldest failure was replayed.
 */
export function pastDeliveriesOf(events: readonly NewEvent[], nowMs: number): PastDelivery[] {
  let isReplayed = false;
  return events.map((event, index) => {
    const queuedMs = event.occurredAt.getTime();
    const responses = responsesTo(index);
    const outcome = attemptsFrom(queuedMs, responses);
    if (index >= events.length - 2 || outcome.endedMs >= pausedMs(nowMs)) {
      const { attempts } = attemptsFrom(queuedMs, [overloaded]);
      return { event, attempts, endedMs: pausedMs(nowMs), error: 'endpoint_disabled', replayedMs: null };
    }
    const error = responses.at(-1)![0];
    const replayedMs = error !== null && !isReplayed ? outcome.endedMs + 2_400_000 : null;
    isReplayed ||= error !== null;
    return { event, ...outcome, error, replayedMs };
  });
}

async function writeDeliveries(sql: Sql, agencyId: string, deliveries: readonly PastDelivery[]): Promise<void> {
  const texts = (attempts: readonly DeliveryAttempt[]) => attempts.map((attempt) => JSON.stringify(attempt));
  const rows = deliveries.map(({ event, attempts, endedMs, error, replayedMs }) => ({
    type: event.type,
    creator_id: event.creatorId,
    occurred_at: event.occurredAt,
    data: recordedPayload(event.type, event.data),
    subject: subjectOf(event),
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
      code: failureCode(attempt),
      error: attempt.error,
      bucket: bucketPosition(attempt),
    })),
  );
  const id = (instant: string) => `uuidv7(${instant} - clock_timestamp())`;
  await sql.query({
    text: `
      WITH attempted AS MATERIALIZED (
        SELECT * FROM json_to_recordset($4::json) AS a (type text, ended_at timestamptz(3), failed_position int, bucket int, code text, error text)
      ), past AS MATERIALIZED (
        SELECT p.*, ${id('occurred_at')} AS id, ${id('occurred_at')} AS event_id, ${id('ended_at')} AS failure_id
          FROM json_to_recordset($3::json) AS p (
               type text, creator_id text, occurred_at timestamptz(3), data json, subject text, ended_at timestamptz(3), error text,
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
                SELECT ended_at, type, false, NULL, failed_position, bucket FROM attempted) counted
         GROUP BY 3, 4
      ), failed AS (
        INSERT INTO failed_attempts (agency_id, endpoint_id, hour, code, error, counts)
        SELECT $1, $2, hour, code, error, ARRAY(SELECT (SELECT count(*)::int FROM unnest(minutes) AS m (minute) WHERE m.minute = n) FROM generate_series(0, 59) n)
          FROM (SELECT date_trunc('hour', ended_at) AS hour, code, min(error) AS error, array_agg(extract(minute FROM ended_at)::int) AS minutes
                  FROM attempted WHERE code IS NOT NULL GROUP BY 1, 2) f
      ), failure AS (
        INSERT INTO delivery_failures (id, agency_id, endpoint_id, event_id, event_type, creator_id, occurred_at, delivery_id, error, attempts, data, replayed_at)
        SELECT failure_id, $1, $2, event_id, type, creator_id, occurred_at, id, error, attempts, data, replayed_at FROM past WHERE error IS NOT NULL
      )
      INSERT INTO delivery_history (event_id, id, agency_id, endpoint_id, event_type, creator_id, status, attempts, replay_of)
      SELECT event_id, id, $1, $2, type, creator_id, CASE WHEN error IS NULL THEN 'delivered' ELSE 'failed' END, attempts, NULL FROM past
      UNION ALL
      SELECT event_id, ${id('replayed_at')}, $1, $2, type, creator_id, 'delivered', replay_attempts, failure_id FROM past WHERE replayed_at IS NOT NULL`,
    values: [agencyId, examples.endpointId, JSON.stringify(rows), JSON.stringify(attempted)],
  });
}

/** A webhook endpoint that was paused half a day ago, with its earlier deliveries. An agency at its limit of endpoints gets none. */
export async function writeWebhooks(sql: Sql, agencyId: string, now: Date, sealer: SecretSealer): Promise<void> {
  const nowMs = now.getTime();
  const secret = newSigningSecret();
  // Parallel creations of endpoints wait for this lock, so that the limit holds.
  await sql.query({ text: 'SELECT FROM agencies WHERE id = $1 FOR NO KEY UPDATE', values: [agencyId] });
  const [endpoint] = await sql.query({
    text: `
      INSERT INTO webhook_endpoints
        (agency_id, id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version, enabled_at, created_at,
         status, disabled_reason, disabled_at, trouble, trouble_changed_at, generation, drained_generation)
      SELECT $1, $2, $3, 'Order ledger (demo, paused)', $4, $5, $6, $7, $8, $8, 'disabled', 'manual', $9, 'disabled', $9, 2, 2
       WHERE endpoints_of_agency($1) < $10
      RETURNING id`,
    values: [
      agencyId,
      examples.endpointId,
      url,
      sealer.encrypt(secret, placeOfSecrets(agencyId, examples.endpointId)),
      displayedSecretPrefix(secret),
      eventTypes,
      currentRelease.date,
      new Date(nowMs - activeDays * dayMs),
      new Date(pausedMs(nowMs)),
      limits.endpointsOfAgency,
    ],
  });
  if (endpoint) await writeDeliveries(sql, agencyId, pastDeliveriesOf(await readEvents(sql, agencyId, nowMs), nowMs));
}
