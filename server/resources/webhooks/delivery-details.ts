/** SQL of the delivery or failure that a delivery repeats, or the recovery that queued it. */
const repeated = (alias: string) => `CASE WHEN ${alias}.is_resend IS NULL THEN ${alias}.replay_of END AS replay_of_failure_id,
  CASE WHEN ${alias}.is_resend THEN ${alias}.replay_of END AS resend_of_delivery_id,
  CASE WHEN NOT ${alias}.is_resend THEN ${alias}.replay_of END AS recovery_id`;

/** SQL of the columns of `DeliveryDetailRow`, except for the failure. */
export const queuedDelivery = `q.id, q.event_id, q.event_type, 'pending' AS status, q.attempts, q.created_at,
  q.due_at::timestamptz(3) AS next_attempt_at, q.lease IS NOT NULL AS is_in_flight, q.endpoint_id, ${repeated('q')}`;
export const endedDelivery = `h.id, h.event_id, h.event_type, h.status, h.attempts, h.created_at,
  NULL::timestamptz(3) AS next_attempt_at, false AS is_in_flight, h.endpoint_id, ${repeated('h')}`;

/** SQL of the failure of the delivery `d`. */
export const failureOfDelivery = `
  (SELECT f.id FROM {delivery_failures} f WHERE f.event_id = d.event_id AND f.delivery_id = d.id AND d.status = 'failed' LIMIT 1) AS failure_id`;

/** The statement that records an event also creates its first deliveries, and ends long before. */
const publishedWithin = "interval '30 seconds'";

const ofFirst = (alias: string) =>
  `${alias}.endpoint_id = e.id AND ${alias}.event_type = ev.type AND ${alias}.event_id = ev.id AND ${alias}.replay_of IS NULL
     AND ${alias}.id >= first_id_at(uuid_extract_timestamp(ev.id)) AND ${alias}.id < first_id_at(uuid_extract_timestamp(ev.id) + ${publishedWithin})`;
const ofRepeats = (alias: string) => `${alias}.endpoint_id = e.id AND ${alias}.event_id = ev.id AND ${alias}.replay_of IS NOT NULL`;

/** SQL of the deliveries of the event `ev (id, type)` to the endpoint `e`. The first delivery is found by its time; repeats have their own indexes. */
export const deliveriesOfEvent = (queued: string, ended: string) => `
     (SELECT ${queued} FROM {delivery_queue} q WHERE ${ofFirst('q')} ORDER BY q.id LIMIT 1)
      UNION ALL
     (SELECT ${ended} FROM {delivery_history} h WHERE ${ofFirst('h')} AND h.status = 'delivered' ORDER BY h.id LIMIT 1)
      UNION ALL
     (SELECT ${ended} FROM {delivery_history} h WHERE ${ofFirst('h')} AND h.status = 'failed' ORDER BY h.id LIMIT 1)
      UNION ALL
     SELECT ${queued} FROM {delivery_queue} q WHERE ${ofRepeats('q')}
      UNION ALL
     SELECT ${ended} FROM {delivery_history} h WHERE ${ofRepeats('h')}`;

/** An endpoint that missed an event. */
export interface MissedRow {
  event_id: string;
  endpoint_id: string;
}

/**
 * SQL of `MissedRow` of the events $1: the endpoints that subscribe to the event, were disabled when it was recorded, and have no delivery of it. Like
 * recoveries, it excludes events about endpoints and test events, whose account does not exist.
 */
export const missedEvents = `
  SELECT ev.id AS event_id, e.id AS endpoint_id
    FROM {webhook_events} ev
    JOIN {creators} c ON c.id = ev.creator_id AND c.account_id = ev.data ->> 'account_id'
   CROSS JOIN LATERAL (SELECT uuid_extract_timestamp(ev.id) AS at) recorded
    JOIN {webhook_endpoints} e
      ON ev.type = ANY (e.enabled_event_types) AND (e.allowed_creator_ids = '{}' OR ev.creator_id = ANY (e.allowed_creator_ids))
     AND (e.disabled_at <= recorded.at OR e.episode_disabled_at <= recorded.at AND recorded.at < e.enabled_at)
   WHERE ev.id = ANY ($1::uuid[])
     AND NOT EXISTS (SELECT FROM (${deliveriesOfEvent('q.id', 'h.id')}) d)
     AND NOT EXISTS (SELECT FROM {delivery_failures} f WHERE f.event_id = ev.id AND f.endpoint_id = e.id)
   ORDER BY ev.id, e.id`;
