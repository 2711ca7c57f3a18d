-- The trouble that an endpoint has: five deliveries failed in a row, most of its attempts fail, or it was disabled. It ends with a success.
-- trouble_changed_at is when the trouble began, or the last one ended.
ALTER TABLE webhook_endpoints
  ADD COLUMN trouble text CHECK (trouble IN ('consecutive_failures', 'failure_rate', 'disabled')),
  ADD COLUMN trouble_changed_at timestamptz(3);

-- Every statement that disables an endpoint, also one of the release before, disables it here.
CREATE FUNCTION mark_disabled_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.trouble := 'disabled';
  NEW.trouble_changed_at := NEW.disabled_at;
  RETURN NEW;
END $$;
CREATE TRIGGER mark_disabled_endpoint BEFORE UPDATE ON webhook_endpoints
  FOR EACH ROW WHEN (OLD.status = 'active' AND NEW.status = 'disabled') EXECUTE FUNCTION mark_disabled_endpoint();

-- Records an event about the endpoint with the change of its trouble: for the agency's other endpoints that asked for it, and, as a job, for
-- the operator. An endpoint that is limited to creators learns only of endpoints that are limited to the same ones or fewer, and so does a URL that
-- a key for some creators has set. creator_id is the JSON array of the creators of the endpoint that the event is about; null for all of the agency.
-- The transaction waits for the disk: a change that was sent is not lost in a crash.
CREATE FUNCTION report_endpoint() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  reported_id uuid := uuidv7();
  reported_at timestamptz(3) := clock_timestamp();
  reported_type text := CASE WHEN NEW.trouble IS NULL THEN 'endpoint.recovered'
                             WHEN NEW.trouble = 'disabled' THEN 'endpoint.disabled' ELSE 'endpoint.failing' END;
  since timestamptz(3) := CASE WHEN NEW.trouble IS NULL THEN OLD.trouble_changed_at ELSE NEW.trouble_changed_at END;
  instant CONSTANT text := 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
  creators text := CASE WHEN NEW.allowed_creator_ids <> '{}' THEN to_json(NEW.allowed_creator_ids)::text END;
  most_pending CONSTANT integer := 10000;
  pending integer;
  report json;
  notice text;
BEGIN
  PERFORM set_config('synchronous_commit', 'on', true);
  SELECT count(*) INTO pending FROM (
    SELECT FROM delivery_queue q WHERE q.agency_id = NEW.agency_id AND q.endpoint_id = NEW.id LIMIT most_pending + 1) counted;
  report := json_build_object(
    'agency_id', NEW.agency_id,
    'endpoint_id', NEW.id,
    'label', NEW.label,
    'origin', substring(NEW.url FROM '^[a-z]+://[^/?#]+'),
    'state', split_part(reported_type, '.', 2),
    'reason', CASE WHEN NEW.trouble IS NULL THEN OLD.trouble WHEN NEW.trouble = 'disabled' THEN NEW.disabled_reason ELSE NEW.trouble END,
    'since', to_char(since AT TIME ZONE 'UTC', instant),
    'consecutive_failures', NEW.consecutive_failures,
    'pending_count', least(pending, most_pending),
    'has_more_pending', pending > most_pending);
  WITH queued AS (
    INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, creator_id, occurred_at, generation)
    SELECT e.agency_id, e.id, reported_type, reported_id, creators, reported_at, e.generation
      FROM webhook_endpoints e
     WHERE e.agency_id = NEW.agency_id AND e.id <> NEW.id AND e.status = 'active' AND reported_type = ANY (e.enabled_event_types)
       AND (e.allowed_creator_ids = '{}' OR NEW.allowed_creator_ids <> '{}' AND NEW.allowed_creator_ids <@ e.allowed_creator_ids)
       AND (e.url_creator_ids = '{}' OR NEW.allowed_creator_ids <> '{}' AND NEW.allowed_creator_ids <@ e.url_creator_ids)
    RETURNING agency_id, endpoint_id, due_at
  )
  SELECT json_agg(json_build_array(q.agency_id, q.endpoint_id, (extract(epoch FROM q.due_at) * 1e6)::float8))::text INTO notice FROM queued q;
  IF notice IS NOT NULL THEN
    INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data, subject)
    VALUES (NEW.agency_id, reported_id, reported_type, creators, reported_at, report, NEW.id::text);
    PERFORM pg_notify('delivery_due', notice);
  END IF;
  PERFORM graphile_worker.add_job(
    'notify_operator',
    json_build_object('id', reported_id, 'type', reported_type, 'created_at', to_char(reported_at AT TIME ZONE 'UTC', instant), 'data', report),
    queue_name => 'notify_operator', max_attempts => 20);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION report_endpoint FROM PUBLIC;
CREATE TRIGGER report_endpoint AFTER UPDATE ON webhook_endpoints
  FOR EACH ROW WHEN (OLD.trouble IS DISTINCT FROM NEW.trouble OR OLD.status = 'active' AND NEW.status = 'disabled')
  EXECUTE FUNCTION report_endpoint();
