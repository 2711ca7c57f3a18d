-- What each agency may have, where an operator decided on it (null: as the contract says), and what it has of it. Notes' histories and
-- publications are counted with what changes them, whoever does; deliveries and failures by the clock (retention/).
CREATE TABLE agency_quotas (
  agency_id uuid PRIMARY KEY REFERENCES agencies (id) ON DELETE CASCADE,
  insight_history_bytes_allowed bigint CHECK (insight_history_bytes_allowed >= 0),
  scheduled_publications_allowed bigint CHECK (scheduled_publications_allowed >= 0),
  pending_deliveries_allowed bigint CHECK (pending_deliveries_allowed >= 0),
  failure_records_allowed bigint CHECK (failure_records_allowed >= 0),
  api_keys_allowed bigint CHECK (api_keys_allowed >= 0),
  insight_history_bytes_used bigint NOT NULL DEFAULT 0,
  scheduled_publications_used bigint NOT NULL DEFAULT 0,
  pending_deliveries_used bigint NOT NULL DEFAULT 0,
  failure_records_used bigint NOT NULL DEFAULT 0,
  -- Since when looks in a row found more pending deliveries than allowed, and the last of these looks.
  pending_over_since timestamptz,
  pending_over_seen_at timestamptz
) WITH (fillfactor = 50);

CREATE FUNCTION add_agency_quotas() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO agency_quotas (agency_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER add_agency_quotas AFTER INSERT ON agencies FOR EACH ROW EXECUTE FUNCTION add_agency_quotas();

-- What an edit counts for: the text that it keeps, whose size is known without reading it, and what its row takes besides.
CREATE FUNCTION insight_edit_bytes(previous_note text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN octet_length(previous_note) + 256;

CREATE FUNCTION count_insight_edits() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE agency_quotas q
     SET insight_history_bytes_used = q.insight_history_bytes_used + CASE TG_OP WHEN 'INSERT' THEN c.bytes ELSE -c.bytes END
    FROM (SELECT agency_id, sum(insight_edit_bytes(previous_note)) AS bytes FROM changed GROUP BY agency_id) c
   WHERE q.agency_id = c.agency_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_new_edits AFTER INSERT ON insight_edits REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_insight_edits();
CREATE TRIGGER count_removed_edits AFTER DELETE ON insight_edits REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_insight_edits();

-- Removes the oldest edits of an agency, whoever made them, until its history is within its bound; 400 of them at the most, which is
-- more than any one edit counts for. Whoever counts waits for the agency's row last, and holds nothing that is waited for here.
CREATE FUNCTION bound_insight_history(agency uuid, default_bytes bigint) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  excess bigint;
  oldest record;
  removed uuid[] := '{}';
BEGIN
  SELECT q.insight_history_bytes_used - coalesce(q.insight_history_bytes_allowed, default_bytes) INTO excess
    FROM agency_quotas q
   WHERE q.agency_id = agency AND agency = coalesce(nullif(current_setting('reach.agency', true), '')::uuid, agency)
     FOR NO KEY UPDATE;
  IF NOT FOUND OR excess <= 0 THEN
    RETURN 0;
  END IF;
  FOR oldest IN
    SELECT e.id, insight_edit_bytes(e.previous_note) AS bytes FROM insight_edits e
     WHERE e.agency_id = agency ORDER BY e.edited_at, e.id LIMIT 400 FOR UPDATE SKIP LOCKED
  LOOP
    EXIT WHEN excess <= 0;
    excess := excess - oldest.bytes;
    removed := removed || oldest.id;
  END LOOP;
  DELETE FROM insight_edits e WHERE e.id = ANY (removed);
  RETURN cardinality(removed);
END $$;
REVOKE EXECUTE ON FUNCTION bound_insight_history FROM PUBLIC;

CREATE FUNCTION count_publications() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE agency_quotas q
     SET scheduled_publications_used = q.scheduled_publications_used + CASE TG_OP WHEN 'INSERT' THEN c.count ELSE -c.count END
    FROM (SELECT agency_id, count(*) AS count FROM changed WHERE status = 'scheduled' GROUP BY agency_id) c
   WHERE q.agency_id = c.agency_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_new_publications AFTER INSERT ON publications REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_publications();
CREATE TRIGGER count_removed_publications AFTER DELETE ON publications REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_publications();

-- A lease changes nothing of what is scheduled, and takes nobody's lock.
CREATE FUNCTION count_changed_publications() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE agency_quotas q SET scheduled_publications_used = q.scheduled_publications_used + c.count
    FROM (SELECT agency_id, sum(one) AS count
            FROM (SELECT agency_id, 1 AS one FROM now_so WHERE status = 'scheduled'
                  UNION ALL SELECT agency_id, -1 FROM so_before WHERE status = 'scheduled') each
           GROUP BY agency_id HAVING sum(one) <> 0) c
   WHERE q.agency_id = c.agency_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_changed_publications AFTER UPDATE ON publications REFERENCING NEW TABLE AS now_so OLD TABLE AS so_before
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_publications();

-- Keys that are accepted, or will be when a containment ends: of the agency that the transaction is for, where it is for one.
CREATE FUNCTION keys_of_agency(agency uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (SELECT count(*) FROM api_keys k
           WHERE k.agency_id = agency AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
             AND agency = coalesce(nullif(current_setting('reach.agency', true), '')::uuid, agency));
REVOKE EXECUTE ON FUNCTION keys_of_agency FROM PUBLIC;

-- They mean these tables, whatever path or temporary table a session has.
DO $$
DECLARE
  name regproc;
BEGIN
  FOREACH name IN ARRAY ARRAY['add_agency_quotas', 'count_insight_edits', 'bound_insight_history', 'count_publications', 'count_changed_publications']::regproc[] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_catalog, pg_temp', name, current_schema());
  END LOOP;
END $$;

-- The triggers hold off whoever changes what is counted here until this is done.
INSERT INTO agency_quotas (agency_id, insight_history_bytes_used, scheduled_publications_used)
SELECT a.id, coalesce((SELECT sum(insight_edit_bytes(e.previous_note)) FROM insight_edits e WHERE e.agency_id = a.id), 0),
       (SELECT count(*) FROM publications p WHERE p.agency_id = a.id AND p.status = 'scheduled')
  FROM agencies a;

-- Notes and their histories are long texts that come and go: what is dead of them is soon used again.
ALTER TABLE insights SET (toast.autovacuum_vacuum_scale_factor = 0.05, toast.autovacuum_vacuum_threshold = 5000);
ALTER TABLE insight_edits SET (toast.autovacuum_vacuum_scale_factor = 0.05, toast.autovacuum_vacuum_threshold = 5000);

-- Endpoints may be disabled by the quota of pending deliveries, which the service does itself.
ALTER TABLE webhook_endpoints
  DROP CONSTRAINT webhook_endpoints_disabled_reason_check,
  ADD CHECK (disabled_reason IN ('manual', 'auto_breaker', 'auto_quota'));
ALTER TABLE audit_log
  DROP CONSTRAINT audit_log_actor_kind_check,
  ADD CHECK (actor_kind IN ('key', 'operator', 'service'));
