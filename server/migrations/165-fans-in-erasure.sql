-- Fans of an agency whose erasure is not completed: of the agency that the transaction is for, where it is for one. A recovery does not take their orders,
-- which may be anonymised before their events, for orders without an event.
CREATE FUNCTION fans_in_erasure(agency uuid) RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (SELECT coalesce(array_agg(e.fan_id), '{}') FROM erasures e
           WHERE e.agency_id = agency AND e.kind = 'fan' AND e.ended_at IS NULL
             AND e.agency_id = coalesce(nullif(current_setting('reach.agency', true), '')::uuid, agency));
REVOKE EXECUTE ON FUNCTION fans_in_erasure FROM PUBLIC;
