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
