import type { Sql, Transaction } from '../database/sql.ts';
import { wakeDeliverers } from '../delivery/wake.ts';
import type { QueuedDelivery } from './outbox.ts';
import { addWakeUpJob } from './wake-up-job.ts';

/** Name of the job that replays the failures of an endpoint. */
export const replayTask = 'replay_failures';

/** Which failures of an endpoint to replay: those recorded in [start, end) with one of the types. */
export interface FailureSelection {
  readonly endpointId: string;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly eventTypes?: readonly string[] | undefined;
}

/** A selection as the job carries it: failures recorded after the request are not in it. */
export interface ReplayOrder extends FailureSelection {
  readonly requestedAt: string;
}

const batchSize = 500;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const selected = `
      f.endpoint_id = $1 AND f.replayed_at IS NULL AND f.failed_at > now() - interval '30 days'
  AND ($2::timestamptz IS NULL OR f.failed_at >= $2) AND ($3::timestamptz IS NULL OR f.failed_at < $3)
  AND ($4::text[] IS NULL OR f.event_type = ANY ($4))`;

function selectionValues({ endpointId, start, end, eventTypes }: FailureSelection): unknown[] {
  return [endpointId, start ?? null, end ?? null, eventTypes ?? null];
}

/**
 * Queues the event of a failure again, as a delivery of its own with the event's id and payload. It may be asked for
 * again. Answers null when the endpoint has no such failure (any more).
 */
export async function replayFailure(transaction: Transaction, endpointId: string, failureId: string): Promise<QueuedDelivery | null> {
  if (!uuid.test(failureId)) return null;
  const [queued] = await transaction.query<QueuedDelivery>({
    text: `
      WITH failure AS (
        UPDATE webhook_failures SET replayed_at = now()
         WHERE id = $2 AND endpoint_id = $1 AND failed_at > now() - interval '30 days'
        RETURNING id, event_id, endpoint_id, event_type
      )
      INSERT INTO deliveries (event_id, agency_id, endpoint_id, event_type, generation, replay_of)
      SELECT f.event_id, e.agency_id, e.id, f.event_type, e.generation, f.id
        FROM failure f JOIN webhook_endpoints e ON e.id = f.endpoint_id
      RETURNING event_id AS "eventId", id AS "deliveryId"`,
    values: [endpointId, failureId],
  });
  if (!queued) return null;
  await addWakeUpJob(transaction);
  transaction.afterCommit(() => wakeDeliverers([endpointId]));
  return queued;
}

/** Orders the replay of every selected failure that was not replayed yet, in the background. Answers with their number. */
export async function replayFailures(transaction: Sql, selection: FailureSelection): Promise<number> {
  const [row] = await transaction.query<{ count: number; requested_at: Date }>({
    text: `SELECT count(*) AS count, now() AS requested_at FROM webhook_failures f WHERE ${selected}`,
    values: selectionValues(selection),
  });
  if (!row || row.count === 0) return 0;
  const order: ReplayOrder = { ...selection, requestedAt: row.requested_at.toISOString() };
  await transaction.query({
    text: `SELECT graphile_worker.add_job('${replayTask}', $1::json, max_attempts => 10)`,
    values: [JSON.stringify(order)],
  });
  return row.count;
}

/**
 * Carries out an order, oldest failures first, a batch per transaction. A failure is marked in the statement that
 * queues its delivery, so that each is replayed once although the job may run again: it does when `signal` ends it.
 */
export async function replayInBatches(sql: Sql, order: ReplayOrder, signal: AbortSignal): Promise<void> {
  let from = order.start;
  let isMore = true;
  while (isMore) {
    signal.throwIfAborted();
    const batch = await sql.query<{ failed_at: Date }>({
      text: `
        WITH failure AS (
          SELECT f.id, f.failed_at, f.event_id, f.event_type, e.id AS endpoint_id, e.agency_id, e.generation
            FROM webhook_failures f JOIN webhook_endpoints e ON e.id = f.endpoint_id
           WHERE ${selected} AND f.failed_at <= $5
           ORDER BY f.failed_at LIMIT ${batchSize} FOR UPDATE OF f SKIP LOCKED
        ), mark AS (
          UPDATE webhook_failures f SET replayed_at = now() FROM failure WHERE f.id = failure.id
        ), delivery AS (
          INSERT INTO deliveries (event_id, agency_id, endpoint_id, event_type, generation, replay_of)
          SELECT event_id, agency_id, endpoint_id, event_type, generation, id FROM failure
        )
        SELECT failed_at FROM failure ORDER BY failed_at`,
      values: [...selectionValues({ ...order, start: from }), order.requestedAt],
    });
    from = batch.at(-1)?.failed_at.toISOString();
    isMore = batch.length === batchSize;
    if (batch.length > 0) wakeDeliverers([order.endpointId]);
  }
}
