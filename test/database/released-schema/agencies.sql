CREATE TABLE agencies (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When its erasure was requested. From then on, callers do not find the agency.
  erased_at timestamptz(3)
);

-- The quotas of each agency: the limits that operators set (null for the limit of the contract), and the use. Triggers count notes and publications
-- in the transaction of their change. Jobs count deliveries, failures and events (retention/).
CREATE TABLE agency_quotas (
  agency_id uuid PRIMARY KEY REFERENCES agencies (id) ON DELETE CASCADE,
  api_keys_allowed bigint CHECK (api_keys_allowed >= 0),
  portal_links_allowed bigint CHECK (portal_links_allowed >= 0),
  insight_history_bytes_allowed bigint CHECK (insight_history_bytes_allowed >= 0),
  insight_history_bytes_used bigint NOT NULL DEFAULT 0,
  scheduled_publications_allowed bigint CHECK (scheduled_publications_allowed >= 0),
  scheduled_publications_used bigint NOT NULL DEFAULT 0,
  publication_bytes_allowed bigint CHECK (publication_bytes_allowed >= 0),
  publication_bytes_used bigint NOT NULL DEFAULT 0,
  pending_deliveries_allowed bigint CHECK (pending_deliveries_allowed >= 0),
  pending_deliveries_used bigint NOT NULL DEFAULT 0,
  -- The first and the last of consecutive checks that found more pending deliveries than allowed.
  pending_over_since timestamptz,
  pending_over_seen_at timestamptz,
  failure_records_allowed bigint CHECK (failure_records_allowed >= 0),
  failure_records_used bigint NOT NULL DEFAULT 0,
  delivery_history_bytes_allowed bigint CHECK (delivery_history_bytes_allowed >= 0),
  delivery_history_bytes_used bigint NOT NULL DEFAULT 0,
  -- Events up to this one are counted.
  events_counted_to uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'
) WITH (fillfactor = 50);

CREATE FUNCTION add_agency_quotas() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO agency_quotas (agency_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER add_agency_quotas AFTER INSERT ON agencies FOR EACH ROW EXECUTE FUNCTION add_agency_quotas();

-- Only the SHA-256 of a key is stored. An empty creator_ids means every creator of the agency.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  label text NOT NULL,
  prefix text NOT NULL,
  key_hash bytea NOT NULL UNIQUE CHECK (length(key_hash) = 32),
  scopes text[] NOT NULL,
  creator_ids text[] NOT NULL DEFAULT '{}',
  -- Whether an imported key has our format without a valid checksum. Without such keys, such a text is refused without a search for its hash.
  is_unchecked boolean NOT NULL DEFAULT false,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  -- The containment because of which the key is refused.
  containment_id uuid,
  contained_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((containment_id IS NULL) = (contained_at IS NULL))
);
CREATE INDEX api_keys_by_agency ON api_keys (agency_id, created_at, id);
CREATE INDEX api_keys_unchecked ON api_keys (id) WHERE is_unchecked;

-- Locks the key of a change. It waits for a transaction that revokes or contains the key, and returns false after it.
CREATE FUNCTION hold_key(agency uuid, key uuid) RETURNS boolean LANGUAGE sql VOLATILE SECURITY DEFINER
BEGIN ATOMIC
  SELECT count(*) > 0 FROM (
    SELECT FROM api_keys k
     WHERE k.agency_id = agency AND k.id = key AND k.revoked_at IS NULL AND k.containment_id IS NULL
       AND agency = coalesce(nullif(current_setting('tenant_scope.agency', true), '')::uuid, agency)
       FOR SHARE) held;
END;

-- Links to the portal of an agency. The secret of a link opens a session, at most uses_left times. The key of a link expires with it, and only its sessions
-- use the key. The id is not a secret.
CREATE TABLE portal_links (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  key_id uuid NOT NULL UNIQUE REFERENCES api_keys (id) ON DELETE CASCADE,
  secret_hash bytea NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
  uses_left integer NOT NULL CHECK (uses_left >= 0),
  allowed_origins text[] NOT NULL,
  -- Name, logo and colours of the portal, as a JSON object of the contract. Null for those of the service.
  theme jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX portal_links_by_agency ON portal_links (agency_id, created_at);

CREATE TABLE portal_sessions (
  session_hash bytea PRIMARY KEY CHECK (length(session_hash) = 32),
  link_id uuid NOT NULL REFERENCES portal_links (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX portal_sessions_by_link ON portal_sessions (link_id);

-- Adds the job that disables the endpoints of a link when it expires.
CREATE FUNCTION add_end_of_link_job(key_id uuid, run_at timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job('end_links', run_at => run_at, max_attempts => 3, job_key => 'end_links:' || key_id);
END $$;

-- The following functions count rows that a key cannot see. Within the row scope of an agency, they count only its rows.

-- Keys that are accepted, or will be after a containment. Keys of links do not count: they end within a day.
CREATE FUNCTION keys_of_agency(agency uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (SELECT count(*) FROM api_keys k
           WHERE k.agency_id = agency AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
             AND NOT EXISTS (SELECT FROM portal_links l WHERE l.key_id = k.id)
             AND agency = coalesce(nullif(current_setting('tenant_scope.agency', true), '')::uuid, agency));

-- Links that were created within a day, the longest duration of a link.
CREATE FUNCTION links_of_agency(agency uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (SELECT count(*) FROM portal_links l
           WHERE l.agency_id = agency AND l.created_at > now() - interval '1 day'
             AND agency = coalesce(nullif(current_setting('tenant_scope.agency', true), '')::uuid, agency));

-- The requests of a key to an operation in the window of its rate limit. ages has the age of each request in microseconds before counted_at, the oldest
-- first. granted is the number of requests that the last statement added. A crash may lose the rows, so that they need no write-ahead log. The largest row,
-- of 600 ages, fits into a page, so that it is updated in place.
CREATE UNLOGGED TABLE rate_windows (
  key_id uuid NOT NULL,
  operation_id text NOT NULL,
  counted_at timestamptz NOT NULL,
  ages integer[] NOT NULL,
  granted integer NOT NULL,
  PRIMARY KEY (key_id, operation_id)
) WITH (fillfactor = 50, toast_tuple_target = 8160);

-- The position of the write-ahead log after an agency's last write: its reads use only replicas that have replayed it. The nil agency represents all
-- agencies. Without its row, such as after a crash that empties the table, all positions are unknown.
CREATE UNLOGGED TABLE agency_writes (
  agency_id uuid PRIMARY KEY,
  position pg_lsn NOT NULL
) WITH (fillfactor = 50);

-- Responses to requests with an idempotency key, so that a repeated request gets the same response. key_hash is the hash of the key, its caller and the
-- agency (null for operations across agencies). creator_ids are the creators that an API key is limited to. answer is encrypted.
CREATE TABLE idempotent_answers (
  key_hash bytea PRIMARY KEY,
  agency_id uuid REFERENCES agencies (id) ON DELETE CASCADE,
  -- Responses of one caller have a common limit.
  caller text NOT NULL,
  creator_ids text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  answer bytea NOT NULL
);
CREATE INDEX idempotent_answers_by_time ON idempotent_answers (agency_id, created_at);

-- Reserves an idempotency key for the transaction. Raises an error if a request with it is running (SVC01) or was answered (SVC02). Each statement of the
-- function has its own snapshot, so that the search sees every response that was committed before the lock.
CREATE FUNCTION claim_idempotency_key(agency uuid, hash bytea, lock bigint, valid_for interval) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(lock) THEN
    RAISE EXCEPTION 'a request with this idempotency key is running' USING ERRCODE = 'SVC01';
  END IF;
  DELETE FROM idempotent_answers a
   WHERE a.key_hash = hash AND a.agency_id IS NOT DISTINCT FROM agency AND a.created_at <= now() - valid_for;
  IF EXISTS (SELECT FROM idempotent_answers a WHERE a.key_hash = hash AND a.agency_id IS NOT DISTINCT FROM agency) THEN
    RAISE EXCEPTION 'a request with this idempotency key has been answered' USING ERRCODE = 'SVC02';
  END IF;
END $$;

-- The progress of the demo agency's data. Each batch of records updates it in the same transaction, so that a killed process can continue.
CREATE TABLE demo_agencies (
  agency_id uuid PRIMARY KEY REFERENCES agencies (id) ON DELETE CASCADE,
  batches_done integer NOT NULL DEFAULT 0,
  completed_at timestamptz(3)
);
