-- Operators who are logged in to the console. A session is stored as a hash that needs the session and OPERATOR_TOKEN to be made, so
-- that another OPERATOR_TOKEN ends all of them. token_id is null where that token was logged in with.
CREATE TABLE operator_sessions (
  session_hash bytea PRIMARY KEY CHECK (length(session_hash) = 32),
  token_id uuid REFERENCES operator_tokens (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL
);

-- Links to the portal of an agency, each with a key of its own, which it expires with. Its id is no secret: the key is not in it.
CREATE TABLE portal_links (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  key_id uuid NOT NULL UNIQUE REFERENCES api_keys (id) ON DELETE CASCADE,
  allowed_origins text[] NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- An edit is of a key, or of an operator, who has none. Keys of links are removed some days after they expired; their edits stay.
ALTER TABLE insight_edits ALTER COLUMN key_id DROP NOT NULL, DROP CONSTRAINT insight_edits_key_id_fkey;

-- What came in of records: requests of a few seconds that ended alike. slug, detail and errors tell of refusals; the latter two are null
-- where more different ones came than are kept.
CREATE TABLE ingestions (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  outcome text COLLATE "C" NOT NULL CHECK (outcome IN ('recorded', 'refused')),
  request_count bigint NOT NULL,
  created_count bigint NOT NULL,
  updated_count bigint NOT NULL,
  unchanged_count bigint NOT NULL,
  slug text COLLATE "C",
  detail text,
  errors json,
  recorded_at timestamptz(3) GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL
);
CREATE INDEX ingestions_by_agency ON ingestions (agency_id, id);

-- The sessions of this database, which their owner alone sees whole.
CREATE FUNCTION service_connections()
  RETURNS TABLE (application text, active_count bigint, idle_count bigint, oldest_transaction_at timestamptz(3))
  LANGUAGE sql STABLE SECURITY DEFINER
BEGIN ATOMIC
  SELECT coalesce(nullif(application_name, ''), 'unnamed'), count(*) FILTER (WHERE state <> 'idle'), count(*) FILTER (WHERE state = 'idle'), min(xact_start) FILTER (WHERE pid <> pg_backend_pid())
    FROM pg_stat_activity
   WHERE datid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND backend_type = 'client backend'
   GROUP BY 1;
END;
REVOKE EXECUTE ON FUNCTION service_connections FROM PUBLIC;
