CREATE TABLE agencies (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Only the SHA-256 of a key is stored. An empty creator_ids means every creator of the agency.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  label text NOT NULL,
  prefix text NOT NULL,
  key_hash bytea NOT NULL UNIQUE CHECK (length(key_hash) = 32),
  scopes text[] NOT NULL,
  creator_ids text[] NOT NULL DEFAULT '{}',
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX api_keys_by_agency ON api_keys (agency_id, created_at, id);

-- Windows of the rate limits. They may be lost in a crash of the database, so they need no write-ahead log.
CREATE UNLOGGED TABLE rate_windows (
  key_id uuid NOT NULL,
  operation_id text NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  request_count integer NOT NULL,
  PRIMARY KEY (key_id, operation_id)
) WITH (fillfactor = 50);
