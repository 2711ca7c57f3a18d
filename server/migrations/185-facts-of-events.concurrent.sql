-- A recovery finds the event of a fact by the fact's id, whatever its fan has: an assignment is a fact of its fan, any other has an id of its own.
CREATE INDEX CONCURRENTLY webhook_events_by_fact ON webhook_events (agency_id, (coalesce(data ->> 'id', data ->> 'fan_id')) COLLATE "C");
