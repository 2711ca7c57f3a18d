-- The creator of the event, beside the event's type: a key that is limited to creators reads what is of them alone. Rows
-- that an earlier version wrote name none, and then the event tells.
ALTER TABLE deliveries ADD COLUMN creator_id text COLLATE "C";
ALTER TABLE webhook_failures ADD COLUMN creator_id text COLLATE "C";

-- url_creator_ids are the creators whose events may go to the URL: those that the key which set it reaches, and those that
-- the endpoint was meant for since; '{}' means every creator of the agency. narrowed_at is when the endpoint last lost a
-- creator: what was counted before is not only of the creators that it has now.
ALTER TABLE webhook_endpoints
  ADD COLUMN url_creator_ids text[] NOT NULL DEFAULT '{}',
  ADD COLUMN narrowed_at timestamptz(3);
-- Nobody knows who set the URLs that are there, nor what was counted there before.
UPDATE webhook_endpoints SET url_creator_ids = allowed_creator_ids, narrowed_at = now() WHERE allowed_creator_ids <> '{}';

-- Bulk replays that are not done: the failures of an endpoint, recorded in [start_at, end_at) and until requested_at, of these
-- types (null for all) and creators ('{}' for all), that were not replayed. start_at follows the work.
CREATE TABLE replay_orders (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  endpoint_id uuid NOT NULL,
  creator_ids text[] NOT NULL,
  start_at timestamptz(3) NOT NULL DEFAULT '-infinity',
  end_at timestamptz(3) NOT NULL DEFAULT 'infinity',
  event_types text[],
  requested_at timestamptz(3) NOT NULL DEFAULT date_trunc('milliseconds', now())
);
CREATE INDEX replay_orders_by_endpoint ON replay_orders (endpoint_id, requested_at, id);
