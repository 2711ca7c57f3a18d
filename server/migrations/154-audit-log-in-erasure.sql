-- An entry of the audit log as an erasure leaves it: what was done, when and by whom, without names of the agency's people, addresses and details.
CREATE FUNCTION erased_audit_entry(entry audit_log, kind text) RETURNS jsonb LANGUAGE sql STABLE
  RETURN to_jsonb(entry) || jsonb_build_object('subject_name', 'erased', 'details', '{}'::jsonb) || CASE WHEN kind = 'agency' THEN
    jsonb_build_object('creator_ids', '[]'::jsonb)
      || CASE WHEN entry.actor_kind = 'key' THEN '{"actor_name": "erased", "address": null}' ELSE '{}' END::jsonb
    ELSE '{}' END;

-- Which erasure an entry is about: of its agency, or of the fan that it names.
CREATE FUNCTION erasure_of_audit_entry(entry audit_log) RETURNS erasures LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT e FROM erasures e
   WHERE e.agency_id = entry.agency_id AND e.ended_at IS NULL
     AND (e.kind = 'agency' OR e.fan_id = entry.subject_name AND e.fan_id = entry.details ->> 'fan_id')
   ORDER BY e.kind LIMIT 1;
END;

CREATE OR REPLACE FUNCTION keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Brings the next entries of the agency that an erasure is about into the form that it leaves, in the order of their ids. Answers with the last id
-- that it read, null where there are no more, and how many entries it changed.
CREATE FUNCTION erase_audit_entries(agency uuid, erasure uuid, after_id uuid, most integer, OUT last_id uuid, OUT changed bigint)
  LANGUAGE sql VOLATILE SECURITY DEFINER
BEGIN ATOMIC
  WITH run AS MATERIALIZED (
    SELECT a.id FROM audit_log a WHERE a.agency_id = agency AND a.id > after_id ORDER BY a.id LIMIT most
  ), erased AS (
    UPDATE audit_log a
       SET subject_name = 'erased', details = '{}',
           creator_ids = CASE e.kind WHEN 'agency' THEN '{}' ELSE a.creator_ids END,
           actor_name = CASE WHEN e.kind = 'agency' AND a.actor_kind = 'key' THEN 'erased' ELSE a.actor_name END,
           address = CASE WHEN e.kind = 'agency' AND a.actor_kind = 'key' THEN NULL ELSE a.address END
      FROM run r, erasures e
     WHERE a.id = r.id AND e.id = erasure AND e.agency_id = agency AND e.ended_at IS NULL
       AND (e.kind = 'agency' OR e.fan_id = a.subject_name AND e.fan_id = a.details ->> 'fan_id')
       AND to_jsonb(a) <> erased_audit_entry(a, e.kind)
    RETURNING 1
  )
  SELECT (SELECT id FROM run ORDER BY id DESC OFFSET 0 LIMIT 1), (SELECT count(*) FROM erased);
END;
REVOKE EXECUTE ON FUNCTION erase_audit_entries FROM PUBLIC;

-- Removes the notices to the operator that wait, or failed, and name the agency.
CREATE FUNCTION remove_jobs_of_agency(agency uuid) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  removed bigint;
BEGIN
  DELETE FROM graphile_worker._private_jobs WHERE locked_at IS NULL AND position(agency::text IN payload::text) > 0;
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;
REVOKE EXECUTE ON FUNCTION remove_jobs_of_agency FROM PUBLIC;
