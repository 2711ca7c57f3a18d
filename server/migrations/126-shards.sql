-- Runs a command that names its table as %1$s over all rows of a table, and answers with its text. Over the workers of Citus it runs for each
-- part of the table, and answers with as many texts.
CREATE FUNCTION on_shards(whole regclass, command text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY EXECUTE format(command, whole);
END $$;
