import type { Sql } from '../database/sql.ts';
import { endUnsent } from './unsent.ts';

const batchSize = 1_000;

const failWhatIsRevoked = endUnsent(`
      FROM webhook_endpoints e
      JOIN deliveries d ON d.endpoint_id = e.id
     WHERE e.id = $1 AND d.status = 'pending' AND (e.status = 'disabled' OR d.generation < e.generation)
       AND (d.lease_expires_at IS NULL OR d.lease_expires_at <= now())
     ORDER BY d.endpoint_id, d.next_attempt_at
     LIMIT ${batchSize}
       FOR UPDATE OF d SKIP LOCKED`);

const removeOfDeletedEndpoint = `
  WITH gone AS MATERIALIZED (
    SELECT event_id, id
      FROM deliveries
     WHERE endpoint_id = $1 AND status = 'pending' AND NOT EXISTS (SELECT FROM webhook_endpoints WHERE id = $1)
     ORDER BY endpoint_id, next_attempt_at
     LIMIT ${batchSize}
       FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM deliveries d USING gone WHERE d.event_id = gone.event_id AND d.id = gone.id RETURNING 1
  )
  SELECT count(*) AS count FROM removed`;

/** Deliveries of running attempts are not drained yet: the endpoint stays to be drained until they end. */
const concludeDrain = `
  UPDATE webhook_endpoints e
     SET drained_generation = e.generation
   WHERE e.id = $1 AND e.drained_generation < e.generation
     AND NOT EXISTS (
       SELECT FROM deliveries d WHERE d.endpoint_id = e.id AND d.status = 'pending' AND d.generation < e.generation)`;

/**
 * Ends what waits for a disabled endpoint, and what was recorded before an endpoint was disabled, unsent. What waits for a
 * deleted endpoint is removed. Answers with the number of deliveries. `signal` ends it after a batch.
 */
export async function drain(sql: Sql, endpointId: string, signal: AbortSignal): Promise<number> {
  let total = 0;
  for (const text of [failWhatIsRevoked, removeOfDeletedEndpoint]) {
    for (let count = batchSize; count === batchSize && !signal.aborted; total += count) {
      const [row] = await sql.query<{ count: number }>({ text, values: [endpointId] });
      count = row!.count;
    }
  }
  await sql.query({ text: concludeDrain, values: [endpointId] });
  return total;
}
