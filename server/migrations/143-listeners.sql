-- An endpoint whose deliveries arrive on a stream that its receiver opens. listening_until is when the stream counts as closed, unless it is renewed; null
-- for all other endpoints. listener_stream_id is the stream that was opened last.
ALTER TABLE webhook_endpoints
  ADD COLUMN listening_until timestamptz(3),
  ADD COLUMN listener_stream_id uuid;

-- Listeners have a bound of their own.
CREATE OR REPLACE FUNCTION endpoints_of_agency(agency uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (SELECT count(*) FROM webhook_endpoints e
           WHERE e.agency_id = agency AND e.listening_until IS NULL
             AND e.agency_id = coalesce(nullif(current_setting('reach.agency', true), '')::uuid, agency));

-- Listeners of an agency and, of these, those that a key created.
CREATE FUNCTION listeners_of_agency(agency uuid, key uuid, OUT of_agency bigint, OUT of_key bigint) LANGUAGE sql STABLE SECURITY DEFINER
BEGIN ATOMIC
  SELECT count(*), count(*) FILTER (WHERE e.created_by_key_id = key) FROM webhook_endpoints e
   WHERE e.agency_id = agency AND e.listening_until IS NOT NULL
     AND e.agency_id = coalesce(nullif(current_setting('reach.agency', true), '')::uuid, agency);
END;
REVOKE EXECUTE ON FUNCTION listeners_of_agency FROM PUBLIC;
