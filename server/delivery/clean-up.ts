import { batch, removeInBatches } from '../database/in-batches.ts';
import type { Sql } from '../database/sql.ts';

const batchSize = 1_000;

/** Failure records and deliveries are kept 30 days, counters 90. */
const outdated = {
  deliveries: `now() - interval '30 days'`,
  webhook_failures: `now() - interval '30 days'`,
  delivery_counters: `now() - interval '90 days'`,
};

const oldDeliveriesOfEndpoint = `
  WITH old AS MATERIALIZED (
    SELECT event_id, id
      FROM deliveries
     WHERE endpoint_id = $1 AND created_at < ${outdated.deliveries} AND status <> 'pending'
     ORDER BY created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM deliveries d USING old WHERE d.event_id = old.event_id AND d.id = old.id RETURNING 1
  )
  SELECT count(*) AS count FROM removed`;

const oldFailures = `
  WITH old AS MATERIALIZED (
    SELECT id FROM webhook_failures WHERE failed_at < ${outdated.webhook_failures}
     ORDER BY failed_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM webhook_failures f USING old WHERE f.id = old.id RETURNING 1
  )
  SELECT count(*) AS count FROM removed`;

const oldCounters = `
  WITH old AS MATERIALIZED (
    SELECT endpoint_id, minute, event_type FROM delivery_counters WHERE minute < ${outdated.delivery_counters}
     ORDER BY minute LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM delivery_counters c USING old
     WHERE c.endpoint_id = old.endpoint_id AND c.minute = old.minute AND c.event_type = old.event_type RETURNING 1
  )
  SELECT count(*) AS count FROM removed`;

/** Jobs that used up their attempts, after a week in which somebody could look at them. */
const deadJobs = `
  WITH dead AS (
    SELECT id FROM graphile_worker.jobs
     WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < now() - interval '7 days' LIMIT ${batchSize}
  ), removed AS (
    SELECT graphile_worker.complete_jobs(array_agg(id)) FROM dead
  )
  SELECT count(*) AS count FROM removed`;

/** Endpoints that a table names although they were deleted: one index look-up per endpoint. */
const deletedEndpointsIn = (table: string) => `
  WITH RECURSIVE endpoint AS (
    (SELECT endpoint_id FROM ${table} ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT next.endpoint_id
      FROM endpoint
      CROSS JOIN LATERAL (SELECT endpoint_id FROM ${table} WHERE endpoint_id > endpoint.endpoint_id ORDER BY endpoint_id LIMIT 1) next
  )
  SELECT endpoint_id AS id FROM endpoint WHERE NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.id = endpoint.endpoint_id)`;

/** A row's place in its table stays while the statement holds its lock. */
const rowsOfEndpointIn = (table: string) => `
  WITH gone AS MATERIALIZED (
    SELECT ctid FROM ${table} WHERE endpoint_id = $1 LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM ${table} t USING gone WHERE t.ctid = gone.ctid RETURNING 1
  )
  SELECT count(*) AS count FROM removed`;

/** Visits each event that is old enough to be needless once, so that those still needed are not read batch after batch. */
const needlessEvents = `
  WITH old AS MATERIALIZED (
    SELECT id, recorded_at
      FROM events
     WHERE recorded_at < ${outdated.deliveries} AND (recorded_at, id) > ($1::timestamptz, $2::uuid)
     ORDER BY recorded_at, id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM events e USING old
     WHERE e.id = old.id
       AND NOT EXISTS (SELECT FROM deliveries d WHERE d.event_id = e.id)
       AND NOT EXISTS (SELECT FROM webhook_failures f WHERE f.event_id = e.id)
  )
  SELECT id, recorded_at FROM old ORDER BY recorded_at, id`;

async function removeNeedlessEvents(sql: Sql, signal: AbortSignal): Promise<void> {
  let position: { id: string; recorded_at: Date | string } = { id: '00000000-0000-0000-0000-000000000000', recorded_at: '-infinity' };
  for (let count = batchSize; count === batchSize;) {
    const statement = { text: needlessEvents, values: [position.recorded_at, position.id] };
    const visited = await batch<{ id: string; recorded_at: Date }>(sql, signal, statement, ({ length }) => length > 0);
    count = visited.length;
    position = visited.at(-1) ?? position;
  }
}

/**
 * Removes what is outdated, what belonged to deleted endpoints, and the events that neither a delivery nor a failure
 * record needs any more. Each batch is a statement and a transaction of its own.
 */
export async function cleanUp(sql: Sql, signal: AbortSignal): Promise<void> {
  const withOldDeliveries = await sql.query<{ id: string }>({
    text: `
      SELECT e.id FROM webhook_endpoints e
       WHERE EXISTS (SELECT FROM deliveries d WHERE d.endpoint_id = e.id AND d.created_at < ${outdated.deliveries} AND d.status <> 'pending')`,
  });
  for (const { id } of withOldDeliveries) await removeInBatches(sql, signal, batchSize, { text: oldDeliveriesOfEndpoint, values: [id] });
  for (const text of [oldFailures, oldCounters]) await removeInBatches(sql, signal, batchSize, { text });
  for (const table of Object.keys(outdated)) {
    const deleted = await sql.query<{ id: string }>({ text: deletedEndpointsIn(table) });
    for (const { id } of deleted) await removeInBatches(sql, signal, batchSize, { text: rowsOfEndpointIn(table), values: [id] });
  }
  await removeNeedlessEvents(sql, signal);
  await removeInBatches(sql, signal, batchSize, { text: deadJobs });
}
