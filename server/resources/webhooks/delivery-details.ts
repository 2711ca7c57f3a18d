/** SQL: what the delivery of this alias repeats, or which recovery queued it. */
const repeated = (alias: string) => `CASE WHEN ${alias}.is_resend IS NULL THEN ${alias}.replay_of END AS replay_of_failure_id,
  CASE WHEN ${alias}.is_resend THEN ${alias}.replay_of END AS resend_of_delivery_id,
  CASE WHEN NOT ${alias}.is_resend THEN ${alias}.replay_of END AS recovery_id`;

/** SQL of the columns of `DeliveryDetailRow`, but for the failure, of rows of the queue and of history. */
export const queuedDelivery = `q.id, q.endpoint_id, q.event_id, q.event_type, 'pending' AS status, q.attempts, q.created_at,
  q.due_at::timestamptz(3) AS next_attempt_at, q.lease IS NOT NULL AS is_in_flight, ${repeated('q')}`;
export const endedDelivery = `h.id, h.endpoint_id, h.event_id, h.event_type, h.status, h.attempts, h.created_at,
  NULL::timestamptz(3) AS next_attempt_at, false AS is_in_flight, ${repeated('h')}`;

/** SQL: the failure record of the delivery `d`. */
export const failureOfDelivery = `
  (SELECT f.id FROM {delivery_failures} f WHERE f.event_id = d.event_id AND f.delivery_id = d.id AND d.status = 'failed' LIMIT 1) AS failure_id`;
