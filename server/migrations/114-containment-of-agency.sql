-- What contains the agency that the transaction is for, where it is for one: the roles of the API read no containments.
CREATE FUNCTION containment_of_agency(agency uuid) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (SELECT c.id FROM containments c
           WHERE c.agency_id = agency AND c.key_id IS NULL AND c.released_at IS NULL
             AND c.agency_id = coalesce(nullif(current_setting('reach.agency', true), '')::uuid, agency));
REVOKE EXECUTE ON FUNCTION containment_of_agency FROM PUBLIC;
