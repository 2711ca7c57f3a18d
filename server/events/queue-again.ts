const columns =
  'agency_id, endpoint_id, event_type, event_id, creator_id, occurred_at, generation, replay_of, is_resend, is_reconstructed, data';

/**
 * SQL: the CTE `delivery`, which queues events again. `rows` names or selects rows with the columns above. `replay_of` is the failure, with
 * `is_resend` the delivery, and without `data` the recovery. The payload is copied because the event may be deleted before the delivery ends.
 */
export const queueAgain = (rows: string) => `delivery AS (
    INSERT INTO delivery_queue (${columns})
    SELECT ${columns} FROM ${rows} AS again
    RETURNING id
  )`;
