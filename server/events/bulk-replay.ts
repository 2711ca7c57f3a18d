import type { DeliveryEventType } from '../../generated/models.ts';
import { lockTransactionFor } from '../database/advisory-locks.ts';
import type { Sql, ScopedSql } from '../database/client/sql.ts';
import { nowMicros } from '../delivery/claim/dispatcher.ts';
import { mayGoOut } from '../entities/endpoint.ts';
import type { Outbox } from './outbox.ts';
import { queueAgain } from './queue-again.ts';
import { isReplayable } from './replay-failure.ts';
import { batchesMs, runBatches } from './run-batches.ts';

/** The job that carries out the replay orders of an endpoint. */
export const replayTask = 'replay_failures';

/** The job's payload. */
export interface ReplayJob {
  readonly endpointId: string;
}

/** Selects failures of an endpoint that were recorded in [start, end). */
export interface FailureSelection {
  readonly endpointId: string;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly eventTypes?: readonly string[] | undefined;
  readonly isDryRun: boolean;
}

const batchSize = 500;

const isOrdered = `
  EXISTS (
    SELECT FROM {replay_orders} o
     WHERE o.endpoint_id = f.endpoint_id AND f.failed_at >= o.start_at AND f.failed_at < o.end_at AND f.failed_at <= o.requested_at
       AND (o.event_types IS NULL OR f.event_type = ANY (o.event_types)) AND ${isReplayable('o.creator_ids')})`;

/** SQL: whether a failure can be sent again now. */
const isSendable = `(e.status = 'active' AND ${mayGoOut('e.url_creator_ids', 'f.event_type', 'f.creator_id')})`;

const countAndOrder = `
  WITH matching AS MATERIALIZED (
    -- Excludes the failures of other orders. Failures that cannot be sent now wait: the endpoint is disabled, or its URL may not receive
    -- the event.
    SELECT f.event_type, count(*) FILTER (WHERE ${isSendable}) AS count, count(*) FILTER (WHERE NOT ${isSendable}) AS waiting
      FROM {delivery_failures} f JOIN {webhook_endpoints} e ON e.id = f.endpoint_id
     WHERE f.endpoint_id = $1 AND f.replayed_at IS NULL AND ${isReplayable('$5::text[]')}
       AND f.failed_at >= coalesce($2::timestamptz, '-infinity') AND f.failed_at < coalesce($3::timestamptz, 'infinity')
       AND ($4::text[] IS NULL OR f.event_type = ANY ($4)) AND NOT ${isOrdered}
     GROUP BY f.event_type
  ), ordered AS (
    INSERT INTO replay_orders (agency_id, endpoint_id, start_at, end_at, event_types, creator_ids)
    SELECT {agency_id}, e.id, coalesce($2::timestamptz, '-infinity'), coalesce($3::timestamptz, 'infinity'), $4, $5
      FROM {webhook_endpoints} e
     WHERE e.id = $1 AND e.status = 'active' AND NOT $6::boolean AND EXISTS (SELECT FROM matching WHERE count > 0)
  )
  SELECT event_type, count, waiting FROM matching ORDER BY event_type`;

/** SQL that adds the endpoint's job if it has one of these orders. */
const addReplayJob = (orders: string) =>
  `SELECT add_endpoint_job('replay_failures', $1::uuid) WHERE EXISTS (SELECT FROM ${orders} o WHERE o.endpoint_id = $1::uuid)`;

/** An endpoint has one job, which moves to the end of the queue after its batches. */
async function requeueReplayJob(sql: Sql, endpointId: string): Promise<void> {
  await sql.query({ text: addReplayJob('replay_orders'), values: [endpointId] });
}

/** The failures of a type that are replayed, and those that wait because they cannot be sent now. */
export interface CountedType {
  readonly event_type: DeliveryEventType;
  readonly count: number;
  readonly waiting: number;
}

/**
 * Orders a background replay of the selected failures that were neither replayed nor ordered. Returns their numbers by type. Each failure
 * is counted in the response of only one request. A dry run only counts.
 */
export async function orderReplay(transaction: ScopedSql, selection: FailureSelection): Promise<CountedType[]> {
  const { endpointId, start, end, eventTypes, isDryRun } = selection;
  await transaction.query({
    text: `SELECT ${lockTransactionFor('replayOrders', 'e.id::text')} FROM {webhook_endpoints} e WHERE e.id = $1`,
    values: [endpointId],
  });
  const counts = await transaction.query<CountedType>({
    text: countAndOrder,
    values: [endpointId, start ?? null, end ?? null, eventTypes ?? null, transaction.tenantScope.creatorIds, isDryRun],
  });
  if (!isDryRun) await transaction.query({ text: addReplayJob('{replay_orders}'), values: [endpointId] });
  return counts;
}

/** Adds a job for orders whose job was lost. */
export async function addMissingReplayJobs(sql: Sql): Promise<void> {
  const endpoints = await sql.query<{ endpoint_id: string }>({ text: 'SELECT DISTINCT endpoint_id FROM replay_orders' });
  for (const { endpoint_id } of endpoints) await requeueReplayJob(sql, endpoint_id);
}

interface OrderRow {
  readonly id: string;
  readonly agency_id: string;
  readonly start_at: string;
  readonly end_at: string;
  readonly requested_at: string;
  readonly event_types: string[] | null;
  readonly creator_ids: string[];
}

const carryOut = `
  WITH ordered AS MATERIALIZED (
    -- Other workers of the order wait for its row.
    SELECT id FROM replay_orders WHERE id = $2 FOR UPDATE
  ), failure AS MATERIALIZED (
    SELECT f.id AS replay_of, NULL::boolean AS is_resend, f.failed_at, f.event_id, f.event_type, f.creator_id, f.occurred_at, f.is_reconstructed, f.data,
           e.id AS endpoint_id, e.agency_id, e.generation
      FROM delivery_failures f JOIN webhook_endpoints e ON e.agency_id = f.agency_id AND e.id = f.endpoint_id AND e.status = 'active'
     WHERE EXISTS (SELECT FROM ordered)
       AND f.agency_id = $8 AND f.endpoint_id = $1 AND f.replayed_at IS NULL AND ${isReplayable('$7::text[]')}
       AND f.failed_at >= $3::timestamptz AND f.failed_at < $4::timestamptz AND f.failed_at <= $5::timestamptz
       AND ($6::text[] IS NULL OR f.event_type = ANY ($6))
       AND ${mayGoOut('e.url_creator_ids', 'f.event_type', 'f.creator_id')}
     ORDER BY f.id LIMIT ${batchSize} FOR UPDATE OF f
  ), mark AS (
    UPDATE delivery_failures f SET replayed_at = statement_timestamp()
      FROM failure
     WHERE f.agency_id = $8 AND f.endpoint_id = $1 AND f.event_type = failure.event_type AND f.id = failure.replay_of
  ), ${queueAgain('failure')}, size AS MATERIALIZED (
    SELECT count(*) AS count, max(failed_at) AS last_at FROM failure
  ), done AS (
    -- A batch that is not full is the last one of its order.
    DELETE FROM replay_orders o USING ordered, size WHERE o.id = ordered.id AND size.count < ${batchSize}
  ), progress AS (
    UPDATE replay_orders o SET start_at = size.last_at FROM ordered, size WHERE o.id = ordered.id AND size.count = ${batchSize}
  )
  SELECT count, ${nowMicros} AS "sinceMicros" FROM size`;

/**
 * Processes a batch of the endpoint's oldest order, oldest failures first, and returns whether there was an order. The statement that
 * queues a delivery marks its failure, so that each is replayed once, even if the job runs again. Failures that cannot be sent now stay.
 */
async function replayBatch(sql: Sql, outbox: Outbox, endpointId: string): Promise<boolean> {
  const [oldest] = await sql.query<OrderRow>({
    text: `
      SELECT id, agency_id, start_at::text, end_at::text, requested_at::text, event_types, creator_ids
        FROM replay_orders WHERE endpoint_id = $1 ORDER BY requested_at, id LIMIT 1`,
    values: [endpointId],
  });
  if (!oldest) return false;
  const { id, agency_id: agencyId, start_at, end_at, requested_at, event_types, creator_ids } = oldest;
  const [batch] = await sql.query<{ count: number; sinceMicros: number }>({
    text: carryOut,
    values: [endpointId, id, start_at, end_at, requested_at, event_types, creator_ids, agencyId],
  });
  const { count, sinceMicros } = batch!;
  if (count > 0) outbox.announce([{ agencyId, endpointId, sinceMicros }]);
  return true;
}

/** Processes batches for a limited time. Another job continues, after those of other endpoints. */
export async function replayFailures(
  sql: Sql,
  outbox: Outbox,
  { endpointId }: ReplayJob,
  signal: AbortSignal,
  forMs = batchesMs,
): Promise<void> {
  await runBatches(() => replayBatch(sql, outbox, endpointId), signal, forMs);
  await requeueReplayJob(sql, endpointId);
}
