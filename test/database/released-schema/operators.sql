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

-- Sessions of operators in the console. The hash depends on the session and on OPERATOR_TOKEN, so that a new OPERATOR_TOKEN ends all sessions. token_id is null
-- for a login with OPERATOR_TOKEN.
CREATE TABLE operator_sessions (
  session_hash bytea PRIMARY KEY CHECK (length(session_hash) = 32),
  token_id uuid REFERENCES operator_tokens (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL
);

-- Containments of an agency, or of one of its keys, during an incident, and what their release restored.
CREATE TABLE containments (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  key_id uuid,
  -- reason is for operators. notice is for the agency, in its audit log; null for the default.
  reason text NOT NULL,
  notice text,
  contained_at timestamptz(3) NOT NULL DEFAULT now(),
  released_at timestamptz(3),
  released_key_ids uuid[] NOT NULL DEFAULT '{}',
  released_endpoint_ids uuid[] NOT NULL DEFAULT '{}'
);
CREATE INDEX containments_by_agency ON containments (agency_id, id);
CREATE UNIQUE INDEX containments_open ON containments (agency_id, key_id) NULLS NOT DISTINCT WHERE released_at IS NULL;

-- The open containment of the agency. The roles of the API cannot read the table.
CREATE FUNCTION containment_of_agency(agency uuid) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (SELECT c.id FROM containments c
           WHERE c.agency_id = agency AND c.key_id IS NULL AND c.released_at IS NULL
             AND c.agency_id = coalesce(nullif(current_setting('tenant_scope.agency', true), '')::uuid, agency));

-- Acknowledgements and mutes of groups of incidents, the last one of each group. group_id is made of the host and the kind of error. An acknowledgement has no
-- until.
CREATE TABLE incident_acknowledgements (
  group_id text COLLATE "C" PRIMARY KEY,
  host text NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('acknowledged', 'muted')),
  note text NOT NULL,
  by_name text NOT NULL,
  acknowledged_at timestamptz(3) NOT NULL DEFAULT now(),
  until timestamptz(3),
  CHECK ((kind = 'muted') = (until IS NOT NULL))
);

-- Successful requests of keys by the hour, and the items in their responses. last_at is the last use within the hour.
CREATE TABLE key_uses (
  agency_id uuid NOT NULL,
  hour timestamptz(3) NOT NULL,
  key_id uuid NOT NULL,
  operation_id text COLLATE "C" NOT NULL,
  request_count bigint NOT NULL,
  item_count bigint NOT NULL,
  last_at timestamptz(3) NOT NULL,
  PRIMARY KEY (agency_id, hour, key_id, operation_id)
) WITH (fillfactor = 70);
CREATE INDEX key_uses_by_age ON key_uses (hour);

-- An entry is written in the transaction of its action. creator_ids are the creators that the subject was limited to then; empty for all.
CREATE TABLE audit_log (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  agency_id uuid,
  action text COLLATE "C" NOT NULL,
  actor_kind text COLLATE "C" NOT NULL CHECK (actor_kind IN ('key', 'operator', 'service')),
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
CREATE INDEX audit_log_by_key ON audit_log (agency_id, actor_id, id) WHERE actor_kind = 'key';

-- Prevents changes of entries for 400 days, except by an erasure (retention.sql).
CREATE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  erasure text;
BEGIN
  IF TG_OP = 'DELETE' AND OLD.id < first_id_at(now() - interval '400 days') THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    erasure := (erasure_of_audit_entry(OLD)).kind;
    IF erasure IS NOT NULL AND to_jsonb(NEW) = erased_audit_entry(OLD, erasure) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is only added to; entries may be removed after 400 days' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_audit_log BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER keep_whole_audit_log BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();

-- The seconds until a key may make its next audited change; null if it may now. In the last hour, the key and all keys of its agency may make at most so many.
-- Openings of portal links have a limit of their own, and do not count. The function also counts entries that the key cannot see.
CREATE FUNCTION seconds_to_next_change(agency uuid, key uuid, most_of_key integer, most_of_agency integer) RETURNS float8
  LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (
    SELECT max(extract(epoch FROM uuid_extract_timestamp(id) + interval '1 hour' - statement_timestamp())::float8)
      FROM (
        (SELECT l.id FROM audit_log l
          WHERE l.actor_kind = 'key' AND l.action <> 'portal_link.opened' AND l.agency_id = agency AND l.actor_id = key AND l.id >= first_id_at(statement_timestamp() - interval '1 hour')
          ORDER BY l.id DESC OFFSET most_of_key - 1 LIMIT 1)
        UNION ALL
        (SELECT l.id FROM audit_log l
          WHERE l.actor_kind = 'key' AND l.action <> 'portal_link.opened' AND l.agency_id = agency AND l.id >= first_id_at(statement_timestamp() - interval '1 hour')
          ORDER BY l.id DESC OFFSET most_of_agency - 1 LIMIT 1)
      ) oldest_of_most
     WHERE agency = coalesce(nullif(current_setting('tenant_scope.agency', true), '')::uuid, agency));
