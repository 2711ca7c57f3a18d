import pg from 'pg';

export async function createViews(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(views).finally(() => client.end());
}

/**
 * Deliveries in one view, whether they are pending or over, and failures, with their attempts as JSON; edits of notes with both texts. id_at
 * makes an id of exactly that time, another one each time.
 */
const views = `
  CREATE FUNCTION id_at(instant timestamptz) RETURNS uuid LANGUAGE sql VOLATILE RETURN
    (left(first_id_at(instant)::text, 13) || right(uuidv7()::text, 23))::uuid;
  CREATE VIEW all_deliveries AS
    SELECT agency_id, endpoint_id, event_type, id, event_id, creator_id, generation, 'pending' AS status, attempt_count::int, lease, due_at, created_at,
           ('[' || array_to_string(attempts, ',') || ']')::jsonb AS attempts, replay_of
      FROM delivery_queue
    UNION ALL
    SELECT agency_id, endpoint_id, event_type, id, event_id, creator_id, NULL, status, cardinality(attempts), NULL, NULL, created_at,
           ('[' || array_to_string(attempts, ',') || ']')::jsonb, NULL
      FROM delivery_history;
  CREATE VIEW all_failures AS
    SELECT agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at AS event_created_at, delivery_id, error, replayed_at, failed_at,
           ('[' || array_to_string(attempts, ',') || ']')::jsonb AS attempts, data
      FROM delivery_failures;
  CREATE VIEW insight_history AS
    SELECT e.*, coalesce(lead(e.previous_note) OVER (PARTITION BY e.agency_id, e.account_id, e.fan_id ORDER BY e.edited_at, e.id), i.note) AS note
      FROM insight_edits e JOIN insights i USING (agency_id, account_id, fan_id)`;
