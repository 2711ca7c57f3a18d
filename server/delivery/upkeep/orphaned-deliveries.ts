import type { Sql } from '../../database/client/sql.ts';

/** The job that releases orphaned deliveries. */
export const releaseOrphanedTask = 'release_orphaned';

const batchSize = 10_000;

/** No delivery is under a lease for longer: waiting for a slot, the attempt and saving the outcome take less time. */
const maxHeldTime = '1 minute';

/** A leased delivery with the version of its row, which each claim, return and outcome changes. */
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
   WHERE lease IS NOT NULL AND due_at < now() - interval '${maxHeldTime}'
   LIMIT ${batchSize}`;

const addRelease = `SELECT graphile_worker.add_job($1, $2::json, run_at => now() + interval '${maxHeldTime}', job_key => $1)`;

const releaseUnchanged = `
  WITH orphaned AS MATERIALIZED (
    -- A row that another transaction has locked is not orphaned.
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

/** The fields of its log line. */
export interface OrphanedDelivery {
  readonly agency_id: string;
  readonly endpoint_id: string;
  readonly delivery_id: string;
}

/** Finds deliveries that may be orphaned, and adds a job that releases those whose rows are unchanged then. */
export async function findOrphaned(sql: Sql): Promise<void> {
  const held = await sql.query<HeldDelivery>({ text: overdueUnderLease });
  if (held.length > 0) await sql.query({ text: addRelease, values: [releaseOrphanedTask, JSON.stringify(held)] });
}

/**
 * Releases deliveries that a living process has leased and no longer handles: no process would ever send them. The attempts stay counted,
 * because receivers may have got them.
 */
export function releaseOrphaned(sql: Sql, held: readonly HeldDelivery[]): Promise<OrphanedDelivery[]> {
  return sql.query<OrphanedDelivery>({ text: releaseUnchanged, values: [JSON.stringify(held)] });
}
