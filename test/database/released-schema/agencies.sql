CREATE TABLE agencies (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- When its erasure was requested: since then, callers do not find the agency.
  erased_at timestamptz(3)
);

-- What each agency may have, where an operator decided it (null: the limit of the contract), and what it has. Triggers count histories of notes and
-- publications with the rows; jobs count deliveries, failures and events (retention/).
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
  -- The first and the last of the checks in a row that found more pending deliveries than allowed.
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
  -- An imported key that has the form of minted ones and lacks their checksum. While there is none, a text like that is refused without a search for its hash.
  is_unchecked boolean NOT NULL DEFAULT false,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  -- The containment by which the key is refused.
  containment_id uuid,
  contained_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK ((containment_id IS NULL) = (contained_at IS NULL))
);
CREATE INDEX api_keys_by_agency ON api_keys (agency_id, created_at, id);
CREATE INDEX api_keys_unchecked ON api_keys (id) WHERE is_unchecked;

-- A change by a key waits for a transaction that revokes or contains the key, and is not made after it.
CREATE FUNCTION hold_key(agency uuid, key uuid) RETURNS boolean LANGUAGE sql VOLATILE SECURITY DEFINER
BEGIN ATOMIC
  SELECT count(*) > 0 FROM (
    SELECT FROM api_keys k
     WHERE k.agency_id = agency AND k.id = key AND k.revoked_at IS NULL AND k.containment_id IS NULL
       AND agency = coalesce(nullif(current_setting('tenant_scope.agency', true), '')::uuid, agency)
       FOR SHARE) held;
END;

-- Links to the portal of an agency. A link is opened with a secret, so many times, each time for a session. Its key expires with it and is used only by its
-- sessions. The id is not a secret.
CREATE TABLE portal_links (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  key_id uuid NOT NULL UNIQUE REFERENCES api_keys (id) ON DELETE CASCADE,
  secret_hash bytea NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
  uses_left integer NOT NULL CHECK (uses_left >= 0),
  allowed_origins text[] NOT NULL,
  -- Name, logo and colours of the portal: a JSON object as the contract has it, checked when the link is made. Null for the service's own.
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

-- The job that disables what was created through a link when the link expires.
CREATE FUNCTION add_end_of_link_job(key_id uuid, run_at timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job('end_links', run_at => run_at, max_attempts => 3, job_key => 'end_links:' || key_id);
END $$;

-- Functions such as these count rows that a key does not see: of the agency that the transaction is for, where it is for one.

-- Keys that are accepted, or will be when a containment ends. Keys of links end within a day and are made for each visit: they do not count.
CREATE FUNCTION keys_of_agency(agency uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (SELECT count(*) FROM api_keys k
           WHERE k.agency_id = agency AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
             AND NOT EXISTS (SELECT FROM portal_links l WHERE l.key_id = k.id)
             AND agency = coalesce(nullif(current_setting('tenant_scope.agency', true), '')::uuid, agency));

-- Links that were made within a day, which is as long as one lasts.
CREATE FUNCTION links_of_agency(agency uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (SELECT count(*) FROM portal_links l
           WHERE l.agency_id = agency AND l.created_at > now() - interval '1 day'
             AND agency = coalesce(nullif(current_setting('tenant_scope.agency', true), '')::uuid, agency));

-- What a key's requests to an operation have used of its limit. Each request has an age, in microseconds before counted_at, the oldest first, and is dropped
-- when it is as old as the window is long. granted is how many the last statement added. The rows may be lost in a crash of the database, so they need
-- no write-ahead log. The largest row, of 600 ages, stays in its page, so that it is updated in place.
CREATE UNLOGGED TABLE rate_windows (
  key_id uuid NOT NULL,
  operation_id text NOT NULL,
  counted_at timestamptz NOT NULL,
  ages integer[] NOT NULL,
  granted integer NOT NULL,
  PRIMARY KEY (key_id, operation_id)
) WITH (fillfactor = 50, toast_tuple_target = 8160);

-- How far the write-ahead log reached after an agency's last write: its reads go to no replica that has replayed less. The nil agency stands for all
-- of them. While its row is absent, as after a crash that empties the table, nothing is known.
CREATE UNLOGGED TABLE agency_writes (
  agency_id uuid PRIMARY KEY,
  position pg_lsn NOT NULL
) WITH (fillfactor = 50);

-- Responses to requests with an idempotency key, so that the same request again gets the same response. key_hash is of the key, its caller and the agency
-- (null for operations across agencies); creator_ids are those that an API key is limited to. answer is encrypted.
CREATE TABLE idempotent_answers (
  key_hash bytea PRIMARY KEY,
  agency_id uuid REFERENCES agencies (id) ON DELETE CASCADE,
  -- Whose responses are limited together.
  caller text NOT NULL,
  creator_ids text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  answer bytea NOT NULL
);
CREATE INDEX idempotent_answers_by_time ON idempotent_answers (agency_id, created_at);

-- Reserves a key for the transaction, and raises an error where a request with it is running (SVC01) or has been answered (SVC02). Each of its
-- statements sees what was committed before it, so nothing is missed between the lock and the search.
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

-- The progress of the demo agency's data: each batch of records moves it in its own transaction, so that a killed process continues where it stopped.
CREATE TABLE demo_agencies (
  agency_id uuid PRIMARY KEY REFERENCES agencies (id) ON DELETE CASCADE,
  batches_done integer NOT NULL DEFAULT 0,
  completed_at timestamptz(3)
);
