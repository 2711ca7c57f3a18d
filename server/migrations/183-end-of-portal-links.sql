-- The job that disables what was created through a portal link, when the link expires.
CREATE FUNCTION add_end_of_link_job(key_id uuid, run_at timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job('end_links', run_at => run_at, max_attempts => 3, job_key => 'end_links:' || key_id);
END $$;
REVOKE EXECUTE ON FUNCTION add_end_of_link_job FROM PUBLIC;
