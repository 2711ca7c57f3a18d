-- Functions precede tables: Citus can change them on its servers only before it uses the parts of a table over several connections.

-- Applies a setting to the transaction, here and on workers. Citus propagates a setting of a function that a query of another function calls.
CREATE FUNCTION set_on_workers(name text, value text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SET LOCAL %s = %L', name, value);
END $$;

-- Sets the row scope for the transaction, here, and on the workers before its first statement. The intermediate result makes a single statement a transaction
-- on its worker.
CREATE FUNCTION bind_tenant_scope(agency text, creators text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  SET LOCAL citus.propagate_set_commands = 'local';
  PERFORM set_on_workers('tenant_scope.agency', agency), set_on_workers('tenant_scope.creators', creators);
  PERFORM create_intermediate_result('tenant_scope', 'SELECT 1');
  RETURN true;
END $$;

-- Returns null for a part whose worker is not available, so that the other parts do not wait for it.
CREATE OR REPLACE FUNCTION on_shards(whole regclass, command text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  shard record;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = whole) THEN
    RETURN QUERY EXECUTE format(command, whole);
    RETURN;
  END IF;
  FOR shard IN SELECT success, result FROM run_command_on_shards(whole, command) LOOP
    IF shard.success THEN
      RETURN NEXT shard.result;
    ELSIF shard.result LIKE 'failed to connect to %' THEN
      RETURN NEXT NULL;
    ELSE
      RAISE EXCEPTION 'a part of % did not run a command: %', whole, shard.result;
    END IF;
  END LOOP;
END $$;

-- Distributes facts and their projections, which grow without limit, over the workers by agency: all rows of an agency are on one worker. Their rows cannot
-- refer to tables on the coordinator.
ALTER TABLE orders DROP CONSTRAINT orders_agency_id_creator_id_fkey;
ALTER TABLE sends DROP CONSTRAINT sends_agency_id_creator_id_fkey;

-- Tables without a key: rows that change while Citus moves them between workers are found by all of their columns.
ALTER TABLE changed_sends REPLICA IDENTITY FULL;
ALTER TABLE changed_quarters REPLICA IDENTITY FULL;

-- COPY to workers does not accept the policies of an installation with data, which have subqueries. The step after the migrations creates policies again; until
-- then, only the owner can read the tables.
DO $$ DECLARE
  policy record;
BEGIN
  FOR policy IN
    SELECT tablename, policyname FROM pg_policies
     WHERE schemaname = current_schema()
       AND tablename IN ({tables on workers})
  LOOP
    EXECUTE format('DROP POLICY %I ON %I', policy.policyname, policy.tablename);
  END LOOP;
END $$;

SELECT create_distributed_table('orders', 'agency_id', colocate_with => 'none');
SELECT create_distributed_table(name, 'agency_id', colocate_with => 'orders')
  FROM unnest(ARRAY[{tables on workers}]) AS tables (name) WHERE name <> 'orders';

-- The copied rows are still in the tables of the coordinator, hidden.
SELECT truncate_local_data_after_distributing_table(name::regclass)
  FROM unnest(ARRAY[{tables on workers}])
       AS tables (name);
