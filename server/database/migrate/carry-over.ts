import { firstShownId } from '../partitions/partitions.ts';
import type { Sql } from '../client/sql.ts';

const batchSize = 1_000;

/** What was in flight may have been sent: it is tried alone. */
const movePending = `
  WITH moved AS MATERIALIZED (
    SELECT ctid AS place FROM former_deliveries WHERE status = 'pending' LIMIT ${batchSize} FOR UPDATE
  ), taken AS (
    DELETE FROM former_deliveries d USING moved WHERE d.ctid = moved.place RETURNING d.*
  ), queued AS (
    INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, generation, due_at, attempt_count,
                                is_suspect, attempts, replay_of, data)
    SELECT d.agency_id, d.endpoint_id, d.event_type, d.id, d.event_id, ev.creator_id, ev.occurred_at, d.generation, d.next_attempt_at,
           d.attempt_count, d.lease_id IS NOT NULL, ARRAY(SELECT a::text FROM jsonb_array_elements(d.attempts) a), d.replay_of, ev.data
      FROM taken d JOIN former_events ev ON ev.id = d.event_id
  )
  SELECT count(*) AS count FROM taken`;

const moveFailures = `
  WITH moved AS MATERIALIZED (
    SELECT ctid AS place FROM former_failures LIMIT ${batchSize} FOR UPDATE
  ), taken AS (
    DELETE FROM former_failures f USING moved WHERE f.ctid = moved.place RETURNING f.*
  ), kept AS (
    INSERT INTO delivery_failures (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, delivery_id, error, attempts,
                                   data, replayed_at)
    SELECT f.agency_id, f.endpoint_id, f.event_type, f.id, f.event_id, ev.creator_id, f.event_created_at, f.delivery_id, f.error,
           ARRAY(SELECT a::text FROM jsonb_array_elements(f.attempts) a), ev.data, f.replayed_at
      FROM taken f JOIN former_events ev ON ev.id = f.event_id
     WHERE f.id >= ${firstShownId}
  )
  SELECT count(*) AS count FROM taken`;

/**
 * Moves what the release before left pending and failed into the tables of this one, a batch per transaction, so that a
 * start that is killed resumes where it stopped. Settled deliveries stay where they are and are listed from there.
 */
export async function carryOver(sql: Sql): Promise<void> {
  for (const text of [movePending, moveFailures]) {
    for (let count = batchSize; count === batchSize;) {
      const [row] = await sql.query<{ count: number }>({ text });
      count = Number(row!.count);
    }
  }
}
