-- Attempts by outcome and duration, and deliveries that a disabled endpoint left unsent. Attempts with a 2xx are delivered_count: a
-- delivery has exactly one. A process of the release before leaves the defaults. Each element of latencies counts the attempts up to one of the
-- bounds of the contract, the last one those that timed out.
ALTER TABLE delivery_minutes
  ADD COLUMN disabled_count bigint NOT NULL DEFAULT 0,
  ADD COLUMN http_4xx_count integer NOT NULL DEFAULT 0,
  ADD COLUMN http_5xx_count integer NOT NULL DEFAULT 0,
  ADD COLUMN timeout_count integer NOT NULL DEFAULT 0,
  ADD COLUMN connection_error_count integer NOT NULL DEFAULT 0,
  ADD COLUMN tls_error_count integer NOT NULL DEFAULT 0,
  ADD COLUMN other_count integer NOT NULL DEFAULT 0,
  ADD COLUMN latencies integer[] NOT NULL DEFAULT '{0,0,0,0,0,0,0,0,0,0,0,0}';
