-- A batch of a recovery that takes the database too long is halved.
ALTER TABLE webhook_recoveries ADD COLUMN batch_size smallint NOT NULL DEFAULT 500 CHECK (batch_size > 0);

-- Recoveries and replays of an agency are in one queue, so that they run one after another and take one of the places for such jobs.
CREATE OR REPLACE FUNCTION add_replay_job(endpoint_id uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM graphile_worker.add_job(
    'replay_failures', json_build_object('endpointId', endpoint_id),
    queue_name => (SELECT 'agency:' || e.agency_id FROM webhook_endpoints e WHERE e.id = endpoint_id),
    max_attempts => 10, job_key => 'replay_failures:' || endpoint_id);
END $$;
CREATE OR REPLACE FUNCTION add_recovery_job(endpoint_id uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  PERFORM graphile_worker.add_job(
    'recover_events', json_build_object('endpointId', endpoint_id),
    queue_name => (SELECT 'agency:' || e.agency_id FROM webhook_endpoints e WHERE e.id = endpoint_id),
    max_attempts => 10, job_key => 'recover_events:' || endpoint_id);
END $$;
DO $$ DECLARE name text; BEGIN
  FOREACH name IN ARRAY ARRAY['add_replay_job(uuid)', 'add_recovery_job(uuid)'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_catalog, pg_temp', name, current_schema());
  END LOOP;
END $$;

-- Erasures run one after another too, so that they take one of these places, and recoveries and replays have the other.
CREATE OR REPLACE FUNCTION add_erasure_job(erasure_id uuid, run_at timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(
    'erase', json_build_object('erasureId', erasure_id), queue_name => 'erase', run_at => run_at, max_attempts => 25, job_key => 'erase:' || erasure_id);
END $$;

-- With the jobs of an agency goes their queue.
CREATE OR REPLACE FUNCTION remove_jobs_of_agency(agency uuid) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  removed bigint;
BEGIN
  DELETE FROM graphile_worker._private_jobs WHERE locked_at IS NULL AND position(agency::text IN payload::text) > 0;
  GET DIAGNOSTICS removed = ROW_COUNT;
  DELETE FROM graphile_worker._private_job_queues q
   WHERE q.queue_name = 'agency:' || agency AND q.locked_at IS NULL AND NOT EXISTS (SELECT FROM graphile_worker._private_jobs j WHERE j.job_queue_id = q.id);
  RETURN removed;
END $$;
