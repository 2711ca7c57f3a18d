import type { DeliveryAttempt, DeliveryError } from '../../../generated/models.ts';
import { limits } from '../../../generated/limits.ts';
import { firstKeptId } from '../../database/partitions/partitions.ts';
import type { Sql, Statement, TransactingSql } from '../../database/client/sql.ts';
import { isAboutEndpoint } from '../../declare/event-creators.ts';
import { addedAttempts, attemptColumns, bucketPosition, failedPosition, filteredAttempts } from '../../entities/attempt-counts.ts';
import { plainArray } from './connection.ts';
import { episodeSteps, failureCode } from './episodes.ts';
import type { LeasedDelivery } from '../claim/leased-delivery.ts';

/** The outcome of an attempt, ready to be written. */
export interface FinishedAttempt {
  readonly delivery: LeasedDelivery;
  readonly status: 'delivered' | 'pending' | 'failed';
  /** Why the delivery failed, for its failure record. */
  readonly error: DeliveryError | null;
  /** Null if it was lost with its process, or cannot be written. It does not count for the breaker then. */
  readonly attempt: DeliveryAttempt | null;
  /** The wait before the next attempt, from `endedAt`. */
  readonly retryDelayMs: number | null;
  /** By the process's monotonic clock, in milliseconds. */
  readonly endedAt: number;
}

/** An endpoint for which a batch counted another failure in a row. */
export interface CountedEndpoint {
  readonly agencyId: string;
  readonly endpointId: string;
  readonly consecutiveFailures: number;
  readonly isDisabled: boolean;
}

/** An endpoint with failed deliveries and no success in a batch, under this generation. */
interface FailingEndpoint {
  readonly endpoint_id: string;
  readonly generation: number;
}

/**
 * Writes each outcome to history once, and counts only what it writes. A success settles a delivery that is still pending, whichever process leases
 * it. Any other outcome counts only under its lease and attempt. Every attempt is counted, whether its delivery has ended or not. Only a batch with
 * failed attempts has the steps of episodes, so that others cost nothing for them.
 */
const recordAttempts = (hasFailedAttempts: boolean): string => {
  const ofFailed = hasFailedAttempts ? ', f.code, f.place_in_batch, f.attempt' : '';
  return `
  WITH finished AS MATERIALIZED (
    SELECT *
      FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::int[], $6::int[], $7::text[], $8::text[], $9::float8[], $10::text[], $11::text[], $12::int[], $13::int[]${hasFailedAttempts ? ', $14::text[]) WITH ORDINALITY' : ')'}
           AS f (agency_id, endpoint_id, event_type, id, lease, attempt_count, status, error, wait_ms, attempt, data, failed_position, bucket${hasFailedAttempts ? ', code, place_in_batch' : ''})
  ), held AS MATERIALIZED (
    -- One lookup for each row, whatever the statistics say. A locked row does not move until the statement's end.
    SELECT f.*, q.place
      FROM finished f
      CROSS JOIN LATERAL (
        SELECT ctid AS place
          FROM delivery_queue q
         WHERE q.agency_id = f.agency_id AND q.endpoint_id = f.endpoint_id AND q.event_type = f.event_type AND q.id = f.id
           AND (f.status = 'delivered' OR q.lease = f.lease AND q.attempt_count = f.attempt_count)
           FOR UPDATE
      ) q
  ), ended AS (
    DELETE FROM delivery_queue q
     USING held f
     WHERE q.ctid = f.place AND f.status <> 'pending'
    RETURNING q.agency_id, q.endpoint_id, q.event_type, q.id, q.event_id, q.creator_id, q.occurred_at, q.generation, q.replay_of, q.is_resend, q.is_reconstructed, f.status, f.error,
              CASE WHEN f.attempt IS NULL THEN q.attempts ELSE q.attempts || f.attempt END AS attempts, f.attempt IS NOT NULL AS is_known, f.data,
              f.failed_position, f.bucket${ofFailed}
  ), gone AS (
    -- Retries for deleted endpoints.
    DELETE FROM delivery_queue q
     USING held f
     WHERE q.ctid = f.place AND f.status = 'pending'
       AND NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.agency_id = f.agency_id AND e.id = f.endpoint_id)
    RETURNING 1
  ), retried AS (
    UPDATE delivery_queue q
       SET lease = NULL, is_suspect = false, attempts = CASE WHEN f.attempt IS NULL THEN q.attempts ELSE q.attempts || f.attempt END, due_at = clock_timestamp() + f.wait_ms * interval '1 millisecond'
      FROM held f
     WHERE q.ctid = f.place AND f.status = 'pending'
       AND EXISTS (SELECT FROM webhook_endpoints e WHERE e.agency_id = f.agency_id AND e.id = f.endpoint_id)
    RETURNING q.agency_id, q.endpoint_id, q.event_type, f.failed_position, f.bucket${ofFailed}
  ), remembered AS (
    -- Excludes deliveries older than every partition. The first shown id is computed once: computing it for each row would take a seventh
    -- of the time.
    INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts, replay_of, is_resend)
    SELECT agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts, replay_of, is_resend
      FROM ended WHERE id >= (SELECT ${firstKeptId})
  ), failure AS (
    INSERT INTO delivery_failures (agency_id, endpoint_id, event_type, event_id, creator_id, occurred_at, delivery_id, error, attempts, is_reconstructed, data)
    SELECT agency_id, endpoint_id, event_type, event_id, creator_id, occurred_at, id, error, attempts_of_failure(attempts), is_reconstructed, data::json
      FROM ended WHERE status = 'failed'
  ), tally AS MATERIALIZED (
    -- Outcomes of events about endpoints, and those without an attempt, do not count for the breaker.
    SELECT agency_id, endpoint_id, event_type,
           count(*) FILTER (WHERE status = 'delivered') AS delivered_count, count(*) FILTER (WHERE status = 'failed') AS failed_count,
           max(generation) FILTER (WHERE status = 'delivered' AND is_known AND NOT ${isAboutEndpoint('event_type')}) AS last_delivered,
           max(generation) FILTER (WHERE status = 'failed' AND is_known AND NOT ${isAboutEndpoint('event_type')}) AS last_failed,
           ${filteredAttempts}
      FROM (SELECT agency_id, endpoint_id, event_type, status, generation, is_known, failed_position, bucket FROM ended
            UNION ALL SELECT agency_id, endpoint_id, event_type, 'pending', NULL, NULL, failed_position, bucket FROM retried) written
     GROUP BY agency_id, endpoint_id, event_type ORDER BY agency_id, endpoint_id, event_type
  ), counted AS (
    INSERT INTO delivery_minutes AS c (agency_id, endpoint_id, minute, event_type, delivered_count, failed_count, ${attemptColumns})
    SELECT agency_id, endpoint_id, date_trunc('minute', now()), event_type, delivered_count, failed_count, ${attemptColumns} FROM tally
    ON CONFLICT (agency_id, endpoint_id, minute, event_type) DO UPDATE
       SET delivered_count = c.delivered_count + excluded.delivered_count, failed_count = c.failed_count + excluded.failed_count,
           ${addedAttempts}
  ), ${hasFailedAttempts ? `${episodeSteps}, ` : ''}endpoint AS MATERIALIZED (
    SELECT agency_id, endpoint_id, max(last_delivered) AS last_delivered, max(last_failed) AS last_failed
      FROM tally GROUP BY agency_id, endpoint_id ORDER BY endpoint_id
  ), restored AS (
    -- A success since the endpoint was last enabled ends its trouble, except a high failure rate (upkeep/failure-rates.ts).
    UPDATE webhook_endpoints e
       SET consecutive_failures = 0,
           trouble = CASE WHEN e.trouble = 'failure_rate' THEN e.trouble END,
           trouble_changed_at = CASE WHEN e.trouble <> 'failure_rate' THEN clock_timestamp() ELSE e.trouble_changed_at END
      FROM endpoint t
     WHERE e.agency_id = t.agency_id AND e.id = t.endpoint_id AND e.status = 'active' AND (e.consecutive_failures > 0 OR e.trouble <> 'failure_rate')
       AND t.last_delivered = e.generation
  )
  SELECT endpoint_id, last_failed AS generation, 0 AS missed FROM endpoint
   WHERE last_failed IS NOT NULL AND last_delivered IS DISTINCT FROM last_failed
   UNION ALL
  SELECT NULL, NULL, m.missed
    FROM (SELECT (SELECT count(*) FROM held) - (SELECT count(*) FROM ended) - (SELECT count(*) FROM gone) - (SELECT count(*) FROM retried) AS missed) m
   WHERE m.missed > 0`;
};

const [recordAccepted, recordFailed] = [recordAttempts(false), recordAttempts(true)];

function valuesOf(batch: readonly FinishedAttempt[], now: number, hasFailedAttempts: boolean): unknown[] {
  const column = (value: (finished: FinishedAttempt) => string | number | null) => plainArray(batch.map(value));
  return [
    column(({ delivery }) => delivery.target.agencyId),
    column(({ delivery }) => delivery.target.endpointId),
    column(({ delivery }) => delivery.eventType),
    column(({ delivery }) => delivery.deliveryId),
    column(({ delivery }) => delivery.lease),
    column(({ delivery }) => delivery.attempt),
    column(({ status }) => status),
    column(({ error }) => error),
    column(({ retryDelayMs, endedAt }) => retryDelayMs && Math.max(0, retryDelayMs - (now - endedAt))),
    batch.map(({ attempt }) => attempt && JSON.stringify(attempt)),
    batch.map(({ status, delivery }) => (status === 'failed' ? delivery.data : null)),
    column(({ attempt }) => attempt && failedPosition(attempt)),
    column(({ attempt }) => attempt && bucketPosition(attempt)),
    ...(hasFailedAttempts ? [column(({ attempt }) => attempt && failureCode(attempt))] : []),
  ];
}

/**
 * Counts a batch for the breaker: all failures of an endpoint count as one. Endpoints are locked in the order of their ids, so that processes cannot
 * deadlock. Disabling begins another generation: nothing recorded before is sent. The trigger `report_endpoint` reports the changes.
 */
async function countForBreaker(sql: Sql, failing: readonly FailingEndpoint[]): Promise<CountedEndpoint[]> {
  if (failing.length === 0) return [];
  const endpoints = await sql.query<{ agency_id: string; id: string; consecutive_failures: number }>({
    name: 'lock-endpoints-for-breaker',
    text: `
      SELECT e.agency_id, e.id, e.consecutive_failures
        FROM webhook_endpoints e
        JOIN unnest($1::uuid[], $2::int[]) AS failing (endpoint_id, generation) ON failing.endpoint_id = e.id AND failing.generation = e.generation
       WHERE e.status = 'active' ORDER BY e.id FOR NO KEY UPDATE OF e`,
    values: [plainArray(failing.map(({ endpoint_id }) => endpoint_id)), plainArray(failing.map(({ generation }) => generation))],
  });
  if (endpoints.length === 0) return [];
  const counted = endpoints.map(({ agency_id, id, consecutive_failures }) => ({
    agencyId: agency_id,
    endpointId: id,
    consecutiveFailures: consecutive_failures + 1,
    isDisabled: consecutive_failures + 1 >= limits.breakerFailures,
  }));
  await sql.query({
    name: 'write-breaker-verdicts',
    text: `
      UPDATE webhook_endpoints e
         SET consecutive_failures = v.consecutive_failures,
             status = CASE WHEN v.disable THEN 'disabled' ELSE e.status END,
             disabled_reason = CASE WHEN v.disable THEN 'auto_breaker' END,
             disabled_at = CASE WHEN v.disable THEN clock_timestamp() END,
             generation = e.generation + v.disable::int,
             trouble = CASE WHEN v.fails AND e.trouble IS DISTINCT FROM 'failure_rate' THEN 'consecutive_failures' ELSE e.trouble END,
             trouble_changed_at = CASE WHEN v.fails AND coalesce(e.trouble, 'disabled') = 'disabled' THEN clock_timestamp() ELSE e.trouble_changed_at END
        FROM unnest($1::uuid[], $2::int[], $3::boolean[], $4::boolean[]) AS v(id, consecutive_failures, disable, fails)
       WHERE e.id = v.id`,
    values: [
      plainArray(counted.map(({ endpointId }) => endpointId)),
      counted.map(({ consecutiveFailures }) => consecutiveFailures),
      counted.map(({ isDisabled }) => isDisabled),
      counted.map(({ consecutiveFailures }) => consecutiveFailures >= limits.failingFailures),
    ],
  });
  return counted;
}

/** One connection. */
export interface RecordingSql extends TransactingSql {
  /** How often it was lost. */
  readonly lossCount: number;
}

/** A batch of outcomes with its statement. Writing it again changes nothing. */
export interface WritableBatch {
  readonly statement: Statement;
  /** Only failures need to read before they write. */
  readonly hasFailed: boolean;
  readonly outcomeCount: number;
  readonly countByLease: ReadonlyMap<number, number>;
}

/** `batch` must have each delivery once. */
export function writableBatch(batch: readonly FinishedAttempt[], now: number): WritableBatch {
  const countByLease = new Map<number, number>();
  for (const { delivery } of batch) countByLease.set(delivery.lease, (countByLease.get(delivery.lease) ?? 0) + 1);
  const hasFailedAttempts = batch.some(({ attempt }) => attempt !== null && attempt.error !== null);
  const [name, text] = hasFailedAttempts ? ['record-failed-attempts', recordFailed] : ['record-attempts', recordAccepted];
  return {
    statement: { name, text, values: valuesOf(batch, now, hasFailedAttempts) },
    hasFailed: batch.some(({ status }) => status === 'failed'),
    outcomeCount: batch.length,
    countByLease,
  };
}

/** A row of the result: an endpoint, or the number of outcomes that were not written. */
type RecordedRow = { readonly [Name in keyof FailingEndpoint]: FailingEndpoint[Name] | null } & { readonly missed: number };

/**
 * The endpoints of a result. Throws if a row has moved since the statement began, because another transaction, whose lock it waited for, has updated
 * it. The next statement finds it.
 */
function endpointsOf(rows: readonly RecordedRow[]): readonly FailingEndpoint[] {
  const missed = rows.find((row) => row.missed > 0);
  if (!missed) return rows as readonly FailingEndpoint[];
  throw Object.assign(new Error(`${missed.missed} deliveries were updated while their outcomes were recorded`), { code: '40001' });
}

/** Writes a batch of outcomes to queue, history, counters, failure records and breaker, all or nothing. */
export async function write(connection: TransactingSql, { statement, hasFailed }: WritableBatch): Promise<CountedEndpoint[]> {
  // The statement itself resets the count of failures in a row.
  if (!hasFailed) {
    endpointsOf(await connection.query<RecordedRow>(statement));
    return [];
  }
  return connection.transaction(async (sql) => countForBreaker(sql, endpointsOf(await sql.query<RecordedRow>(statement))));
}
