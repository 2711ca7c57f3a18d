-- Erasures of agencies and of fans. `step` and `after` are where the work continues in a pass over all tables; another pass begins when what was
-- in flight at the first one has ended. counts has a JSON object per table. The id of the fan goes with the end of the erasure.
CREATE TABLE erasures (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  agency_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('agency', 'fan')),
  fan_id text COLLATE "C",
  status text COLLATE "C" NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'completed')),
  pass smallint NOT NULL DEFAULT 1,
  step smallint NOT NULL DEFAULT 0,
  after text COLLATE "C" NOT NULL DEFAULT '',
  found_in_pass bigint NOT NULL DEFAULT 0,
  counts jsonb NOT NULL DEFAULT '[]',
  requested_at timestamptz(3) NOT NULL DEFAULT date_trunc('milliseconds', now()),
  ended_at timestamptz(3),
  CHECK ((status = 'completed') = (ended_at IS NOT NULL)),
  CHECK ((fan_id IS NOT NULL) = (kind = 'fan' AND ended_at IS NULL))
);
CREATE UNIQUE INDEX erasures_open ON erasures (agency_id, kind, fan_id) NULLS NOT DISTINCT WHERE ended_at IS NULL;

-- The job that carries out an erasure, which has one: it goes to the end of the line with each call.
CREATE FUNCTION add_erasure_job(erasure_id uuid, run_at timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(
    'erase', json_build_object('erasureId', erasure_id), run_at => run_at, max_attempts => 25, job_key => 'erase:' || erasure_id);
END $$;
REVOKE EXECUTE ON FUNCTION add_erasure_job FROM PUBLIC;

-- The payload of an event about an order without the person; the other members and their order stay.
CREATE FUNCTION without_fan(data json) RETURNS json LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT ('{' || string_agg(
            to_json(m.key)::text || ':' || CASE WHEN m.key IN ('fan_id', 'fan_username', 'message_id') THEN 'null' ELSE m.value::text END,
            ',' ORDER BY m.number) || '}')::json
            FROM json_each(data) WITH ORDINALITY m (key, value, number));
