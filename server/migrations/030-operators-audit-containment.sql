-- Named operator tokens. Only the SHA-256 of a token is stored.
CREATE TABLE operator_tokens (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL,
  prefix text NOT NULL,
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
CREATE UNIQUE INDEX operator_tokens_by_name ON operator_tokens (name) WHERE revoked_at IS NULL;

-- Who did what. creator_ids are the creators that the subject was limited to then; empty for all of them. A row is written in
-- the transaction of what it tells of, and stays as it is for 400 days: nothing but removing older ones is allowed.
CREATE TABLE audit_log (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  agency_id uuid,
  action text COLLATE "C" NOT NULL,
  actor_kind text COLLATE "C" NOT NULL CHECK (actor_kind IN ('key', 'operator')),
  actor_id uuid,
  actor_name text NOT NULL,
  subject_id uuid,
  subject_name text NOT NULL,
  creator_ids text[] NOT NULL,
  details json NOT NULL,
  address text,
  request_id text NOT NULL
);
CREATE INDEX audit_log_by_agency ON audit_log (agency_id, id);

CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.id < first_id_at(now() - interval '400 days') THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the audit log is only added to; entries may be removed after 400 days' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_audit_log BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER keep_whole_audit_log BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();

-- What was stopped in an incident, of an agency or of one of its keys, until it is released, and what works again since then.
CREATE TABLE containments (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  key_id uuid,
  reason text NOT NULL,
  contained_at timestamptz(3) NOT NULL DEFAULT now(),
  released_at timestamptz(3),
  released_key_ids uuid[] NOT NULL DEFAULT '{}',
  released_endpoint_ids uuid[] NOT NULL DEFAULT '{}'
);
CREATE INDEX containments_by_agency ON containments (agency_id, id);
CREATE UNIQUE INDEX containments_open ON containments (agency_id, key_id) NULLS NOT DISTINCT WHERE released_at IS NULL;

-- The containment by which a key is refused, or an endpoint was paused. Whoever changes an endpoint's status takes it out of it.
ALTER TABLE api_keys
  ADD COLUMN containment_id uuid,
  ADD COLUMN contained_at timestamptz(3),
  ADD CHECK ((containment_id IS NULL) = (contained_at IS NULL));

-- created_by_key_id made the endpoint, url_key_id gave its URL last; null where no key did, or where that was not kept yet.
ALTER TABLE webhook_endpoints
  ADD COLUMN containment_id uuid,
  ADD COLUMN created_by_key_id uuid,
  ADD COLUMN url_key_id uuid;

-- What keys did, by the hour: requests that were answered with success, and the items that the answers listed.
CREATE TABLE key_uses (
  agency_id uuid NOT NULL,
  hour timestamptz(3) NOT NULL,
  key_id uuid NOT NULL,
  operation_id text COLLATE "C" NOT NULL,
  request_count bigint NOT NULL,
  item_count bigint NOT NULL,
  PRIMARY KEY (agency_id, hour, key_id, operation_id)
) WITH (fillfactor = 70);
CREATE INDEX key_uses_by_age ON key_uses (hour);
