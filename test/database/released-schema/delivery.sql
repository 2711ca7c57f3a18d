-- Leases of processes that deliver. A process has one lease at a time, and counts up beat as its heartbeat. An ended lease stays until no transaction can add
-- rows under it; every process may claim its deliveries. With is_returned, the owner ended the lease and sent none of the remaining deliveries. Otherwise the
-- owner is dead, and may have sent them. oldest_due_at is the due time of the oldest delivery that waits for the process, and not for its receiver.
CREATE TABLE delivery_leases (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  beat bigint NOT NULL DEFAULT 0,
  oldest_due_at timestamptz,
  ended_at timestamptz,
  settles_after xid8,
  is_returned boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);

-- Pending deliveries of events to endpoints. A finished delivery moves to the history. A row with a lease is in flight in the process of the lease. A row
-- without a lease is due from due_at on. A row whose process died while it was in flight is suspect, and is sent alone. attempts has a JSON object for each
-- attempt with a known outcome. data is the payload if the event may be dropped already. Indexes of claims and sweeps contain only rows without a lease, so that
-- deliveries by their publisher never enter them. endpoint_id has no foreign key: deliveries of a deleted endpoint are hidden at once and removed in batches.
CREATE TABLE delivery_queue (
  agency_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  id uuid NOT NULL DEFAULT uuidv7(),
  event_id uuid NOT NULL,
  creator_id text COLLATE "C",
  occurred_at timestamptz(3) NOT NULL,
  generation integer NOT NULL,
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  lease integer,
  attempt_count smallint NOT NULL DEFAULT 0,
  is_suspect boolean NOT NULL DEFAULT false,
  attempts text[] NOT NULL DEFAULT '{}',
  -- The failure that it replays, or, with is_resend, the delivery whose event it sends again.
  replay_of uuid,
  is_resend boolean,
  -- Whether a recovery made the event, which may be dropped before the delivery.
  is_reconstructed boolean,
  data json,
  created_at timestamptz(3) GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL,
  PRIMARY KEY (agency_id, endpoint_id, event_type, id)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0,
        autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);
CREATE INDEX delivery_queue_free ON delivery_queue (agency_id, endpoint_id, due_at) WHERE lease IS NULL;
-- Only for sweeps. It is an expression, so that no plan uses it for statements about one endpoint.
CREATE INDEX delivery_queue_due ON delivery_queue ((due_at AT TIME ZONE 'UTC')) WHERE lease IS NULL;
CREATE INDEX delivery_queue_suspects ON delivery_queue ((due_at AT TIME ZONE 'UTC')) WHERE lease IS NULL AND is_suspect;
-- For replays and resends. First deliveries are not in this index: they are found by their ids, which are close to the event's id.
CREATE INDEX delivery_queue_replays ON delivery_queue (agency_id, event_id) WHERE replay_of IS NOT NULL;

-- Finished deliveries, by the day of their creation, which is in their ids. The key contains the filters of lists, so that a page merges short ranges, one for
-- each type and status.
CREATE TABLE delivery_history (
  agency_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  creator_id text COLLATE "C",
  attempts text[] NOT NULL,
  replay_of uuid,
  is_resend boolean,
  created_at timestamptz(3) GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL,
  PRIMARY KEY (agency_id, endpoint_id, event_type, status, id)
) PARTITION BY RANGE (id);
CREATE INDEX delivery_history_replays ON delivery_history (agency_id, event_id) WHERE replay_of IS NOT NULL;

-- Deliveries that failed permanently, by the day of the failure, with the payload for a replay.
CREATE TABLE delivery_failures (
  agency_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  id uuid NOT NULL DEFAULT uuidv7(),
  event_id uuid NOT NULL,
  creator_id text COLLATE "C",
  occurred_at timestamptz(3) NOT NULL,
  delivery_id uuid NOT NULL,
  error text COLLATE "C" NOT NULL CHECK (error IN ('http_status', 'timeout', 'connection_error', 'tls_error', 'redirect', 'destination_forbidden', 'endpoint_disabled')),
  attempts text[] NOT NULL,
  is_reconstructed boolean,
  data json NOT NULL,
  replayed_at timestamptz(3),
  failed_at timestamptz(3) GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL,
  PRIMARY KEY (agency_id, endpoint_id, event_type, id)
) PARTITION BY RANGE (id);
CREATE INDEX delivery_failures_by_event ON delivery_failures (agency_id, event_id);
-- For the failures of an incident.
CREATE INDEX delivery_failures_unreplayed ON delivery_failures (agency_id, endpoint_id, id) WHERE replayed_at IS NULL AND event_type <> 'ping';

-- The attempts of a failure record. Long ones have only the first 200 characters of each response. The delivery itself has all stored ones, limited by the
-- quota of history. The number of failure records is limited.
CREATE FUNCTION attempts_of_failure(attempts text[]) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE WHEN pg_column_size(attempts) <= 2048 THEN attempts ELSE ARRAY(
    SELECT (SELECT json_object_agg(m.key, CASE m.key WHEN 'response_excerpt' THEN to_json(left(m.value #>> '{}', 200)) ELSE m.value END)
              FROM json_each(a.attempt::json) m)::text
      FROM unnest(attempts) WITH ORDINALITY a (attempt, number) ORDER BY a.number) END;

-- Deliveries and attempts, counted by the minute. delivered_count also counts attempts with a 2xx, because a delivery has exactly one. disabled_count counts
-- deliveries that were not sent because their endpoint was disabled. latencies counts attempts by the duration bounds of the contract, and at last timeouts.
CREATE TABLE delivery_minutes (
  agency_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  minute timestamptz(3) NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  delivered_count bigint NOT NULL DEFAULT 0,
  failed_count bigint NOT NULL DEFAULT 0,
  disabled_count bigint NOT NULL DEFAULT 0,
  http_4xx_count integer NOT NULL DEFAULT 0,
  http_5xx_count integer NOT NULL DEFAULT 0,
  timeout_count integer NOT NULL DEFAULT 0,
  connection_error_count integer NOT NULL DEFAULT 0,
  tls_error_count integer NOT NULL DEFAULT 0,
  other_count integer NOT NULL DEFAULT 0,
  latencies integer[] NOT NULL DEFAULT '{0,0,0,0,0,0,0,0,0,0,0,0}',
  PRIMARY KEY (agency_id, endpoint_id, minute, event_type)
) WITH (fillfactor = 70);
CREATE INDEX delivery_minutes_by_age ON delivery_minutes (minute);

-- The same by the hour, for long windows. Hours up to rolled_up_to are complete.
CREATE TABLE delivery_hours (
  agency_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  hour timestamptz(3) NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  delivered_count bigint NOT NULL,
  failed_count bigint NOT NULL,
  disabled_count bigint NOT NULL DEFAULT 0,
  http_4xx_count integer NOT NULL DEFAULT 0,
  http_5xx_count integer NOT NULL DEFAULT 0,
  timeout_count integer NOT NULL DEFAULT 0,
  connection_error_count integer NOT NULL DEFAULT 0,
  tls_error_count integer NOT NULL DEFAULT 0,
  other_count integer NOT NULL DEFAULT 0,
  latencies integer[] NOT NULL DEFAULT '{0,0,0,0,0,0,0,0,0,0,0,0}',
  PRIMARY KEY (agency_id, endpoint_id, hour, event_type)
);
CREATE INDEX delivery_hours_by_age ON delivery_hours (hour);

-- What changed about a receiver between an accepted and the next failed attempt: its header `Server`, or the addresses of its name, which are not stored. A
-- likely cause of an incident. slot is ten minutes, of which the first change of a kind stays.
CREATE TABLE receiver_changes (
  agency_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  slot timestamptz(3) NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('server', 'address')),
  accepted_at timestamptz(3) NOT NULL,
  failed_at timestamptz(3) NOT NULL,
  before text,
  after text,
  PRIMARY KEY (agency_id, endpoint_id, slot, kind)
);
CREATE INDEX receiver_changes_by_age ON receiver_changes (slot);
-- The latest episode of failed attempts of an endpoint, written only when attempts fail. number counts its episodes. minute is the minute of the last failed
-- attempt in delivery_minutes, and delivered_of_minute the attempts of this minute that were accepted before it. The counters are those from the first failed
-- attempt to the last one. delivered_before are the attempts of the minutes before that were accepted.
CREATE TABLE endpoint_episodes (
  agency_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  number integer NOT NULL,
  began_at timestamptz(3) NOT NULL,
  last_failed_at timestamptz(3) NOT NULL,
  minute timestamptz(3) NOT NULL,
  delivered_of_minute bigint NOT NULL,
  delivered_before bigint NOT NULL,
  delivered_count bigint NOT NULL,
  http_4xx_count bigint NOT NULL,
  http_5xx_count bigint NOT NULL,
  timeout_count bigint NOT NULL,
  connection_error_count bigint NOT NULL,
  tls_error_count bigint NOT NULL,
  other_count bigint NOT NULL,
  PRIMARY KEY (agency_id, endpoint_id)
) WITH (fillfactor = 50);

-- The failed attempts of the latest episode by their outcome. code is the status, the error detail or the error; statuses that are not registered share the code of
-- their class. Rows with another number than the episode are of an earlier one.
CREATE TABLE episode_errors (
  agency_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  code text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  error text COLLATE "C" NOT NULL,
  attempt_count bigint NOT NULL,
  first_at timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL,
  PRIMARY KEY (agency_id, endpoint_id, code)
) WITH (fillfactor = 50);

-- Failed attempts by their outcome, as in episode_errors, an hour a row. counts has an element for each minute from the first to the last with failed attempts;
-- element 1 is the minute in which the hour begins.
CREATE TABLE failed_attempts (
  agency_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  hour timestamptz(3) NOT NULL,
  code text COLLATE "C" NOT NULL,
  error text COLLATE "C" NOT NULL,
  counts integer[] NOT NULL,
  PRIMARY KEY (agency_id, endpoint_id, hour, code)
) WITH (fillfactor = 50);
CREATE INDEX failed_attempts_by_age ON failed_attempts (hour);

-- How many deliveries were pending for an endpoint in a minute, for endpoints with some. The job that counts pending deliveries for the quota writes it.
CREATE TABLE pending_minutes (
  agency_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  minute timestamptz(3) NOT NULL,
  pending_count integer NOT NULL,
  PRIMARY KEY (agency_id, endpoint_id, minute)
);
CREATE INDEX pending_minutes_by_age ON pending_minutes (minute);

CREATE TABLE delivery_hours_progress (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  rolled_up_to timestamptz(3) NOT NULL
);
INSERT INTO delivery_hours_progress (rolled_up_to) VALUES (date_trunc('hour', now() - interval '91 days'));
