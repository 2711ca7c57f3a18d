-- A link to the portal is opened with a secret, so many times, each time for a session. Its key cannot be used by itself: only what holds a
-- session reaches it. Keys of links from before are the secrets from now on.
ALTER TABLE portal_links
  ADD COLUMN secret_hash bytea UNIQUE CHECK (length(secret_hash) = 32),
  ADD COLUMN uses_left integer NOT NULL DEFAULT 1 CHECK (uses_left >= 0);
UPDATE portal_links l SET secret_hash = k.key_hash FROM api_keys k WHERE k.id = l.key_id;
ALTER TABLE portal_links ALTER COLUMN secret_hash SET NOT NULL, ALTER COLUMN uses_left DROP DEFAULT;
UPDATE api_keys k SET key_hash = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) FROM portal_links l WHERE l.key_id = k.id;
CREATE INDEX portal_links_by_agency ON portal_links (agency_id, created_at);

CREATE TABLE portal_sessions (
  session_hash bytea PRIMARY KEY CHECK (length(session_hash) = 32),
  link_id uuid NOT NULL REFERENCES portal_links (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX portal_sessions_by_link ON portal_sessions (link_id);

-- What was created through a link is disabled when the link ends, unless the agency keeps it. What links created before stays.
ALTER TABLE webhook_endpoints
  ADD COLUMN created_by_link_id uuid,
  ADD COLUMN ends_with_link boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT webhook_endpoints_disabled_reason_check,
  ADD CHECK (disabled_reason IN ('manual', 'auto_breaker', 'auto_quota', 'link_ended'));
UPDATE webhook_endpoints e SET created_by_link_id = l.id FROM portal_links l WHERE l.key_id = e.created_by_key_id;
CREATE INDEX webhook_endpoints_of_links ON webhook_endpoints (created_by_key_id) WHERE ends_with_link AND status = 'active';

-- Links that were made within a day, which is as long as one lasts: of the agency that the transaction is for, where it is for one.
ALTER TABLE agency_quotas ADD COLUMN portal_links_allowed bigint CHECK (portal_links_allowed >= 0);
CREATE FUNCTION links_of_agency(agency uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (SELECT count(*) FROM portal_links l
           WHERE l.agency_id = agency AND l.created_at > now() - interval '1 day'
             AND agency = coalesce(nullif(current_setting('reach.agency', true), '')::uuid, agency));
REVOKE EXECUTE ON FUNCTION links_of_agency FROM PUBLIC;
