-- Recoveries of missed events: those of an endpoint, of a span, these types (null for all that the endpoint wants) and creators ('{}' for all).
-- First, facts of the span whose events were not recorded are read, one source after the other, and their events are recorded; then the
-- events are queued. source, after_at and after_id are where the work continues: in the order of the instants and ids of a
-- source's facts, or of the ids of events. counts has a JSON object per event type.
CREATE TABLE webhook_recoveries (
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  endpoint_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT uuidv7(),
  creator_ids text[] NOT NULL,
  event_types text[],
  start_at timestamptz(3) NOT NULL,
  end_at timestamptz(3) NOT NULL,
  source text,
  after_at timestamptz(3),
  after_id text COLLATE "C",
  counts jsonb NOT NULL DEFAULT '[]',
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'completed', 'stopped')),
  requested_at timestamptz(3) NOT NULL DEFAULT date_trunc('milliseconds', now()),
  ended_at timestamptz(3),
  PRIMARY KEY (agency_id, endpoint_id, id)
);
CREATE INDEX webhook_recoveries_open ON webhook_recoveries (endpoint_id, id) WHERE ended_at IS NULL;

-- The job that carries out the recoveries of an endpoint, which has one: it goes to the end of the line with each call.
CREATE FUNCTION add_recovery_job(endpoint_id uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(
    'recover_events', json_build_object('endpointId', endpoint_id), max_attempts => 10, job_key => 'recover_events:' || endpoint_id);
END $$;
REVOKE EXECUTE ON FUNCTION add_recovery_job FROM PUBLIC;

-- The `most`th of an agency's events after an id and before another; null where there are fewer. It bounds what a batch reads, also for
-- a key that sees few of them: of the agency that the transaction is for, where it is for one.
CREATE FUNCTION last_event_of_run(agency uuid, after uuid, before uuid, most integer) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (SELECT ev.id FROM webhook_events ev
           WHERE ev.agency_id = agency AND ev.id > after AND ev.id < before
             AND ev.agency_id = coalesce(nullif(current_setting('reach.agency', true), '')::uuid, agency)
           ORDER BY ev.id OFFSET most - 1 LIMIT 1);
REVOKE EXECUTE ON FUNCTION last_event_of_run FROM PUBLIC;
