-- generation counts how often the endpoint was disabled. A delivery carries the generation it was recorded under:
-- one of an earlier generation is never sent. drained_generation follows it once no delivery of an earlier
-- generation is pending.
CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  url text NOT NULL,
  label text NOT NULL,
  secret_ciphertext bytea NOT NULL,
  secret_prefix text NOT NULL,
  previous_secret_ciphertext bytea,
  previous_secret_expires_at timestamptz(3),
  enabled_event_types text[] NOT NULL,
  allowed_creator_ids text[] NOT NULL DEFAULT '{}',
  api_version text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
  disabled_reason text CHECK (disabled_reason IN ('manual', 'auto_breaker')),
  disabled_at timestamptz(3),
  generation integer NOT NULL DEFAULT 1,
  drained_generation integer NOT NULL DEFAULT 1,
  consecutive_failures integer NOT NULL DEFAULT 0,
  enabled_at timestamptz(3) NOT NULL DEFAULT now(),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((status = 'active') = (disabled_reason IS NULL) AND (status = 'active') = (disabled_at IS NULL))
) WITH (fillfactor = 70);
CREATE INDEX webhook_endpoints_by_agency ON webhook_endpoints (agency_id, created_at, id);
CREATE INDEX webhook_endpoints_to_drain ON webhook_endpoints (id) WHERE drained_generation < generation;

-- A fact that happened. data is rendered into the endpoint's version when it is sent; it is json, not jsonb, so that
-- the order of its members stays and the text goes out as it was recorded.
CREATE TABLE events (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  type text NOT NULL,
  creator_id text COLLATE "C",
  occurred_at timestamptz(3) NOT NULL,
  data json NOT NULL,
  recorded_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX events_by_age ON events (recorded_at, id);

-- The truth about one event's way to one endpoint. While pending, next_attempt_at is the time at which the next (or
-- running) attempt is due. While an attempt runs, lease_id names its claim, and after lease_expires_at another claim
-- may take the row. A claim changes no indexed column, and a page has room for the claims of all its rows.
-- The primary key begins with the event, so that one index serves both the row and the event's clean-up.
-- endpoint_id is no foreign key: what belongs to a deleted endpoint is out of sight at once and removed in batches.
CREATE TABLE deliveries (
  event_id uuid NOT NULL REFERENCES events (id),
  id uuid NOT NULL DEFAULT uuidv7(),
  agency_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  generation integer NOT NULL,
  replay_of uuid,
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
  attempt_count smallint NOT NULL DEFAULT 0,
  attempts jsonb NOT NULL DEFAULT '[]',
  next_attempt_at timestamptz(3) DEFAULT date_trunc('milliseconds', now()),
  lease_id uuid,
  lease_expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (event_id, id)
) WITH (fillfactor = 50);
CREATE INDEX deliveries_due ON deliveries (endpoint_id, next_attempt_at) WHERE status = 'pending';
CREATE INDEX deliveries_by_endpoint ON deliveries (endpoint_id, created_at DESC, id DESC);

CREATE TABLE webhook_failures (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  agency_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id uuid NOT NULL REFERENCES events (id),
  event_type text COLLATE "C" NOT NULL,
  event_created_at timestamptz(3) NOT NULL,
  delivery_id uuid NOT NULL,
  error text COLLATE "C" NOT NULL CHECK (error IN ('http_status', 'timeout', 'connection_error', 'tls_error', 'redirect', 'destination_forbidden', 'endpoint_disabled')),
  attempts jsonb NOT NULL DEFAULT '[]',
  failed_at timestamptz(3) NOT NULL DEFAULT now(),
  replayed_at timestamptz(3)
);
CREATE INDEX webhook_failures_by_endpoint ON webhook_failures (endpoint_id, failed_at DESC, id DESC);
CREATE INDEX webhook_failures_by_age ON webhook_failures (failed_at);
CREATE INDEX webhook_failures_by_event ON webhook_failures (event_id);

CREATE TABLE delivery_counters (
  endpoint_id uuid NOT NULL,
  minute timestamptz(3) NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  delivered_count bigint NOT NULL DEFAULT 0,
  failed_count bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (endpoint_id, minute, event_type)
) WITH (fillfactor = 70);
CREATE INDEX delivery_counters_by_age ON delivery_counters (minute);

-- Which job workers live: the jobs of one whose heartbeat stopped are unlocked.
CREATE TABLE job_workers (
  worker_id text PRIMARY KEY,
  seen_at timestamptz(3) NOT NULL DEFAULT now()
);
