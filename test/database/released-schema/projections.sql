-- The projection of the sent-message list: the messages of 24 months, refreshed from changed sends. The checks of `sends` are not repeated here.
CREATE TABLE sent_messages (
  agency_id uuid NOT NULL,
  id text COLLATE "C" NOT NULL,
  sent_at timestamptz(3) NOT NULL,
  source text COLLATE "C" NOT NULL,
  sent_by_user_id text COLLATE "C",
  creator_id text COLLATE "C" NOT NULL,
  fan_id text COLLATE "C",
  fan_username text,
  is_private_media boolean NOT NULL,
  price_eur integer,
  sale_status text,
  message_id text COLLATE "C",
  media jsonb NOT NULL,
  PRIMARY KEY (agency_id, id)
);
-- The list merges ranges of these indexes, read backwards: of a source, of a creator and source, of an employee and source. The order is ascending, as messages
-- arrive, because a B-tree stays dense when it grows at its end. The last column of the third index filters creators without reading the row.
CREATE INDEX sent_messages_by_time ON sent_messages (agency_id, source, sent_at, id);
CREATE INDEX sent_messages_by_creator ON sent_messages (agency_id, creator_id, source, sent_at, id);
CREATE INDEX sent_messages_by_user ON sent_messages (agency_id, sent_by_user_id, source, sent_at, id, creator_id)
  WHERE sent_by_user_id IS NOT NULL;

-- Work lists of the projections. The transaction that changes a row also adds an entry here. A refresh deletes the entries that it sees, and then reads the
-- rows. An entry becomes visible with its commit, so that the next refresh finds one that commits late. changed_at is the beginning of its transaction.
-- agency_id has no foreign key, which would lock the agency's row at each fact. A refresh also removes the entries of a deleted agency. Entries are deleted
-- soon: dead rows must not fill the beginning of an index.
CREATE TABLE changed_sends (
  agency_id uuid NOT NULL,
  send_id text COLLATE "C" NOT NULL,
  changed_at timestamptz(3) NOT NULL DEFAULT now()
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
-- Finds the changes of an agency, and the agencies with changes, without reading changes of others.
CREATE INDEX changed_sends_by_agency ON changed_sends (agency_id, changed_at);

-- Quarter hours (UTC) of an agency whose roll-ups must be refreshed.
CREATE TABLE changed_quarters (
  agency_id uuid NOT NULL,
  quarter timestamptz(3) NOT NULL,
  changed_at timestamptz(3) NOT NULL DEFAULT now()
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
CREATE INDEX changed_quarters_in_order ON changed_quarters (agency_id, quarter);
CREATE INDEX changed_quarters_by_agency ON changed_quarters (agency_id, changed_at);

-- Sums per quarter hour (UTC), because every IANA offset in use is a multiple of 15 minutes. Revenue and orders count by the order's time, refunds by the
-- refund's. user_id is '' if there is none. The keys include the sums, for index-only scans; frequent vacuums ensure them for the latest rows. Roll-ups do
-- not repeat the checks of their source rows.
CREATE TABLE revenue_quarters (
  agency_id uuid NOT NULL,
  quarter timestamptz(3) NOT NULL,
  creator_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  order_type text COLLATE "C" NOT NULL,
  revenue_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  orders_count bigint NOT NULL,
  PRIMARY KEY (agency_id, quarter, creator_id, user_id, order_type) INCLUDE (revenue_cents, refunded_cents, orders_count)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

CREATE TABLE message_quarters (
  agency_id uuid NOT NULL,
  quarter timestamptz(3) NOT NULL,
  creator_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  messages_sent_count bigint NOT NULL,
  PRIMARY KEY (agency_id, quarter, creator_id, user_id) INCLUDE (messages_sent_count)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- The same sums over longer blocks, for windows of many days. Blocks of one length follow each other without a gap, beginning on a Monday (UTC).
-- query/roll-up-blocks.ts has the lengths of each dimension. `value` is the employee's id or the order type, and '' for the dimension `creator`. It precedes
-- the time in the key, so that a few employees are a few ranges. A statement for all of them skips from one to the next.
CREATE TABLE activity_blocks (
  agency_id uuid NOT NULL,
  dimension text COLLATE "C" NOT NULL CHECK (dimension IN ('creator', 'employee', 'order_type')),
  length_hours integer NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  creator_id text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  revenue_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  orders_count bigint NOT NULL,
  messages_sent_count bigint NOT NULL,
  PRIMARY KEY (agency_id, dimension, length_hours, value, starts_at, creator_id)
    INCLUDE (revenue_cents, refunded_cents, orders_count, messages_sent_count)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

CREATE TABLE projection_refreshes (
  projection text PRIMARY KEY,
  refreshed_at timestamptz(3) NOT NULL
);
