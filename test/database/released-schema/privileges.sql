-- Functions that run as the owner of the tables may be called only by the roles that access/scope/grants.ts names.
DO $$ DECLARE
  owned regprocedure;
BEGIN
  FOR owned IN SELECT oid FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND prosecdef LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', owned);
  END LOOP;
END $$;
