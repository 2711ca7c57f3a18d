-- Removes the stored responses to requests of an agency. They are encrypted, so that nothing finds those which name a person, and valid for a day
-- at most. An installation may not have their table yet.
CREATE FUNCTION remove_stored_answers(agency uuid) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  removed bigint := 0;
BEGIN
  IF to_regclass('idempotent_answers') IS NOT NULL THEN
    EXECUTE 'DELETE FROM idempotent_answers WHERE agency_id = $1' USING agency;
    GET DIAGNOSTICS removed = ROW_COUNT;
  END IF;
  RETURN removed;
END $$;
REVOKE EXECUTE ON FUNCTION remove_stored_answers FROM PUBLIC;
