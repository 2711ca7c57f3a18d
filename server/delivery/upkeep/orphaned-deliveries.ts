import type { Sql } from '../../database/client/sql.ts';

/** Deliveries of one query; the next one finds more. */
const batchSize = 10_000;

/** An attempt, with the wait before it and the record of its outcome, is over long before. */
const longestHold = '1 minute';

/** A delivery in flight, and the version of its row: each claim, return and outcome makes another one. */
export interface HeldDelivery {
  readonly agency_id: string;
  readonly endpoint_id: string;
  readonly event_type: string;
  readonly id: string;
  readonly version: string;
}

const overdueUnderLease = `
  SELECT agency_id, endpoint_id, event_type, id, xmin::text AS version
    FROM delivery_queue
   WHERE lease IS NOT NULL AND due_at < now() - interval '${longestHold}'
   LIMIT ${batchSize}`;

const addRelease = `SELECT graphile_worker.add_job($1, $2::json, run_at => now() + interval '${longestHold}', job_key => $1)`;

/** A row that another transaction holds is not orphaned. */
const releaseUnchanged = `
  WITH orphaned AS MATERIALIZED (
    SELECT q.agency_id, q.endpoint_id, q.event_type, q.id
      FROM json_to_recordset($1::json) AS held (agency_id uuid, endpoint_id uuid, event_type text, id uuid, version text)
      JOIN delivery_queue q ON q.agency_id = held.agency_id AND q.endpoint_id = held.endpoint_id AND q.event_type = held.event_type AND q.id = held.id
     WHERE q.lease IS NOT NULL AND q.xmin::text = held.version
       FOR UPDATE OF q SKIP LOCKED
  )
  UPDATE delivery_queue q
     SET lease = NULL, due_at = clock_timestamp()
    FROM orphaned o
   WHERE q.agency_id = o.agency_id AND q.endpoint_id = o.endpoint_id AND q.event_type = o.event_type AND q.id = o.id
  RETURNING q.agency_id, q.endpoint_id, q.id AS delivery_id`;

/** As the log names it. */
export interface OrphanedDelivery {
  readonly agency_id: string;
  readonly endpoint_id: string;
  readonly delivery_id: string;
}

/** Adds a job of that name that releases what is still held as it is now. */
export async function findOrphaned(sql: Sql, releaseJob: string): Promise<void> {
  const held = await sql.query<HeldDelivery>({ text: overdueUnderLease });
  if (held.length > 0) await sql.query({ text: addRelease, values: [releaseJob, JSON.stringify(held)] });
}

/**
 * Frees deliveries that a living process has leased and no longer works on: no process would ever send them. The attempt stays
 * counted, since its receiver may have got it.
 */
export function releaseOrphaned(sql: Sql, held: readonly HeldDelivery[]): Promise<OrphanedDelivery[]> {
  return sql.query<OrphanedDelivery>({ text: releaseUnchanged, values: [JSON.stringify(held)] });
}
