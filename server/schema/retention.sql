-- What the history of each agency counts for, by the day of its partitions: deliveries that ended, and events. Processes that deliver add what they recorded
-- every few seconds; the job that limits history counts the events. Excerpts of deliveries before excerpts_from, and rows before rows_from, were removed.
CREATE TABLE history_days (
  agency_id uuid NOT NULL,
  day date NOT NULL,
  delivery_bytes bigint NOT NULL DEFAULT 0,
  event_bytes bigint NOT NULL DEFAULT 0,
  excerpts_from uuid,
  rows_from uuid,
  PRIMARY KEY (agency_id, day)
) WITH (fillfactor = 50);

-- What a delivery counts for: its attempts, and the rest of its row with its index entries.
CREATE FUNCTION delivery_history_bytes(attempts text[]) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  RETURN octet_length(array_to_string(attempts, '')) + 384;

-- What an event counts for: its payload, and the rest of its row with its index entries.
CREATE FUNCTION event_history_bytes(data json) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  RETURN octet_length(data::text) + 384;

-- The attempts without the receivers' answers; members and their order stay.
CREATE FUNCTION without_excerpts(attempts text[]) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
  RETURN ARRAY(
    SELECT (SELECT json_object_agg(m.key, CASE m.key WHEN 'response_excerpt' THEN 'null'::json ELSE m.value END) FROM json_each(a.attempt::json) m)::text
      FROM unnest(attempts) WITH ORDINALITY a (attempt, number) ORDER BY a.number);

-- Erasures of agencies and of fans. `step` and `after` are where the work continues in a pass over all tables; another pass begins when what was
-- in flight at the first one has ended. counts has a JSON object per table. The id of the fan is removed at the end of the erasure.
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

-- The job that carries out an erasure, which has one: it goes to the end of the line with each call. Erasures run one after another, so that they take one of
-- the places for such jobs; recoveries and replays have the other.
CREATE FUNCTION add_erasure_job(erasure_id uuid, run_at timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(
    'erase', json_build_object('erasureId', erasure_id), queue_name => 'erase', run_at => run_at, max_attempts => 25, job_key => 'erase:' || erasure_id);
END $$;

-- The payload of an event about an order without the person; the other members and their order stay.
CREATE FUNCTION without_fan(data json) RETURNS json LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT ('{' || string_agg(
            to_json(m.key)::text || ':' || CASE WHEN m.key IN ('fan_id', 'fan_username', 'message_id') THEN 'null' ELSE m.value::text END,
            ',' ORDER BY m.number) || '}')::json
            FROM json_each(data) WITH ORDINALITY m (key, value, number));

-- An entry of the audit log as an erasure leaves it: what was done, when and by whom, without names of the agency's people, addresses and details.
CREATE FUNCTION erased_audit_entry(entry audit_log, kind text) RETURNS jsonb LANGUAGE sql STABLE
  RETURN to_jsonb(entry) || jsonb_build_object('subject_name', 'erased', 'details', '{}'::jsonb) || CASE WHEN kind = 'agency' THEN
    jsonb_build_object('creator_ids', '[]'::jsonb)
      || CASE WHEN entry.actor_kind = 'key' THEN '{"actor_name": "erased", "address": null}' ELSE '{}' END::jsonb
    ELSE '{}' END;

-- Which erasure an entry is about: of its agency, or of the fan that it names.
CREATE FUNCTION erasure_of_audit_entry(entry audit_log) RETURNS erasures LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT e FROM erasures e
   WHERE e.agency_id = entry.agency_id AND e.ended_at IS NULL
     AND (e.kind = 'agency' OR e.fan_id = entry.subject_name AND e.fan_id = entry.details ->> 'fan_id')
   ORDER BY e.kind LIMIT 1;
END;

-- Brings the next entries of the agency that an erasure is about into the form that it leaves, in the order of their ids. Returns the last id that it
-- read, null where there are no more, and how many entries it changed.
CREATE FUNCTION erase_audit_entries(agency uuid, erasure uuid, after_id uuid, most integer, OUT last_id uuid, OUT changed bigint)
  LANGUAGE sql VOLATILE SECURITY DEFINER
BEGIN ATOMIC
  WITH run AS MATERIALIZED (
    SELECT a.id FROM audit_log a WHERE a.agency_id = agency AND a.id > after_id ORDER BY a.id LIMIT most
  ), erased AS (
    UPDATE audit_log a
       SET subject_name = 'erased', details = '{}',
           creator_ids = CASE e.kind WHEN 'agency' THEN '{}' ELSE a.creator_ids END,
           actor_name = CASE WHEN e.kind = 'agency' AND a.actor_kind = 'key' THEN 'erased' ELSE a.actor_name END,
           address = CASE WHEN e.kind = 'agency' AND a.actor_kind = 'key' THEN NULL ELSE a.address END
      FROM run r, erasures e
     WHERE a.id = r.id AND e.id = erasure AND e.agency_id = agency AND e.ended_at IS NULL
       AND (e.kind = 'agency' OR e.fan_id = a.subject_name AND e.fan_id = a.details ->> 'fan_id')
       AND to_jsonb(a) <> erased_audit_entry(a, e.kind)
    RETURNING 1
  )
  SELECT (SELECT id FROM run ORDER BY id DESC OFFSET 0 LIMIT 1), (SELECT count(*) FROM erased);
END;

-- Removes the jobs that wait, or failed, and name the agency, such as notices to the operator, and the queue of its jobs.
CREATE FUNCTION remove_jobs_of_agency(agency uuid) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  removed bigint;
BEGIN
  DELETE FROM graphile_worker._private_jobs WHERE locked_at IS NULL AND position(agency::text IN payload::text) > 0;
  GET DIAGNOSTICS removed = ROW_COUNT;
  DELETE FROM graphile_worker._private_job_queues q
   WHERE q.queue_name = 'agency:' || agency AND q.locked_at IS NULL AND NOT EXISTS (SELECT FROM graphile_worker._private_jobs j WHERE j.job_queue_id = q.id);
  RETURN removed;
END $$;

-- Removes the stored responses to requests of an agency. They are encrypted, so that no search finds those which name a person, and valid for a day at most.
CREATE FUNCTION remove_stored_answers(agency uuid) RETURNS bigint LANGUAGE sql VOLATILE SECURITY DEFINER
BEGIN ATOMIC
  WITH removed AS (DELETE FROM idempotent_answers WHERE agency_id = agency RETURNING 1)
  SELECT count(*) FROM removed;
END;
