import { limits } from '../../generated/limits.ts';
import { runInBatches } from '../database/in-batches.ts';
import { firstKeptId } from '../database/partitions/partitions.ts';
import type { Sql } from '../database/client/sql.ts';
import { allowedSql } from '../entities/quota.ts';
import { forEachAgency } from './each-agency.ts';

const batchSize = 10_000;

/** SQL: the first id of the events that are too recent to be counted, because earlier ones may not be committed yet. */
const uncounted = `first_id_at(now() - interval '1 minute')`;

/** A scalar subquery, because the plan of a join may read all events. */
const hasNewEvents = `
  (SELECT true FROM webhook_events ev
    WHERE ev.agency_id = q.agency_id AND ev.id > greatest(q.events_counted_to, ${firstKeptId}) AND ev.id < ${uncounted} LIMIT 1)`;

/** Counts an agency's next events in the order of their ids, so that each is read once. */
const countEvents = `
  WITH fresh AS MATERIALIZED (
    SELECT ev.id, event_history_bytes(ev.data) AS bytes
      FROM webhook_events ev
     WHERE ev.agency_id = $1 AND ev.id < ${uncounted}
       AND ev.id > greatest((SELECT events_counted_to FROM agency_quotas WHERE agency_id = $1), ${firstKeptId})
     ORDER BY ev.id LIMIT ${batchSize}
  ), added AS (
    INSERT INTO history_days AS h (agency_id, day, event_bytes)
    SELECT $1, day, bytes FROM (SELECT (uuid_extract_timestamp(id) AT TIME ZONE 'UTC')::date AS day, sum(bytes) AS bytes FROM fresh GROUP BY 1) fresh_days
     ORDER BY day
    ON CONFLICT (agency_id, day) DO UPDATE SET event_bytes = h.event_bytes + excluded.event_bytes
  ), noted AS (
    UPDATE agency_quotas q SET events_counted_to = last.id
      FROM (SELECT id FROM fresh ORDER BY id DESC LIMIT 1) last WHERE q.agency_id = $1
  )
  SELECT count(*) AS count FROM fresh`;

/** Removes days whose partitions are dropped. Writes only changed sums. */
const sumUp = `
  WITH gone AS (
    DELETE FROM history_days WHERE day < (now() AT TIME ZONE 'UTC')::date - ${limits.historyDays} - 1
  ), used AS MATERIALIZED (
    SELECT agency_id, sum(greatest(0, delivery_bytes) + greatest(0, event_bytes))::bigint AS bytes
      FROM history_days WHERE day >= (now() AT TIME ZONE 'UTC')::date - ${limits.historyDays} - 1 GROUP BY agency_id
  )
  UPDATE agency_quotas q SET delivery_history_bytes_used = coalesce(u.bytes, 0)
    FROM agency_quotas a LEFT JOIN used u ON u.agency_id = a.agency_id
   WHERE q.agency_id = a.agency_id AND q.delivery_history_bytes_used <> coalesce(u.bytes, 0)`;

/** Counts the events since the last run, and sums up the history of each agency. */
export async function countHistory(sql: Sql, signal: AbortSignal): Promise<void> {
  await forEachAgency(sql, signal, hasNewEvents, (agencyId) =>
    runInBatches(sql, signal, batchSize, { text: countEvents, values: [agencyId] }),
  );
  await sql.query({ text: sumUp });
}

/** SQL: the bytes that one day of an agency's history may take. `q` is its row of `agency_quotas`. */
export const allowedOfDay = `${allowedSql('delivery_history_bytes')} / ${limits.historyDayShare}`;
