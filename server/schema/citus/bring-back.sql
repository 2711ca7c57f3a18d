-- Moves the tables back from the workers, and restores tables and functions to their form in plain PostgreSQL.

-- Citus can change functions on its servers only before it reads the parts of a table over several connections.
SET LOCAL citus.multi_shard_modify_mode = 'sequential';
CREATE OR REPLACE FUNCTION on_shards(whole regclass, command text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY EXECUTE format(command, whole);
END $$;

DROP FUNCTION bind_tenant_scope(text, text);
DROP FUNCTION set_on_workers(text, text);

SELECT undistribute_table(name)
  FROM unnest(ARRAY[{tables on workers}])
       AS tables (name);

-- Citus names these constraints after its temporary tables.
DO $$ DECLARE
  made record;
BEGIN
  FOR made IN
    SELECT c.relname, n.conname, format('%s_%s_not_null', c.relname, a.attname) AS plain_name
      FROM pg_constraint n JOIN pg_class c ON c.oid = n.conrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = n.conkey[1]
     WHERE n.contype = 'n' AND c.relnamespace = current_schema()::regnamespace
       AND c.relname IN ({tables on workers})
  LOOP
    CONTINUE WHEN made.conname = made.plain_name;
    EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT %I TO %I', made.relname, made.conname, made.plain_name);
  END LOOP;
END $$;

ALTER TABLE changed_sends REPLICA IDENTITY DEFAULT;
ALTER TABLE changed_quarters REPLICA IDENTITY DEFAULT;

ALTER TABLE orders ADD CONSTRAINT orders_agency_id_creator_id_fkey
  FOREIGN KEY (agency_id, creator_id) REFERENCES creators (agency_id, id) ON DELETE CASCADE;
ALTER TABLE sends ADD CONSTRAINT sends_agency_id_creator_id_fkey
  FOREIGN KEY (agency_id, creator_id) REFERENCES creators (agency_id, id) ON DELETE CASCADE;

DELETE FROM schema_migrations WHERE name LIKE '%.citus.sql';
