-- Signing secrets from before rotations, the newest first, each with the instant until which it signs beside the current one.
ALTER TABLE webhook_endpoints
  ADD COLUMN earlier_secret_ciphertexts bytea[] NOT NULL DEFAULT '{}',
  ADD COLUMN earlier_secrets_expire_at timestamptz(3)[] NOT NULL DEFAULT '{}',
  ADD CHECK (cardinality(earlier_secret_ciphertexts) = cardinality(earlier_secrets_expire_at));

UPDATE webhook_endpoints
   SET earlier_secret_ciphertexts = ARRAY[previous_secret_ciphertext], earlier_secrets_expire_at = ARRAY[previous_secret_expires_at]
 WHERE previous_secret_ciphertext IS NOT NULL AND previous_secret_expires_at > now();

ALTER TABLE webhook_endpoints
  DROP COLUMN previous_secret_ciphertext,
  DROP COLUMN previous_secret_expires_at;
