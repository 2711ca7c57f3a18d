-- A recovery reads the facts of a span.
CREATE INDEX CONCURRENTLY ai_requests_by_time ON ai_requests (agency_id, requested_at, id);
CREATE INDEX CONCURRENTLY fans_by_assignment ON fans (agency_id, assigned_at, account_id, fan_id) WHERE assigned_at IS NOT NULL;
