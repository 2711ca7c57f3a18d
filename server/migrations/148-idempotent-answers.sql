-- Responses to requests with an Idempotency-Key, so that the same request again gets the same response. key_hash is of the key, of who sent it and
-- of the agency (null for what operators do across agencies); creator_ids are those that an API key is limited to. answer is encrypted.
CREATE TABLE idempotent_answers (
  key_hash bytea PRIMARY KEY,
  agency_id uuid REFERENCES agencies (id) ON DELETE CASCADE,
  creator_ids text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  answer bytea NOT NULL
);
CREATE INDEX idempotent_answers_by_time ON idempotent_answers (agency_id, created_at);

-- Reserves a key for the transaction, and raises an error where a request with it is running (SVC01) or has been answered (SVC02). Each of its
-- statements sees what was committed before it, so nothing is missed between the lock and the search.
CREATE FUNCTION claim_idempotency_key(agency uuid, hash bytea, lock bigint, valid_for interval) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(lock) THEN
    RAISE EXCEPTION 'a request with this idempotency key is running' USING ERRCODE = 'SVC01';
  END IF;
  DELETE FROM idempotent_answers a
   WHERE a.key_hash = hash AND a.agency_id IS NOT DISTINCT FROM agency AND a.created_at <= now() - valid_for;
  IF EXISTS (SELECT FROM idempotent_answers a WHERE a.key_hash = hash AND a.agency_id IS NOT DISTINCT FROM agency) THEN
    RAISE EXCEPTION 'a request with this idempotency key has been answered' USING ERRCODE = 'SVC02';
  END IF;
END $$;
