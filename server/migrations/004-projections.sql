-- What the sent-message list reads, refreshed from the sends that changed.
CREATE TABLE sent_messages (
  agency_id uuid NOT NULL,
  id text COLLATE "C" NOT NULL,
  sent_at timestamptz(3) NOT NULL,
  source text NOT NULL,
  sent_by_user_id text COLLATE "C",
  creator_id text COLLATE "C" NOT NULL,
  fan_id text COLLATE "C",
  fan_username text,
  is_private_media boolean NOT NULL,
  price_eur integer,
  sale_status text,
  message_id text COLLATE "C",
  media jsonb NOT NULL,
  PRIMARY KEY (agency_id, id),
  FOREIGN KEY (agency_id, creator_id) REFERENCES creators (agency_id, id) ON DELETE CASCADE
);
CREATE INDEX sent_messages_by_time ON sent_messages (agency_id, sent_at DESC, id DESC);
CREATE INDEX sent_messages_by_creator ON sent_messages (agency_id, creator_id, sent_at DESC, id DESC);
CREATE INDEX sent_messages_by_user ON sent_messages (agency_id, sent_by_user_id, sent_at DESC, id DESC);

-- Work lists of the projections. The transaction that changes a row also names what it changed here; a refresh
-- deletes what it can see and then reads the rows. A name appears when its transaction commits, so that one
-- that commits late is found by the next refresh.
CREATE TABLE changed_sends (
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  send_id text COLLATE "C" NOT NULL
);

-- Quarter hours (UTC) of an agency whose roll-up no longer matches its orders or sends.
CREATE TABLE changed_quarters (
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  quarter timestamptz(3) NOT NULL
);

-- Sums per quarter hour (UTC), creator, employee and order type. Every IANA offset in use is a multiple of 15 minutes.
CREATE TABLE revenue_quarters (
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  quarter timestamptz(3) NOT NULL,
  creator_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C",
  order_type text,
  revenue_cents bigint NOT NULL DEFAULT 0,
  refunded_cents bigint NOT NULL DEFAULT 0,
  orders_count bigint NOT NULL DEFAULT 0,
  messages_sent_count bigint NOT NULL DEFAULT 0
);
CREATE INDEX revenue_quarters_by_time ON revenue_quarters (agency_id, quarter);
CREATE INDEX revenue_quarters_by_creator ON revenue_quarters (agency_id, creator_id, quarter);

CREATE TABLE projection_refreshes (
  projection text PRIMARY KEY,
  refreshed_at timestamptz(3) NOT NULL
);
