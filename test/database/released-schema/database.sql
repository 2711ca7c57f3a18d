-- The path of functions with SET search_path FROM CURRENT, so that a session's path or temporary tables do not change them.
SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_catalog, pg_temp', true);

-- The applied migrations. The baseline records itself and those that it contains.
CREATE TABLE schema_migrations (
  name text PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT now()
);

-- The present grants and policies: a hash of the text that created them, the resulting state in the database, and the last migration of their release.
-- An earlier release does not change the policies of a later one (access/scope/row-level-security.ts).
CREATE TABLE schema_policies (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  last_migration text NOT NULL,
  made_by text NOT NULL,
  state text NOT NULL
);

-- Clean-up works on partitions: a role that may delete from a table may also delete from its partitions.
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

-- The first id that uuidv7() creates at an instant, or later. Ids are in the order of their creation, so that a range of ids is a range of time.
CREATE FUNCTION first_id_at(instant timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (lpad(to_hex(floor(extract(epoch FROM instant) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;

-- Runs a command on a table, which it names as %1$s, and returns its texts. Over Citus it runs for each part of the table
-- (schema/citus/distribute.sql).
CREATE FUNCTION on_shards(whole regclass, command text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY EXECUTE format(command, whole);
END $$;

-- The sessions of this database. Other roles see the details only of their own sessions.
CREATE FUNCTION service_connections()
  RETURNS TABLE (application text, active_count bigint, idle_count bigint, oldest_transaction_at timestamptz(3))
  LANGUAGE sql STABLE SECURITY DEFINER
BEGIN ATOMIC
  SELECT coalesce(nullif(application_name, ''), 'unnamed'), count(*) FILTER (WHERE state <> 'idle'), count(*) FILTER (WHERE state = 'idle'), min(xact_start) FILTER (WHERE pid <> pg_backend_pid())
    FROM pg_stat_activity
   WHERE datid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND backend_type = 'client backend'
   GROUP BY 1;
END;

-- Heartbeats of job workers. The jobs of a worker without heartbeats are unlocked.
CREATE TABLE job_workers (
  worker_id text PRIMARY KEY,
  seen_at timestamptz(3) NOT NULL DEFAULT now(),
  beat bigint NOT NULL DEFAULT 0
);

-- The minutes of each day that each part of the service was in each state.
CREATE TABLE status_days (
  day date NOT NULL,
  part text NOT NULL,
  operational_minutes integer NOT NULL,
  degraded_minutes integer NOT NULL,
  down_minutes integer NOT NULL,
  counted_at timestamptz NOT NULL,
  PRIMARY KEY (day, part)
);
