-- The attempts of a failure record: where they are long, with the first 200 characters of each answer. The delivery itself has all that was kept
-- of them, and is bounded by the quota of history; a failure record is bounded by its number.
CREATE FUNCTION attempts_of_failure(attempts text[]) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE WHEN pg_column_size(attempts) <= 2048 THEN attempts ELSE ARRAY(
    SELECT (SELECT json_object_agg(m.key, CASE m.key WHEN 'response_excerpt' THEN to_json(left(m.value #>> '{}', 200)) ELSE m.value END)
              FROM json_each(a.attempt::json) m)::text
      FROM unnest(attempts) WITH ORDINALITY a (attempt, number) ORDER BY a.number) END;
