import { firstId } from '../../database/id-times.ts';
import { isOfOrder } from './fan-events.ts';
import { batchSize, type ErasureStep } from './step.ts';

interface Run {
  readonly last: string | null;
  readonly count: number;
}

const isOfRun = 't.agency_id = $1 AND t.endpoint_id = r.endpoint_id AND t.event_type = r.event_type AND t.id = r.id';

/**
 * Failure records and pending deliveries have payloads of their own and may outlive their events. All of the agency are therefore read, in runs in
 * the order of an index. Rows that appear meanwhile belong to the next pass.
 */
function eraseInRuns(
  table: 'delivery_failures' | 'delivery_queue',
  order: readonly string[],
  start: string,
  first: readonly string[],
): ErasureStep {
  const text = `
  WITH run AS MATERIALIZED (
    SELECT endpoint_id, event_type, event_id, id, data ->> 'fan_id' = $2 AS is_of_fan FROM ${table}
     WHERE agency_id = $1 AND (${order.join(', ')}) > (${start}) ORDER BY ${order.join(', ')} LIMIT ${batchSize}
  ), removed AS (
    DELETE FROM ${table} t USING run r WHERE r.is_of_fan AND ${isOfRun} AND NOT ${isOfOrder('t.event_type')} RETURNING 1
  ), changed AS (
    UPDATE ${table} t SET data = without_fan(t.data), attempts = without_excerpts(t.attempts)
      FROM run r WHERE r.is_of_fan AND ${isOfRun} AND ${isOfOrder('t.event_type')} RETURNING 1
  )
  SELECT (SELECT json_build_array(${order.join(', ')})::text FROM run ORDER BY ${order.join(' DESC, ')} DESC LIMIT 1) AS last,
         (SELECT count(*) FROM removed) + (SELECT count(*) FROM changed) AS count`;
  return {
    table,
    async take(sql, { agencyId, fanId }, after) {
      const position = after === '' ? first : (JSON.parse(after) as string[]);
      const [run] = await sql.query<Run>({ text, values: [agencyId, fanId, ...position] });
      return { count: run!.count, next: run!.last };
    },
  };
}

export const eraseFanFailures = eraseInRuns('delivery_failures', ['event_id', 'id'], '$3::uuid, $4::uuid', [firstId, firstId]);

export const eraseFanPending = eraseInRuns('delivery_queue', ['endpoint_id', 'event_type', 'id'], '$3::uuid, $4::text, $5::uuid', [
  firstId,
  '',
  firstId,
]);
