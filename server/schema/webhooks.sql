-- Events: facts that were published. data is rendered into the endpoint's version when it is sent. It is json and not jsonb, to preserve the order of members
-- and the recorded text. A day's partition is dropped as a whole.
CREATE TABLE webhook_events (
  agency_id uuid NOT NULL,
  id uuid NOT NULL,
  type text COLLATE "C" NOT NULL,
  creator_id text COLLATE "C",
  occurred_at timestamptz(3) NOT NULL,
  data json NOT NULL,
  -- The subject of the event in searches: the fan, else the order, or for a ping the endpoint.
  subject text COLLATE "C",
  -- Whether a recovery made the event from the stored fact.
  is_reconstructed boolean,
  -- The W3C header `traceparent` of the fact, if its trace is sampled.
  traceparent text,
  PRIMARY KEY (agency_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX webhook_events_by_subject ON webhook_events (agency_id, subject, id) WHERE subject IS NOT NULL;
-- For recoveries, which find the event of a fact by the fact's id. An assignment is a fact of its fan; others have an id of their own.
CREATE INDEX webhook_events_by_fact ON webhook_events (agency_id, (coalesce(data ->> 'id', data ->> 'fan_id')) COLLATE "C");

-- The last of the `most` events of an agency before an id and since another; null if there are fewer. It limits the rows that a filter reads, also for a key
-- that sees few of them.
CREATE FUNCTION first_event_of_run(agency uuid, before uuid, since uuid, most integer) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (SELECT ev.id FROM webhook_events ev
           WHERE ev.agency_id = agency AND ev.id < before AND ev.id >= since
             AND ev.agency_id = coalesce(nullif(current_setting('tenant_scope.agency', true), '')::uuid, agency)
           ORDER BY ev.id DESC OFFSET most - 1 LIMIT 1);

-- The same forwards: the `most`th event of an agency after an id and before another.
CREATE FUNCTION last_event_of_run(agency uuid, after uuid, before uuid, most integer) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (SELECT ev.id FROM webhook_events ev
           WHERE ev.agency_id = agency AND ev.id > after AND ev.id < before
             AND ev.agency_id = coalesce(nullif(current_setting('tenant_scope.agency', true), '')::uuid, agency)
           ORDER BY ev.id OFFSET most - 1 LIMIT 1);

-- The events of facts of an agency. A function of the owner, because with a policy a statement of a key would not use the index of facts.
CREATE FUNCTION events_of_facts(agency uuid, types text[], fact_ids text[])
  RETURNS TABLE (id uuid, type text, fact_id text, account_id text, occurred_at timestamptz) LANGUAGE sql STABLE SECURITY DEFINER
  BEGIN ATOMIC
    SELECT ev.id, ev.type, coalesce(ev.data ->> 'id', ev.data ->> 'fan_id'), ev.data ->> 'account_id', ev.occurred_at FROM webhook_events ev
     WHERE ev.agency_id = agency AND coalesce(ev.data ->> 'id', ev.data ->> 'fan_id') = ANY (fact_ids COLLATE "C") AND ev.type = ANY (types)
       AND ev.agency_id = coalesce(nullif(current_setting('tenant_scope.agency', true), '')::uuid, agency);
  END;

CREATE TABLE webhook_endpoints (
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  id uuid NOT NULL DEFAULT uuidv7(),
  url text NOT NULL,
  label text NOT NULL,
  api_version text NOT NULL,
  enabled_event_types text[] NOT NULL,
  -- The creators whose events the endpoint receives, and those whose events may be sent to its URL: the creators of the key that set the URL, and those that
  -- the endpoint was limited to since then. '{}' means all creators of the agency.
  allowed_creator_ids text[] NOT NULL DEFAULT '{}',
  url_creator_ids text[] NOT NULL DEFAULT '{}',
  -- When the endpoint last lost a creator. Earlier counts include former creators.
  narrowed_at timestamptz(3),
  secret_ciphertext bytea NOT NULL,
  secret_prefix text NOT NULL,
  -- Former signing secrets, the newest first, each with the instant until which it also signs.
  earlier_secret_ciphertexts bytea[] NOT NULL DEFAULT '{}',
  earlier_secrets_expire_at timestamptz(3)[] NOT NULL DEFAULT '{}',
  -- The endpoint's own headers: their names, the shown beginnings of their values, and JSON of both, encrypted; null without headers.
  header_names text[] NOT NULL DEFAULT '{}',
  header_value_prefixes text[] NOT NULL DEFAULT '{}',
  headers_ciphertext bytea,
  -- The rate of attempts; null for no limit. Claims take from it: what they took is used up at paced_until.
  max_per_second integer CHECK (max_per_second BETWEEN 1 AND 1000),
  paced_until timestamptz,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
  -- The cause; the contract has two reasons and a detail (server/entities/disabled-endpoint.ts).
  disabled_reason text CHECK (disabled_reason IN ('manual', 'auto_breaker', 'auto_quota', 'link_ended')),
  disabled_at timestamptz(3),
  enabled_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Counts how often the endpoint was disabled. A delivery has the generation in which it was recorded, and is never sent in a later one.
  -- drained_generation is set to generation when no delivery of an earlier generation is pending.
  generation integer NOT NULL DEFAULT 1,
  drained_generation integer NOT NULL DEFAULT 1,
  consecutive_failures integer NOT NULL DEFAULT 0,
  -- Set if five deliveries failed in a row, most attempts fail, or the endpoint was disabled. A success ends the trouble. trouble_changed_at is when it
  -- began, or when the last one ended.
  trouble text CHECK (trouble IN ('consecutive_failures', 'failure_rate', 'disabled')),
  trouble_changed_at timestamptz(3),
  -- When it was first disabled in its latest episode of failed attempts.
  episode_disabled_at timestamptz(3),
  -- When the certificate of its receiver expires, as the latest attempts have seen it.
  certificate_expires_at timestamptz(3),
  -- The containment that paused the endpoint. A change of the status removes the endpoint from the containment.
  containment_id uuid,
  -- The key that created the endpoint, and the last key that set its URL; null for an operator.
  created_by_key_id uuid,
  url_key_id uuid,
  -- The portal link through which it was created, and whether it is disabled when the link ends.
  created_by_link_id uuid,
  ends_with_link boolean NOT NULL DEFAULT false,
  -- Only for a listener, which receives over a stream that it opens: when the stream counts as closed unless it is renewed, and the stream that was opened
  -- last.
  listening_until timestamptz(3),
  listener_stream_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (agency_id, id),
  CHECK ((status = 'active') = (disabled_reason IS NULL) AND (status = 'active') = (disabled_at IS NULL)),
  CHECK (cardinality(earlier_secret_ciphertexts) = cardinality(earlier_secrets_expire_at)),
  CHECK ((headers_ciphertext IS NULL) = (header_names = '{}') AND cardinality(header_names) = cardinality(header_value_prefixes))
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX webhook_endpoints_by_id ON webhook_endpoints (id);
CREATE INDEX webhook_endpoints_by_agency ON webhook_endpoints (agency_id, created_at, id);
CREATE INDEX webhook_endpoints_to_drain ON webhook_endpoints (id) WHERE drained_generation < generation;
CREATE INDEX webhook_endpoints_of_links ON webhook_endpoints (created_by_key_id) WHERE ends_with_link AND status = 'active';
CREATE INDEX webhook_endpoints_listeners ON webhook_endpoints (listening_until) WHERE listening_until IS NOT NULL;
-- Agencies with an endpoint that receives events about endpoints. Only their attempts are summed.
CREATE INDEX webhook_endpoints_that_watch ON webhook_endpoints (agency_id)
  WHERE enabled_event_types && '{endpoint.failing,endpoint.disabled,endpoint.recovered}';

-- The former signing secrets that still sign, encrypted, as base64 separated by commas, the newest first. A function, so that statements for most endpoints,
-- which have no such secrets, execute no subquery.
CREATE FUNCTION earlier_secrets_in_use(ciphertexts bytea[], expire_at timestamptz[]) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE RETURN (
  SELECT string_agg(encode(earlier.ciphertext, 'base64'), ',' ORDER BY earlier.place)
    FROM unnest(ciphertexts, expire_at) WITH ORDINALITY AS earlier (ciphertext, expires_at, place)
   WHERE earlier.expires_at > now());

-- The number of endpoints for their limit, including those that a key cannot see. Listeners have a limit of their own.
CREATE FUNCTION endpoints_of_agency(agency uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (SELECT count(*) FROM webhook_endpoints e
           WHERE e.agency_id = agency AND e.listening_until IS NULL
             AND e.agency_id = coalesce(nullif(current_setting('tenant_scope.agency', true), '')::uuid, agency));

-- The numbers of listeners of an agency, and of those that a key created.
CREATE FUNCTION listeners_of_agency(agency uuid, key uuid, OUT of_agency bigint, OUT of_key bigint) LANGUAGE sql STABLE SECURITY DEFINER
BEGIN ATOMIC
  SELECT count(*), count(*) FILTER (WHERE e.created_by_key_id = key) FROM webhook_endpoints e
   WHERE e.agency_id = agency AND e.listening_until IS NOT NULL
     AND e.agency_id = coalesce(nullif(current_setting('tenant_scope.agency', true), '')::uuid, agency);
END;

-- Sets the trouble of the endpoint in every statement that disables it, and when it was first disabled while it failed.
CREATE FUNCTION mark_disabled_endpoint() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  NEW.trouble := 'disabled';
  NEW.trouble_changed_at := NEW.disabled_at;
  IF NEW.disabled_reason IN ('auto_breaker', 'auto_quota') OR NEW.consecutive_failures > 0 THEN
    SELECT CASE WHEN OLD.episode_disabled_at >= p.began_at THEN OLD.episode_disabled_at ELSE NEW.disabled_at END INTO NEW.episode_disabled_at
      FROM endpoint_episodes p WHERE p.agency_id = NEW.agency_id AND p.endpoint_id = NEW.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER mark_disabled_endpoint BEFORE UPDATE ON webhook_endpoints
  FOR EACH ROW WHEN (OLD.status = 'active' AND NEW.status = 'disabled') EXECUTE FUNCTION mark_disabled_endpoint();

-- Records an event about the endpoint with the change of its trouble, for the agency's other endpoints, and as a job for the operator. An endpoint or a URL
-- that is limited to creators receives only events about endpoints that are limited to a subset of them. creator_id is the JSON array of the creators of the
-- endpoint; null for all creators of the agency. The transaction waits for the disk, so that a crash does not lose a change that was sent.
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
CREATE TRIGGER report_endpoint AFTER UPDATE ON webhook_endpoints
  FOR EACH ROW WHEN (OLD.trouble IS DISTINCT FROM NEW.trouble OR OLD.status = 'active' AND NEW.status = 'disabled')
  EXECUTE FUNCTION report_endpoint();

-- Signed requests to listeners, from the process that delivers to the process of the stream, and their responses. stream_id is the stream that a request was
-- written to. A row is deleted after its response or its deadline.
CREATE TABLE listener_attempts (
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  endpoint_id uuid NOT NULL,
  id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  creator_id text,
  attempt integer NOT NULL,
  headers jsonb NOT NULL,
  body text NOT NULL,
  deadline_at timestamptz(3) NOT NULL,
  stream_id uuid,
  answered_at timestamptz(3),
  status_code integer,
  error text,
  excerpt text,
  PRIMARY KEY (agency_id, endpoint_id, id)
);

-- Pending bulk replays: of the failures of an endpoint, recorded in [start_at, end_at) and until requested_at, with these types (null for all) and creators
-- ('{}' for all), that were not replayed. start_at advances with the work.
CREATE TABLE replay_orders (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  endpoint_id uuid NOT NULL,
  creator_ids text[] NOT NULL,
  start_at timestamptz(3) NOT NULL DEFAULT '-infinity',
  end_at timestamptz(3) NOT NULL DEFAULT 'infinity',
  event_types text[],
  requested_at timestamptz(3) NOT NULL DEFAULT date_trunc('milliseconds', now())
);
CREATE INDEX replay_orders_by_endpoint ON replay_orders (endpoint_id, requested_at, id);

-- Recoveries of missed events of an endpoint, of a span, of types (null for all subscribed ones) and of creators ('{}' for all). First, the missing events of
-- facts of the span are recorded, one source after the other. Then the events are queued. source, after_at and after_id are the position at which the work
-- continues, in the order of the instants and ids of facts, or of the ids of events. counts has a JSON object per event type. A batch that exceeds the
-- statement timeout is halved.
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
  batch_size smallint NOT NULL DEFAULT 500 CHECK (batch_size > 0),
  counts jsonb NOT NULL DEFAULT '[]',
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'completed', 'stopped')),
  requested_at timestamptz(3) NOT NULL DEFAULT date_trunc('milliseconds', now()),
  ended_at timestamptz(3),
  PRIMARY KEY (agency_id, endpoint_id, id)
);
CREATE INDEX webhook_recoveries_open ON webhook_recoveries (endpoint_id, id) WHERE ended_at IS NULL;

-- Adds the job that replays or recovers for an endpoint, or moves it to the end of the queue. Jobs of an agency run one after another, so that they occupy one
-- of two slots for such jobs; erasures have the other.
CREATE FUNCTION add_endpoint_job(task text, endpoint_id uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF task NOT IN ('replay_failures', 'recover_events') THEN
    RAISE EXCEPTION '% is not a job of an endpoint', task USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM graphile_worker.add_job(
    task, json_build_object('endpointId', endpoint_id),
    queue_name => (SELECT 'agency:' || e.agency_id FROM webhook_endpoints e WHERE e.id = endpoint_id),
    max_attempts => 10, job_key => task || ':' || endpoint_id);
END $$;
