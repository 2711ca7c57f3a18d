-- Earlier signing secrets that sign now, encrypted, as base64 with commas between them, the newest first. As a function it costs the statements
-- that read endpoints without such secrets, which most are, no subquery.
CREATE FUNCTION earlier_secrets_in_use(ciphertexts bytea[], expire_at timestamptz[]) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE RETURN (
  SELECT string_agg(encode(earlier.ciphertext, 'base64'), ',' ORDER BY earlier.place)
    FROM unnest(ciphertexts, expire_at) WITH ORDINALITY AS earlier (ciphertext, expires_at, place)
   WHERE earlier.expires_at > now());
