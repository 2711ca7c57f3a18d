import type { DeliveryAttempt } from '../../generated/models/delivery-attempt.ts';
import type { DeliveryError } from '../../generated/models/delivery-error.ts';
import type { Sql } from '../database/sql.ts';
import { breakerVerdict } from './breaker.ts';
import type { ClaimedDelivery } from './claim.ts';
import { plainArray } from './connection.ts';

/** The end of an attempt, ready to be written. */
export interface FinishedAttempt {
  readonly delivery: ClaimedDelivery;
  readonly status: 'delivered' | 'pending' | 'failed';
  /** Why the delivery failed, for its failure record. */
  readonly error: DeliveryError | null;
  /** Null for an attempt whose outcome was lost with its process: it says nothing about the receiver. */
  readonly attempt: DeliveryAttempt | null;
  /** Waiting time before the next attempt, from `endedAt`. */
  readonly retryDelayMs: number | null;
  /** By the process's monotonic clock, in milliseconds. */
  readonly endedAt: number;
}

interface EndpointTally {
  readonly endpoint_id: string;
  /** Whether a delivery succeeded, and whether one failed for good, in attempts that the breaker counts. */
  readonly has_delivered: boolean;
  readonly has_failed: boolean;
}

/**
 * Only outcomes of attempts since the endpoint was enabled count for its breaker. Only a pending delivery has a lease:
 * a condition on the status would let the planner go through all that is pending when its statistics say there is little.
 */
const recordAttempts = `
  WITH finished AS MATERIALIZED (
    SELECT *
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::float8[], $7::text[], $8::int[], $9::int[], $10::text[])
           AS f(event_id, id, lease_id, status, error, wait_ms, attempted_at, duration_ms, status_code, response_excerpt)
  ), recorded AS (
    UPDATE deliveries d
       SET status = f.status, lease_id = NULL, lease_expires_at = NULL,
           attempts = CASE WHEN f.attempted_at IS NULL THEN d.attempts ELSE d.attempts || jsonb_build_object(
             'attempted_at', f.attempted_at, 'duration_ms', f.duration_ms, 'status_code', f.status_code, 'error', f.error,
             'response_excerpt', f.response_excerpt) END,
           next_attempt_at = CASE f.status WHEN 'pending' THEN now() + f.wait_ms * interval '1 millisecond' END
      FROM finished f
     WHERE d.event_id = f.event_id AND d.id = f.id AND d.lease_id = f.lease_id
    RETURNING d.event_id, d.id, d.agency_id, d.endpoint_id, d.event_type, d.status, f.error,
              CASE d.status WHEN 'failed' THEN d.attempts END AS attempts, f.attempted_at
  ), tally AS MATERIALIZED (
    SELECT endpoint_id, event_type,
           count(*) FILTER (WHERE status = 'delivered') AS delivered_count, count(*) FILTER (WHERE status = 'failed') AS failed_count,
           max(attempted_at) FILTER (WHERE status = 'delivered') AS last_delivered, max(attempted_at) FILTER (WHERE status = 'failed') AS last_failed
      FROM recorded WHERE status <> 'pending'
     GROUP BY endpoint_id, event_type ORDER BY endpoint_id, event_type
  ), counted AS (
    INSERT INTO delivery_counters AS c (endpoint_id, minute, event_type, delivered_count, failed_count)
    SELECT endpoint_id, date_trunc('minute', now()), event_type, delivered_count, failed_count FROM tally
    ON CONFLICT (endpoint_id, minute, event_type) DO UPDATE
       SET delivered_count = c.delivered_count + excluded.delivered_count, failed_count = c.failed_count + excluded.failed_count
  ), failure AS (
    INSERT INTO webhook_failures (agency_id, endpoint_id, event_id, event_type, creator_id, event_created_at, delivery_id, error, attempts)
    SELECT r.agency_id, r.endpoint_id, r.event_id, r.event_type, ev.creator_id, ev.occurred_at, r.id, r.error, r.attempts
      FROM recorded r JOIN events ev ON ev.id = r.event_id
     WHERE r.status = 'failed'
  )
  SELECT e.id AS endpoint_id,
         coalesce(bool_or(t.last_delivered::timestamptz >= e.enabled_at), false) AS has_delivered,
         coalesce(bool_or(t.last_failed::timestamptz >= e.enabled_at), false) AS has_failed
    FROM tally t JOIN webhook_endpoints e ON e.id = t.endpoint_id
   WHERE e.status = 'active'
   GROUP BY e.id
  HAVING e.consecutive_failures > 0 OR sum(t.failed_count) > 0`;

function valuesOf(batch: readonly FinishedAttempt[], now: number): unknown[] {
  const column = (value: (finished: FinishedAttempt) => string | number | null) => plainArray(batch.map(value));
  return [
    column(({ delivery }) => delivery.event_id),
    column(({ delivery }) => delivery.delivery_id),
    column(({ delivery }) => delivery.lease_id),
    column(({ status }) => status),
    column(({ error }) => error),
    column(({ retryDelayMs, endedAt }) => retryDelayMs && Math.max(0, retryDelayMs - (now - endedAt))),
    column(({ attempt }) => attempt && attempt.attempted_at),
    column(({ attempt }) => attempt && attempt.duration_ms),
    column(({ attempt }) => attempt && attempt.status_code),
    batch.map(({ attempt }) => attempt && attempt.response_excerpt),
  ];
}

/**
 * Counts a batch for the breaker. Endpoints are locked in the order of their ids, so that processes which record at the
 * same time wait for each other in one order. Disabling begins another generation: nothing recorded before is sent.
 */
async function countForBreaker(sql: Sql, tallies: readonly EndpointTally[]): Promise<string[]> {
  if (tallies.length === 0) return [];
  const endpoints = await sql.query<{ id: string; consecutive_failures: number }>({
    name: 'lock-endpoints-for-breaker',
    text: `
      SELECT id, consecutive_failures FROM webhook_endpoints
       WHERE id = ANY ($1::uuid[]) AND status = 'active' ORDER BY id FOR NO KEY UPDATE`,
    values: [plainArray(tallies.map(({ endpoint_id }) => endpoint_id))],
  });
  const verdicts = endpoints.map(({ id, consecutive_failures }) => {
    const tally = tallies.find(({ endpoint_id }) => endpoint_id === id)!;
    const facts = { consecutiveFailures: consecutive_failures, hasDelivered: tally.has_delivered, hasFailed: tally.has_failed };
    return { id, ...breakerVerdict(facts) };
  });
  await sql.query({
    name: 'write-breaker-verdicts',
    text: `
      UPDATE webhook_endpoints e
         SET consecutive_failures = v.consecutive_failures,
             status = CASE WHEN v.disable THEN 'disabled' ELSE e.status END,
             disabled_reason = CASE WHEN v.disable THEN 'auto_breaker' END,
             disabled_at = CASE WHEN v.disable THEN now() END,
             generation = e.generation + v.disable::int
        FROM unnest($1::uuid[], $2::int[], $3::boolean[]) AS v(id, consecutive_failures, disable)
       WHERE e.id = v.id`,
    values: [
      plainArray(verdicts.map(({ id }) => id)),
      verdicts.map(({ consecutiveFailures }) => consecutiveFailures),
      verdicts.map(({ disable }) => disable),
    ],
  });
  return verdicts.filter(({ disable }) => disable).map(({ id }) => id);
}

/** One connection: statements one after another, and transactions. */
export interface RecordingSql extends Sql {
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
}

/**
 * Writes a batch of outcomes: deliveries and attempts, counters, failure records, breaker, all or nothing. An outcome
 * whose lease is no longer held is dropped. Answers with the endpoints that the breaker disabled.
 */
export async function record(connection: RecordingSql, batch: readonly FinishedAttempt[], now: number): Promise<string[]> {
  const statement = { name: 'record-attempts', text: recordAttempts, values: valuesOf(batch, now) };
  const mayMoveBreaker = batch.some(({ status, delivery }) => status === 'failed' || delivery.consecutive_failures > 0);
  if (mayMoveBreaker) {
    return connection.transaction(async (sql) => countForBreaker(sql, await sql.query<EndpointTally>(statement)));
  }
  // One statement needs no transaction around it. Only where another process counted a failure since the claim does
  // the success that ends the row of failures follow in a transaction of its own.
  const tallies = await connection.query<EndpointTally>(statement);
  return tallies.length === 0 ? [] : connection.transaction((sql) => countForBreaker(sql, tallies));
}
