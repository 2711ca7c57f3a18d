-- The events of facts: of the agency that the transaction is for, where it is for one. A policy would keep keys from the index of facts.
CREATE FUNCTION events_of_facts(agency uuid, types text[], fact_ids text[])
  RETURNS TABLE (id uuid, type text, fact_id text, account_id text, occurred_at timestamptz) LANGUAGE sql STABLE SECURITY DEFINER
  BEGIN ATOMIC
    SELECT ev.id, ev.type, coalesce(ev.data ->> 'id', ev.data ->> 'fan_id'), ev.data ->> 'account_id', ev.occurred_at FROM webhook_events ev
     WHERE ev.agency_id = agency AND coalesce(ev.data ->> 'id', ev.data ->> 'fan_id') = ANY (fact_ids COLLATE "C") AND ev.type = ANY (types)
       AND ev.agency_id = coalesce(nullif(current_setting('reach.agency', true), '')::uuid, agency);
  END;
REVOKE EXECUTE ON FUNCTION events_of_facts FROM PUBLIC;

-- A fact has the same id before and after the erasure of its fan.
DROP FUNCTION fans_in_erasure;
