-- Functions come first: Citus changes them on its servers only before it works on the parts of a table over several connections.

-- Sets something for the transaction, here and on workers. Citus passes on what a function sets that a query of another function calls.
CREATE FUNCTION set_on_workers(name text, value text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('SET LOCAL %s = %L', name, value);
END $$;

-- Sets what the policies of tables on workers compare, for the transaction: here, and there before its first statement. A statement of its
-- own becomes a transaction on its worker by that, because an intermediate result was made before it.
CREATE FUNCTION bind_reach(agency text, creators text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  SET LOCAL citus.propagate_set_commands = 'local';
  PERFORM set_on_workers('reach.agency', agency), set_on_workers('reach.creators', creators);
  PERFORM create_intermediate_result('reach', 'SELECT 1');
  RETURN true;
END $$;

-- Null is the answer for a part whose worker cannot be reached: the other parts do not wait for it.
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

-- Distributes facts and what is made of them, which grow without end, over the workers: by the agency, and those of one agency on one worker.
-- Their rows cannot point to those of tables on the coordinator.
ALTER TABLE orders DROP CONSTRAINT orders_agency_id_creator_id_fkey;
ALTER TABLE sends DROP CONSTRAINT sends_agency_id_creator_id_fkey;

-- Without a key, rows that change while they are moved between workers are found by all of their columns.
ALTER TABLE changed_sends REPLICA IDENTITY FULL;
ALTER TABLE changed_quarters REPLICA IDENTITY FULL;

-- Tables of an installation with data have policies with subqueries, and COPY to workers accepts no policy. The step after the migrations
-- makes those of tables on workers; until then, only the owner reads them.
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

-- The rows that were copied are still in the tables of the coordinator, hidden.
SELECT truncate_local_data_after_distributing_table(name::regclass)
  FROM unnest(ARRAY[{tables on workers}])
       AS tables (name);
