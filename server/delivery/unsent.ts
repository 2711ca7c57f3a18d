import type { Sql } from '../database/sql.ts';
import { giveBack, leaseKeys, type ClaimedDelivery } from './claim.ts';

/**
 * SQL that ends pending deliveries without sending them, as failures that are ready to replay and count neither as failed
 * deliveries nor for the breaker. `from` selects their rows as `d`, locked. A replay that was never attempted returns to the
 * failure that it repeats: however often a replay is asked for and the endpoint disabled, nothing multiplies.
 */
export const endUnsent = (from: string) => `
  WITH ended AS MATERIALIZED (
    SELECT d.event_id, d.id,
           d.attempts = '[]' AND EXISTS (
             SELECT FROM webhook_failures f WHERE f.id = d.replay_of AND f.failed_at > now() - interval '30 days') AS returns
      ${from}
  ), failed AS (
    UPDATE deliveries d
       SET status = 'failed', next_attempt_at = NULL, lease_id = NULL, lease_expires_at = NULL
      FROM ended
     WHERE d.event_id = ended.event_id AND d.id = ended.id AND NOT ended.returns
    RETURNING d.event_id, d.id, d.agency_id, d.endpoint_id, d.event_type, d.attempts
  ), recorded AS (
    INSERT INTO webhook_failures (agency_id, endpoint_id, event_id, event_type, creator_id, event_created_at, delivery_id, error, attempts)
    SELECT f.agency_id, f.endpoint_id, f.event_id, f.event_type, ev.creator_id, ev.occurred_at, f.id, 'endpoint_disabled', f.attempts
      FROM failed f JOIN events ev ON ev.id = f.event_id
  ), removed AS (
    DELETE FROM deliveries d USING ended
     WHERE d.event_id = ended.event_id AND d.id = ended.id AND ended.returns
    RETURNING d.replay_of, d.id
  ), returned AS (
    UPDATE webhook_failures f
       SET replayed_at = NULL, delivery_id = r.delivery_id, error = 'endpoint_disabled', attempts = '[]'
      FROM (SELECT DISTINCT ON (replay_of) replay_of, id AS delivery_id FROM removed ORDER BY replay_of, id DESC) r
     WHERE f.id = r.replay_of
  )
  SELECT count(*) AS count FROM ended`;

const endClaimed = endUnsent(`
      FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS held(event_id, id, lease_id)
      JOIN deliveries d ON d.event_id = held.event_id AND d.id = held.id AND d.lease_id = held.lease_id
       FOR UPDATE OF d`);

/** Gives claimed deliveries back, and ends those that may not be sent. What another claim has taken meanwhile is left to it. */
export async function letGo(sql: Sql, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  const withheld = deliveries.filter((delivery) => delivery.withheld);
  const others = deliveries.filter((delivery) => !delivery.withheld);
  if (withheld.length > 0) await sql.query({ name: 'end-withheld-deliveries', text: endClaimed, values: leaseKeys(withheld) });
  if (others.length > 0) await giveBack(sql, others);
}
