import { isOfOrder } from './fan-events.ts';
import { batchSize, type ErasureStep } from './step.ts';

interface Run {
  readonly last: string | null;
  readonly count: number;
}

/** SQL: the end of a run, for the next one, and how many rows of it were changed. */
const endOfRun = (position: string, order: string) => `
  SELECT (SELECT json_build_array(${position})::text FROM run ORDER BY ${order} LIMIT 1) AS last,
         (SELECT count(*) FROM removed) + (SELECT count(*) FROM changed) AS count`;

/**
 * Failure records and pending deliveries have payloads of their own, and may outlive their events: all of the agency are read, in runs. Rows that appear meanwhile are of the next pass.
 */
const eraseInRuns = (table: 'delivery_failures' | 'delivery_queue', text: string, first: readonly string[]): ErasureStep => ({
  table,
  async take(sql, { agencyId, fanId }, after) {
    const position = after === '' ? first : (JSON.parse(after) as string[]);
    const [run] = await sql.query<Run>({ text, values: [agencyId, fanId, ...position] });
    return { count: run!.count, next: run!.last };
  },
});

const firstId = '00000000-0000-0000-0000-000000000000';

const failureKey = 'f.agency_id = $1 AND f.endpoint_id = r.endpoint_id AND f.event_type = r.event_type AND f.id = r.id';

const nextFailures = `
  WITH run AS MATERIALIZED (
    SELECT endpoint_id, event_type, event_id, id, data ->> 'fan_id' = $2 AS is_of_fan FROM delivery_failures
     WHERE agency_id = $1 AND (event_id, id) > ($3::uuid, $4::uuid) ORDER BY event_id, id LIMIT ${batchSize}
  ), removed AS (
    DELETE FROM delivery_failures f USING run r WHERE r.is_of_fan AND ${failureKey} AND NOT ${isOfOrder('f.event_type')} RETURNING 1
  ), changed AS (
    UPDATE delivery_failures f SET data = without_fan(f.data), attempts = without_excerpts(f.attempts)
      FROM run r WHERE r.is_of_fan AND ${failureKey} AND ${isOfOrder('f.event_type')} RETURNING 1
  )
  ${endOfRun('event_id, id', 'event_id DESC, id DESC')}`;

export const eraseFanFailures = eraseInRuns('delivery_failures', nextFailures, [firstId, firstId]);

const pendingKey = 'q.agency_id = $1 AND q.endpoint_id = r.endpoint_id AND q.event_type = r.event_type AND q.id = r.id';

const nextPending = `
  WITH run AS MATERIALIZED (
    SELECT endpoint_id, event_type, id, data ->> 'fan_id' = $2 AS is_of_fan FROM delivery_queue
     WHERE agency_id = $1 AND (endpoint_id, event_type, id) > ($3::uuid, $4::text, $5::uuid) ORDER BY endpoint_id, event_type, id LIMIT ${batchSize}
  ), removed AS (
    DELETE FROM delivery_queue q USING run r WHERE r.is_of_fan AND ${pendingKey} AND NOT ${isOfOrder('q.event_type')} RETURNING 1
  ), changed AS (
    UPDATE delivery_queue q SET data = without_fan(q.data), attempts = without_excerpts(q.attempts)
      FROM run r WHERE r.is_of_fan AND ${pendingKey} AND ${isOfOrder('q.event_type')} RETURNING 1
  )
  ${endOfRun('endpoint_id, event_type, id', 'endpoint_id DESC, event_type DESC, id DESC')}`;

export const eraseFanPending = eraseInRuns('delivery_queue', nextPending, [firstId, '', firstId]);
