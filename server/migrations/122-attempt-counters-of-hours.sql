-- The same in the sums by the hour.
ALTER TABLE delivery_hours
  ADD COLUMN disabled_count bigint NOT NULL DEFAULT 0,
  ADD COLUMN http_4xx_count integer NOT NULL DEFAULT 0,
  ADD COLUMN http_5xx_count integer NOT NULL DEFAULT 0,
  ADD COLUMN timeout_count integer NOT NULL DEFAULT 0,
  ADD COLUMN connection_error_count integer NOT NULL DEFAULT 0,
  ADD COLUMN tls_error_count integer NOT NULL DEFAULT 0,
  ADD COLUMN other_count integer NOT NULL DEFAULT 0,
  ADD COLUMN latencies integer[] NOT NULL DEFAULT '{0,0,0,0,0,0,0,0,0,0,0,0}';
