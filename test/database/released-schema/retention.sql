-- The bytes of each agency's history by the day of its partitions: finished deliveries, and events. Processes that deliver add deliveries every few seconds.
-- The job that limits history counts the events. Excerpts of deliveries before excerpts_from, and rows before rows_from, were removed.
CREATE TABLE history_days (
  agency_id uuid NOT NULL,
  day date NOT NULL,
  delivery_bytes bigint NOT NULL DEFAULT 0,
  event_bytes bigint NOT NULL DEFAULT 0,
  excerpts_from uuid,
  rows_from uuid,
  PRIMARY KEY (agency_id, day)
) WITH (fillfactor = 50);

-- The bytes of a delivery: its attempts, and the rest of its row with its index entries.
CREATE FUNCTION delivery_history_bytes(attempts text[]) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  RETURN octet_length(array_to_string(attempts, '')) + 384;

-- The bytes of an event: its payload, and the rest of its row with its index entries.
CREATE FUNCTION event_history_bytes(data json) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  RETURN octet_length(data::text) + 384;

-- The attempts without the excerpts of responses. The other members and their order do not change.
CREATE FUNCTION without_excerpts(attempts text[]) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
  RETURN ARRAY(
    SELECT (SELECT json_object_agg(m.key, CASE m.key WHEN 'response_excerpt' THEN 'null'::json ELSE m.value END) FROM json_each(a.attempt::json) m)::text
      FROM unnest(attempts) WITH ORDINALITY a (attempt, number) ORDER BY a.number);

-- Erasures of agencies and of fans. `step` and `after` are the position at which a pass over all tables continues. Another pass begins after the end of the
-- attempts that were in flight. counts has a JSON object per table. The id of the fan is removed at the end of the erasure.
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

-- Adds the job of an erasure, or moves it to the end of the queue. Erasures run one after another, so that they occupy one of two slots for such jobs;
-- recoveries and replays have the other.
CREATE FUNCTION add_erasure_job(erasure_id uuid, run_at timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(
    'erase', json_build_object('erasureId', erasure_id), queue_name => 'erase', run_at => run_at, max_attempts => 25, job_key => 'erase:' || erasure_id);
END $$;

-- The payload of an event about an order without the person. The other members and their order do not change.
CREATE FUNCTION without_fan(data json) RETURNS json LANGUAGE sql STABLE PARALLEL SAFE
  RETURN (SELECT ('{' || string_agg(
            to_json(m.key)::text || ':' || CASE WHEN m.key IN ('fan_id', 'fan_username', 'message_id') THEN 'null' ELSE m.value::text END,
            ',' ORDER BY m.number) || '}')::json
            FROM json_each(data) WITH ORDINALITY m (key, value, number));

-- An entry of the audit log after an erasure: the action, its time and its actor, without details, addresses and names of persons of the agency.
CREATE FUNCTION erased_audit_entry(entry audit_log, kind text) RETURNS jsonb LANGUAGE sql STABLE
  RETURN to_jsonb(entry) || jsonb_build_object('subject_name', 'erased', 'details', '{}'::jsonb) || CASE WHEN kind = 'agency' THEN
    jsonb_build_object('creator_ids', '[]'::jsonb)
      || CASE WHEN entry.actor_kind = 'key' THEN '{"actor_name": "erased", "address": null}' ELSE '{}' END::jsonb
    ELSE '{}' END;

-- The open erasure of an entry's agency, or of the fan that the entry names.
CREATE FUNCTION erasure_of_audit_entry(entry audit_log) RETURNS erasures LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT e FROM erasures e
   WHERE e.agency_id = entry.agency_id AND e.ended_at IS NULL
     AND (e.kind = 'agency' OR e.fan_id = entry.subject_name AND e.fan_id = entry.details ->> 'fan_id')
   ORDER BY e.kind LIMIT 1;
END;

-- Erases the next entries of the agency or of the fan, in the order of their ids. Returns the last id that it read, null at the end, and the number of
-- changed entries.
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

-- Removes waiting and failed jobs that name the agency, such as notices to the operator, and the queue of its jobs.
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

-- Removes the stored responses to requests of an agency. They are encrypted, so that a search cannot find a person, and valid for at most a day.
CREATE FUNCTION remove_stored_answers(agency uuid) RETURNS bigint LANGUAGE sql VOLATILE SECURITY DEFINER
BEGIN ATOMIC
  WITH removed AS (DELETE FROM idempotent_answers WHERE agency_id = agency RETURNING 1)
  SELECT count(*) FROM removed;
END;
