-- The W3C header `traceparent` of the fact, where its trace is sampled.
ALTER TABLE webhook_events ADD COLUMN traceparent text;
