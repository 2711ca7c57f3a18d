-- Facts and what is made of them, which grow without end: by the agency, and those of one agency on one worker.
-- Their rows cannot point to those of tables on the coordinator.
ALTER TABLE orders DROP CONSTRAINT orders_agency_id_creator_id_fkey;
ALTER TABLE sends DROP CONSTRAINT sends_agency_id_creator_id_fkey;

-- Without a key, rows that change while they are moved between workers are found by all of their columns.
ALTER TABLE changed_sends REPLICA IDENTITY FULL;
ALTER TABLE changed_quarters REPLICA IDENTITY FULL;

-- Tables of an installation with data have policies with subqueries, and COPY to workers accepts no policy. The step behind the migrations
-- makes those of tables on workers; until then, only the owner reads them.
DO $$ DECLARE
  policy record;
BEGIN
  FOR policy IN
    SELECT tablename, policyname FROM pg_policies
     WHERE schemaname = current_schema()
       AND tablename IN ('orders', 'sends', 'sent_messages', 'changed_sends', 'changed_quarters', 'revenue_quarters', 'message_quarters', 'activity_blocks')
  LOOP
    EXECUTE format('DROP POLICY %I ON %I', policy.policyname, policy.tablename);
  END LOOP;
END $$;

SELECT create_distributed_table('orders', 'agency_id', colocate_with => 'none');
SELECT create_distributed_table(name, 'agency_id', colocate_with => 'orders')
  FROM unnest(ARRAY['sends', 'sent_messages', 'changed_sends', 'changed_quarters', 'revenue_quarters', 'message_quarters', 'activity_blocks'])
       AS tables (name);

-- The rows that were copied are still in the tables of the coordinator, out of sight.
SELECT truncate_local_data_after_distributing_table(name::regclass)
  FROM unnest(ARRAY['orders', 'sends', 'sent_messages', 'changed_sends', 'changed_quarters', 'revenue_quarters', 'message_quarters', 'activity_blocks'])
       AS tables (name);
