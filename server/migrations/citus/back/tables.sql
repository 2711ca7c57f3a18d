-- Brings the tables back from the workers, and gives them and the functions the form that they have in plain PostgreSQL.

-- Citus changes functions on its servers only before it reads the parts of a table over several connections.
SET LOCAL citus.multi_shard_modify_mode = 'sequential';
CREATE OR REPLACE FUNCTION on_shards(whole regclass, command text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY EXECUTE format(command, whole);
END $$;

DROP FUNCTION bind_reach(text, text);
DROP FUNCTION set_on_workers(text, text);

SELECT undistribute_table(name)
  FROM unnest(ARRAY['orders', 'sends', 'sent_messages', 'changed_sends', 'changed_quarters', 'revenue_quarters', 'message_quarters', 'activity_blocks'])
       AS tables (name);

ALTER TABLE changed_sends REPLICA IDENTITY DEFAULT;
ALTER TABLE changed_quarters REPLICA IDENTITY DEFAULT;

ALTER TABLE orders ADD CONSTRAINT orders_agency_id_creator_id_fkey
  FOREIGN KEY (agency_id, creator_id) REFERENCES creators (agency_id, id) ON DELETE CASCADE;
ALTER TABLE sends ADD CONSTRAINT sends_agency_id_creator_id_fkey
  FOREIGN KEY (agency_id, creator_id) REFERENCES creators (agency_id, id) ON DELETE CASCADE;
ALTER TABLE changed_sends ADD CONSTRAINT changed_sends_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies (id) ON DELETE CASCADE;
ALTER TABLE changed_quarters ADD CONSTRAINT changed_quarters_agency_id_fkey FOREIGN KEY (agency_id) REFERENCES agencies (id) ON DELETE CASCADE;

DROP TABLE citus_migrations;
