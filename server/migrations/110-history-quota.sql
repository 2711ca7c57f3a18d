-- What the history of each agency counts for, by the day of its partitions: deliveries that ended, and events. Processes that deliver add what
-- they recorded every few seconds; events are counted by the job that bounds all of it. Excerpts of deliveries before excerpts_from,
-- and rows before rows_from, were removed.
CREATE TABLE history_days (
  agency_id uuid NOT NULL,
  day date NOT NULL,
  delivery_bytes bigint NOT NULL DEFAULT 0,
  event_bytes bigint NOT NULL DEFAULT 0,
  excerpts_from uuid,
  rows_from uuid,
  PRIMARY KEY (agency_id, day)
) WITH (fillfactor = 50);

-- What a delivery counts for: its attempts, and what its row and its entries in indexes take besides.
CREATE FUNCTION delivery_history_bytes(attempts text[]) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  RETURN octet_length(array_to_string(attempts, '')) + 384;

-- What an event counts for: its payload, and what its row and its entries in indexes take besides.
CREATE FUNCTION event_history_bytes(data json) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  RETURN octet_length(data::text) + 384;

-- The attempts without what receivers answered; members and their order stay.
CREATE FUNCTION without_excerpts(attempts text[]) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
  RETURN ARRAY(
    SELECT (SELECT json_object_agg(m.key, CASE m.key WHEN 'response_excerpt' THEN 'null'::json ELSE m.value END) FROM json_each(a.attempt::json) m)::text
      FROM unnest(attempts) WITH ORDINALITY a (attempt, number) ORDER BY a.number);

ALTER TABLE agency_quotas
  ADD COLUMN delivery_history_bytes_allowed bigint CHECK (delivery_history_bytes_allowed >= 0),
  ADD COLUMN delivery_history_bytes_used bigint NOT NULL DEFAULT 0,
  -- Events up to this one are counted.
  ADD COLUMN events_counted_to uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';

-- What there is of deliveries. Events are counted by the job, from the first one on.
INSERT INTO history_days (agency_id, day, delivery_bytes)
SELECT agency_id, (uuid_extract_timestamp(id) AT TIME ZONE 'UTC')::date, sum(delivery_history_bytes(attempts))
  FROM delivery_history GROUP BY 1, 2;
