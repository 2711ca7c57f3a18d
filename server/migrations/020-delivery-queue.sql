-- The queue holds only what is not yet delivered; what is over is appended to history and dropped by the day.
-- The former tables are renamed, so that a process of the release before finds none of them and is refused.
ALTER TABLE events RENAME TO former_events;
ALTER TABLE deliveries RENAME TO former_deliveries;
ALTER TABLE webhook_failures RENAME TO former_failures;
ALTER TABLE former_deliveries DROP CONSTRAINT deliveries_event_id_fkey;
ALTER TABLE former_failures DROP CONSTRAINT webhook_failures_event_id_fkey;
ALTER TABLE former_events DROP CONSTRAINT events_agency_id_fkey;
-- What is over stays where it is and is listed from there until it is 30 days old.
CREATE INDEX former_deliveries_by_key ON former_deliveries (agency_id, endpoint_id, event_type, status, id);

ALTER TABLE webhook_endpoints DROP CONSTRAINT webhook_endpoints_pkey;
ALTER TABLE webhook_endpoints ADD PRIMARY KEY (agency_id, id);
CREATE UNIQUE INDEX webhook_endpoints_by_id ON webhook_endpoints (id);

-- The first id that uuidv7() makes at an instant, or later. Ids are in the order in which they were made, so that a range
-- of ids is a range of time.
CREATE FUNCTION first_id_at(instant timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  (lpad(to_hex(floor(extract(epoch FROM instant) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;

-- A fact that happened. data is rendered into the endpoint's version when it is sent; it is json, not jsonb, so that
-- the order of its members stays and the text goes out as it was recorded. A day's partition is dropped as a whole.
CREATE TABLE webhook_events (
  agency_id uuid NOT NULL,
  id uuid NOT NULL,
  type text COLLATE "C" NOT NULL,
  creator_id text COLLATE "C",
  occurred_at timestamptz(3) NOT NULL,
  data json NOT NULL,
  PRIMARY KEY (agency_id, id)
) PARTITION BY RANGE (id);

-- Who may send: a process that delivers has one lease at a time and beats while it lives. An ended lease stays until no
-- transaction can bring in rows under it any more; what it held is free for everybody. is_returned says that its owner
-- ended it and sent nothing of what is left; otherwise the owner is dead, and what it held may have been sent.
CREATE TABLE delivery_leases (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  beat bigint NOT NULL DEFAULT 0,
  ended_at timestamptz,
  settles_after xid8,
  is_returned boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);

-- An event on its way to one endpoint. A row under a lease is in flight in the process that holds it; a row without one
-- is free, and due from due_at on. A row that was in flight when its process died is suspect: it is sent alone. attempts
-- holds a JSON object for each attempt whose outcome is known. data is the payload where the event's own day may be over.
-- Only free rows are in the indexes that claims and sweeps read, so that what is sent by its publisher never enters them.
-- endpoint_id is no foreign key: what belongs to a deleted endpoint is out of sight at once and removed in batches.
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
  replay_of uuid,
  data json,
  created_at timestamptz(3) GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL,
  PRIMARY KEY (agency_id, endpoint_id, event_type, id)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0,
        autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000);
CREATE INDEX delivery_queue_free ON delivery_queue (agency_id, endpoint_id, due_at) WHERE lease IS NULL;
-- For sweeps alone: an expression, so that no plan takes it for what asks for one endpoint.
CREATE INDEX delivery_queue_due ON delivery_queue ((due_at AT TIME ZONE 'UTC')) WHERE lease IS NULL;
CREATE INDEX delivery_queue_suspects ON delivery_queue ((due_at AT TIME ZONE 'UTC')) WHERE lease IS NULL AND is_suspect;

-- Deliveries that are over, by the day on which they were made, which their ids tell. The key holds what lists filter by,
-- so that a page is merged from short runs, one of each type and status.
CREATE TABLE delivery_history (
  agency_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  creator_id text COLLATE "C",
  attempts text[] NOT NULL,
  created_at timestamptz(3) GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL,
  PRIMARY KEY (agency_id, endpoint_id, event_type, status, id)
) PARTITION BY RANGE (id);

-- Deliveries that failed for good, by the day on which they did, with the payload that a replay sends again.
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
  data json NOT NULL,
  replayed_at timestamptz(3),
  failed_at timestamptz(3) GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL,
  PRIMARY KEY (agency_id, endpoint_id, event_type, id)
) PARTITION BY RANGE (id);

-- Deliveries counted by the minute and, for long windows, by the hour: hours up to rolled_up_to are whole.
CREATE TABLE delivery_minutes (
  agency_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  minute timestamptz(3) NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  delivered_count bigint NOT NULL DEFAULT 0,
  failed_count bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (agency_id, endpoint_id, minute, event_type)
) WITH (fillfactor = 70);
INSERT INTO delivery_minutes
SELECT e.agency_id, c.endpoint_id, c.minute, c.event_type, c.delivered_count, c.failed_count
  FROM delivery_counters c JOIN webhook_endpoints e ON e.id = c.endpoint_id;
DROP TABLE delivery_counters;
CREATE INDEX delivery_minutes_by_age ON delivery_minutes (minute);

CREATE TABLE delivery_hours (
  agency_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  hour timestamptz(3) NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  delivered_count bigint NOT NULL,
  failed_count bigint NOT NULL,
  PRIMARY KEY (agency_id, endpoint_id, hour, event_type)
);
CREATE INDEX delivery_hours_by_age ON delivery_hours (hour);

CREATE TABLE delivery_hours_progress (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  rolled_up_to timestamptz(3) NOT NULL
);
INSERT INTO delivery_hours_progress (rolled_up_to) VALUES (date_trunc('hour', now() - interval '91 days'));

-- A job worker counts its beats up while it lives.
ALTER TABLE job_workers ADD COLUMN beat bigint NOT NULL DEFAULT 0;
