-- What roles may do with which table, and the policies by which the roles of the API see only what a key reaches, are made
-- of the rules in access/ at every start (access/scope/row-level-security.ts). Here is what they need.

-- The limit of endpoints counts those that a key does not see, too: of the agency that the transaction is for, where it is for one.
CREATE FUNCTION endpoints_of_agency(agency uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (SELECT count(*) FROM webhook_endpoints e
           WHERE e.agency_id = agency AND e.agency_id = coalesce(nullif(current_setting('reach.agency', true), '')::uuid, agency));
REVOKE EXECUTE ON FUNCTION endpoints_of_agency FROM PUBLIC;

-- What a key's request changes waits for whoever revokes or contains the key, and is not done where that was done already.
CREATE FUNCTION hold_key(agency uuid, key uuid) RETURNS boolean LANGUAGE sql VOLATILE SECURITY DEFINER
BEGIN ATOMIC
  SELECT count(*) > 0 FROM (
    SELECT FROM api_keys k
     WHERE k.agency_id = agency AND k.id = key AND k.revoked_at IS NULL AND k.containment_id IS NULL
       AND agency = coalesce(nullif(current_setting('reach.agency', true), '')::uuid, agency)
       FOR SHARE) held;
END;
REVOKE EXECUTE ON FUNCTION hold_key FROM PUBLIC;

-- The job that carries out the orders to replay for an endpoint, which has one: it goes to the end of the line with each call.
CREATE FUNCTION add_replay_job(endpoint_id uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(
    'replay_failures', json_build_object('endpointId', endpoint_id), max_attempts => 10, job_key => 'replay_failures:' || endpoint_id);
END $$;
REVOKE EXECUTE ON FUNCTION add_replay_job FROM PUBLIC;

-- What stands of roles and policies: the text that made them, what the database made of it, and the last migration that whoever
-- made them knew. An earlier release that starts beside a later one leaves them alone.
CREATE TABLE schema_walls (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  last_migration text NOT NULL,
  made_by text NOT NULL,
  state text NOT NULL
);

-- Clean-up goes from day to day: whoever may delete from a table may do so from its partitions.
CREATE FUNCTION grant_on_partition(part regclass, whole regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  role name;
BEGIN
  FOR role IN
    SELECT pg_get_userbyid(a.grantee) FROM pg_class c, aclexplode(c.relacl) a
     WHERE c.oid = whole AND a.privilege_type = 'DELETE' AND a.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE format('GRANT SELECT, UPDATE, DELETE ON %s TO %I', part, role);
  END LOOP;
END $$;
