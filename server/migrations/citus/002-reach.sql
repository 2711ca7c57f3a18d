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

CREATE OR REPLACE FUNCTION on_shards(whole regclass, command text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  shard record;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = whole) THEN
    RETURN QUERY EXECUTE format(command, whole);
    RETURN;
  END IF;
  FOR shard IN SELECT success, result FROM run_command_on_shards(whole, command) LOOP
    IF NOT shard.success THEN
      RAISE EXCEPTION 'a part of % did not run a command: %', whole, shard.result;
    END IF;
    RETURN NEXT shard.result;
  END LOOP;
END $$;
