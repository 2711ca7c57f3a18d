import { firstKeptId, firstShownId } from '../../database/partitions/partitions.ts';
import type { Sql } from '../../database/client/sql.ts';
import { mayGoOut } from '../../entities/endpoint.ts';

const batchSize = 1_000;

/** SQL: whether a delivery `q` to the endpoint `e` must not be sent. */
export const isRevoked = `(e.status = 'disabled' OR q.generation < e.generation OR NOT ${mayGoOut('e.url_creator_ids', 'q.event_type', 'q.creator_id')})`;

const failRevoked = `
  WITH revoked AS MATERIALIZED (
    -- Excludes deliveries in flight, which become free if they do not end.
    SELECT q.ctid AS place
      FROM webhook_endpoints e
      JOIN delivery_queue q ON q.agency_id = e.agency_id AND q.endpoint_id = e.id
     WHERE e.id = $1 AND q.lease IS NULL AND ${isRevoked}
     LIMIT ${batchSize}
       FOR UPDATE OF q SKIP LOCKED
  ), taken AS (
    DELETE FROM delivery_queue q USING revoked WHERE q.ctid = revoked.place
    RETURNING q.*
  ), ended AS MATERIALIZED (
    -- A replay that was never attempted returns to its failure, so that repeated replays do not multiply failures.
    SELECT taken.*, attempts = '{}' AND EXISTS (
             SELECT FROM delivery_failures f
              WHERE f.agency_id = taken.agency_id AND f.endpoint_id = taken.endpoint_id AND f.event_type = taken.event_type AND f.id = taken.replay_of
                AND f.id >= ${firstShownId}) AS returns
      FROM taken
  ), remembered AS (
    INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts, replay_of, is_resend)
    SELECT agency_id, endpoint_id, event_type, 'failed', id, event_id, creator_id, attempts, replay_of, is_resend
      FROM ended WHERE NOT returns AND id >= (SELECT ${firstKeptId})
    RETURNING agency_id, id
  ), tally AS (
    INSERT INTO delivery_minutes AS c (agency_id, endpoint_id, minute, event_type, disabled_count)
    SELECT agency_id, endpoint_id, date_trunc('minute', now()), event_type, count(*)
      FROM ended WHERE NOT returns GROUP BY agency_id, endpoint_id, event_type ORDER BY agency_id, endpoint_id, event_type
    ON CONFLICT (agency_id, endpoint_id, minute, event_type) DO UPDATE SET disabled_count = c.disabled_count + excluded.disabled_count
  ), counted AS (
    INSERT INTO history_days AS h (agency_id, day, delivery_bytes)
    SELECT agency_id, (uuid_extract_timestamp(id) AT TIME ZONE 'UTC')::date AS day, count(*) * delivery_history_bytes('{}')
      FROM remembered GROUP BY agency_id, day ORDER BY agency_id, day
    ON CONFLICT (agency_id, day) DO UPDATE SET delivery_bytes = h.delivery_bytes + excluded.delivery_bytes
  ), failure AS (
    INSERT INTO delivery_failures (agency_id, endpoint_id, event_type, event_id, creator_id, occurred_at, delivery_id, error, attempts, is_reconstructed, data)
    SELECT q.agency_id, q.endpoint_id, q.event_type, q.event_id, q.creator_id, q.occurred_at, q.id, 'endpoint_disabled', attempts_of_failure(q.attempts), q.is_reconstructed,
           coalesce(q.data, (SELECT ev.data FROM webhook_events ev WHERE ev.agency_id = q.agency_id AND ev.id = q.event_id))
      FROM ended q
     WHERE NOT q.returns
  ), returned AS (
    UPDATE delivery_failures f
       SET replayed_at = NULL, delivery_id = r.id, error = 'endpoint_disabled', attempts = '{}'
      FROM (SELECT DISTINCT ON (replay_of) * FROM ended WHERE returns ORDER BY replay_of, id DESC) r
     WHERE f.agency_id = r.agency_id AND f.endpoint_id = r.endpoint_id AND f.event_type = r.event_type AND f.id = r.replay_of
  )
  SELECT count(*) AS count FROM ended`;

const removeOfDeletedEndpoint = `
  WITH gone AS MATERIALIZED (
    SELECT q.ctid AS place
      FROM delivery_queue q
     WHERE q.endpoint_id = $1 AND q.lease IS NULL AND NOT EXISTS (SELECT FROM webhook_endpoints WHERE id = $1)
     LIMIT ${batchSize}
       FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM delivery_queue q USING gone WHERE q.ctid = gone.place RETURNING 1
  )
  SELECT count(*) AS count FROM removed`;

/** An endpoint with revoked deliveries in flight is drained again. */
const concludeDrain = `
  UPDATE webhook_endpoints e
     SET drained_generation = e.generation
   WHERE e.id = $1 AND e.drained_generation < e.generation
     AND NOT EXISTS (
       SELECT FROM delivery_queue q WHERE q.agency_id = e.agency_id AND q.endpoint_id = e.id AND ${isRevoked})`;

/**
 * Turns revoked deliveries into failure records that can be replayed, and removes those of a deleted endpoint. They have a counter of their own, and
 * do not count for the breaker. Returns the number of deliveries. `signal` ends it after a batch.
 */
export async function drain(sql: Sql, endpointId: string, signal: AbortSignal): Promise<number> {
  let total = 0;
  for (const text of [failRevoked, removeOfDeletedEndpoint]) {
    for (let count = batchSize; count === batchSize && !signal.aborted; total += count) {
      const [row] = await sql.query<{ count: number }>({ text, values: [endpointId] });
      count = row!.count;
    }
  }
  await sql.query({ text: concludeDrain, values: [endpointId] });
  return total;
}
