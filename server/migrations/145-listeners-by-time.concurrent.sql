CREATE INDEX CONCURRENTLY webhook_endpoints_listeners ON webhook_endpoints (listening_until) WHERE listening_until IS NOT NULL;
