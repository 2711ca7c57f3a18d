import { limits } from '../../../generated/limits.ts';
import { runInBatches, removeRows } from '../../database/in-batches.ts';
import type { Sql } from '../../database/client/sql.ts';
import { rollUpHours } from './counter-hours.ts';

const batchSize = 1_000;

/** Jobs without attempts left. Operators can inspect them for a week. */
const deadJobs = `
  WITH dead AS (
    SELECT id FROM graphile_worker.jobs
     WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < now() - interval '7 days' LIMIT ${batchSize}
  ), removed AS (
    SELECT graphile_worker.complete_jobs(array_agg(id)) FROM dead
  )
  SELECT count(*) AS count FROM removed`;

/** Tables whose keys begin with the agency and the endpoint. */
const tablesOfEndpoints = [
  'delivery_queue',
  'delivery_history',
  'delivery_failures',
  'delivery_minutes',
  'delivery_hours',
  'receiver_changes',
  'endpoint_episodes',
  'episode_errors',
  'failed_attempts',
  'pending_minutes',
  'webhook_recoveries',
  'listener_attempts',
];

/** Removes history of the endpoint $2 of the agency $1, and subtracts its bytes from the agency's quota. */
const removeHistoryFrom = (part: string) => `
  WITH old AS MATERIALIZED (
    SELECT ctid FROM ${part} WHERE agency_id = $1 AND endpoint_id = $2 LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM ${part} t USING old WHERE t.ctid = old.ctid RETURNING t.id, delivery_history_bytes(t.attempts) AS bytes
  ), uncounted AS (
    UPDATE history_days h SET delivery_bytes = h.delivery_bytes - r.bytes
      FROM (SELECT (uuid_extract_timestamp(id) AT TIME ZONE 'UTC')::date AS day, sum(bytes) AS bytes FROM removed GROUP BY 1) r
     WHERE h.agency_id = $1 AND h.day = r.day
  )
  SELECT count(*) AS count FROM removed`;

/** Deleted endpoints to which a table still refers, with one index lookup per endpoint. */
const deletedEndpointsIn = (table: string) => `
  WITH RECURSIVE endpoint AS (
    (SELECT agency_id, endpoint_id FROM ${table} ORDER BY agency_id, endpoint_id LIMIT 1)
    UNION ALL
    SELECT next.agency_id, next.endpoint_id
      FROM endpoint
      CROSS JOIN LATERAL (
        SELECT agency_id, endpoint_id FROM ${table}
         WHERE (agency_id, endpoint_id) > (endpoint.agency_id, endpoint.endpoint_id) ORDER BY agency_id, endpoint_id LIMIT 1
      ) next
  )
  SELECT agency_id, endpoint_id FROM endpoint
   WHERE NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.agency_id = endpoint.agency_id AND e.id = endpoint.endpoint_id)`;

async function partitionsOf(sql: Sql, table: string): Promise<string[]> {
  const rows = await sql.query<{ name: string }>({
    text: `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $1::regclass ORDER BY 1`,
    values: [table],
  });
  return rows.length === 0 ? [table] : rows.map(({ name }) => name);
}

async function removeOfDeletedEndpoints(sql: Sql, signal: AbortSignal): Promise<void> {
  for (const table of tablesOfEndpoints) {
    for (const part of await partitionsOf(sql, table)) {
      const deleted = await sql.query<{ agency_id: string; endpoint_id: string }>({ text: deletedEndpointsIn(part) });
      for (const { agency_id, endpoint_id } of deleted) {
        const values = [agency_id, endpoint_id];
        if (table === 'delivery_history') await runInBatches(sql, signal, batchSize, { text: removeHistoryFrom(part), values });
        else await removeRows(sql, signal, part, 'agency_id = $1 AND endpoint_id = $2', values);
      }
    }
  }
}

/** Sums counters by the hour, and removes outdated rows and those of deleted endpoints. Each batch is a transaction of its own. */
export async function cleanUp(sql: Sql, signal: AbortSignal): Promise<void> {
  await rollUpHours(sql);
  await removeRows(sql, signal, 'delivery_minutes', `minute < now() - interval '${limits.counterDays} days'`);
  await removeRows(sql, signal, 'delivery_hours', `hour < now() - interval '${limits.counterDays + 1} days'`);
  await removeRows(sql, signal, 'pending_minutes', `minute < now() - interval '${limits.counterDays} days'`);
  await removeRows(sql, signal, 'failed_attempts', `hour < now() - interval '${limits.counterDays} days'`);
  await removeRows(sql, signal, 'receiver_changes', `slot < now() - interval '${limits.counterDays} days'`);
  await removeRows(sql, signal, 'webhook_recoveries', `requested_at < now() - interval '${limits.historyDays} days'`);
  await removeOfDeletedEndpoints(sql, signal);
  await runInBatches(sql, signal, batchSize, { text: deadJobs });
}
