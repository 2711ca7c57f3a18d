-- Agencies with an endpoint that asked for events about others: nobody else's attempts are summed.
CREATE INDEX CONCURRENTLY webhook_endpoints_that_watch ON webhook_endpoints (agency_id)
  WHERE enabled_event_types && '{endpoint.failing,endpoint.disabled,endpoint.recovered}';
