-- disabled_reason has the cause, and the contract two reasons and a detail (server/entities/disabled-endpoint.ts). So have the reports of endpoints.
CREATE OR REPLACE FUNCTION report_endpoint() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
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
    'reason', CASE WHEN NEW.trouble IS NULL THEN OLD.trouble WHEN NEW.trouble <> 'disabled' THEN NEW.trouble
                   WHEN NEW.disabled_reason IN ('manual', 'link_ended') THEN 'manual' ELSE 'auto_breaker' END,
    'disabled_detail', CASE WHEN NEW.trouble IS DISTINCT FROM 'disabled' THEN NULL
                            WHEN NEW.disabled_reason IN ('auto_quota', 'link_ended') THEN NEW.disabled_reason
                            WHEN NEW.containment_id IS NOT NULL THEN 'contained' END,
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
