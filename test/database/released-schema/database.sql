-- Functions with SET search_path FROM CURRENT mean these tables, whatever path or temporary table a session has.
SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_catalog, pg_temp', true);

-- The migrations that the database has. The baseline records itself and those that it contains.
CREATE TABLE schema_migrations (
  name text PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT now()
);

-- The present grants and policies: a hash of the text that made them, the state that the database made of it, and the last migration of the
-- release that made them. An earlier release that starts next to a later one leaves them alone (access/scope/row-level-security.ts).
CREATE TABLE schema_policies (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  last_migration text NOT NULL,
  made_by text NOT NULL,
  state text NOT NULL
);

-- Clean-up goes from day to day: a role that may delete from a table may also delete from its partitions.
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

-- The first id that uuidv7() makes at an instant, or later. Ids are in the order in which they were made, so a range of ids is a range of time.
CREATE FUNCTION first_id_at(instant timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (lpad(to_hex(floor(extract(epoch FROM instant) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;

-- Runs a command that names its table as %1$s over all rows of a table, and returns its texts. Over Citus it runs for each part of the table
-- (schema/citus/distribute.sql).
CREATE FUNCTION on_shards(whole regclass, command text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY EXECUTE format(command, whole);
END $$;

-- The sessions of this database, of which other roles see only their own in full.
CREATE FUNCTION service_connections()
  RETURNS TABLE (application text, active_count bigint, idle_count bigint, oldest_transaction_at timestamptz(3))
  LANGUAGE sql STABLE SECURITY DEFINER
BEGIN ATOMIC
  SELECT coalesce(nullif(application_name, ''), 'unnamed'), count(*) FILTER (WHERE state <> 'idle'), count(*) FILTER (WHERE state = 'idle'), min(xact_start) FILTER (WHERE pid <> pg_backend_pid())
    FROM pg_stat_activity
   WHERE datid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND backend_type = 'client backend'
   GROUP BY 1;
END;

-- Job workers that live count their beats up. The jobs of a worker whose beats stopped are unlocked.
CREATE TABLE job_workers (
  worker_id text PRIMARY KEY,
  seen_at timestamptz(3) NOT NULL DEFAULT now(),
  beat bigint NOT NULL DEFAULT 0
);

-- How each part of the service was on each day: the minutes in which it was seen in each state.
CREATE TABLE status_days (
  day date NOT NULL,
  part text NOT NULL,
  operational_minutes integer NOT NULL,
  degraded_minutes integer NOT NULL,
  down_minutes integer NOT NULL,
  counted_at timestamptz NOT NULL,
  PRIMARY KEY (day, part)
);
