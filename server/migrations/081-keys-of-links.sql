-- Keys of links to the portal end by themselves within a day, and are made for each visit: they take no other key's place.
CREATE OR REPLACE FUNCTION keys_of_agency(agency uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (SELECT count(*) FROM api_keys k
           WHERE k.agency_id = agency AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
             AND NOT EXISTS (SELECT FROM portal_links l WHERE l.key_id = k.id)
             AND agency = coalesce(nullif(current_setting('reach.agency', true), '')::uuid, agency));
