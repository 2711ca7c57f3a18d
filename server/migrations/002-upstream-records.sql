-- What comes in from the upstream platform and the agency's app. Every primary key begins with the agency, so that
-- two agencies may hold the same ids and all rows of an agency can move together. Ids compare byte by byte.
CREATE TABLE creators (
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  name text NOT NULL,
  account_id text COLLATE "C" NOT NULL CHECK (length(account_id) BETWEEN 1 AND 128),
  account_username text,
  account_connected_at timestamptz(3) NOT NULL DEFAULT now(),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (agency_id, id),
  UNIQUE (agency_id, account_id)
);

CREATE TABLE employees (
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  name text NOT NULL,
  email text,
  role text NOT NULL,
  active boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (agency_id, id)
);

CREATE TABLE tags (
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  name text NOT NULL,
  color text,
  position integer NOT NULL,
  PRIMARY KEY (agency_id, id)
);

CREATE TABLE fans (
  agency_id uuid NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  fan_id text COLLATE "C" NOT NULL CHECK (length(fan_id) BETWEEN 1 AND 128),
  creator_id text COLLATE "C" NOT NULL,
  fan_username text,
  subscription_status text NOT NULL CHECK (subscription_status IN ('active_subscriber', 'former_subscriber', 'interested')),
  is_online boolean NOT NULL,
  related_at timestamptz(3) NOT NULL,
  tag_ids text[] COLLATE "C" NOT NULL DEFAULT '{}',
  assigned_user_id text COLLATE "C",
  assigned_at timestamptz(3),
  ai_locked_at timestamptz(3),
  PRIMARY KEY (agency_id, account_id, fan_id),
  FOREIGN KEY (agency_id, creator_id) REFERENCES creators (agency_id, id) ON DELETE CASCADE,
  FOREIGN KEY (agency_id, account_id) REFERENCES creators (agency_id, account_id) ON DELETE CASCADE,
  FOREIGN KEY (agency_id, assigned_user_id) REFERENCES employees (agency_id, id)
);
CREATE INDEX fans_by_recency ON fans (agency_id, account_id, related_at DESC, fan_id DESC);
CREATE INDEX fans_by_employee ON fans (agency_id, account_id, assigned_user_id, related_at DESC, fan_id DESC) WHERE assigned_user_id IS NOT NULL;

-- The à-la-carte purchases of a fan on an account (no subscription, nothing refunded), exact in the transaction that
-- records an order or a refund. A row may exist before its fan: orders may come first, and the row is what parallel
-- batches of the same fan lock.
CREATE TABLE fan_spends (
  agency_id uuid NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  fan_id text COLLATE "C" NOT NULL,
  spend_cents bigint NOT NULL DEFAULT 0 CHECK (spend_cents >= 0),
  last_purchase_at timestamptz(3),
  PRIMARY KEY (agency_id, account_id, fan_id),
  FOREIGN KEY (agency_id, account_id) REFERENCES creators (agency_id, account_id) ON DELETE CASCADE
);
-- Holds all that filters on purchases ask for, so that a few good buyers among many fans are found from here.
CREATE INDEX fan_spends_by_sum ON fan_spends (agency_id, account_id, spend_cents, last_purchase_at, fan_id);

CREATE TABLE sends (
  agency_id uuid NOT NULL,
  id text COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  sent_at timestamptz(3) NOT NULL,
  source text NOT NULL CHECK (source IN ('messaging', 'script')),
  sent_by_user_id text COLLATE "C",
  creator_id text COLLATE "C" NOT NULL,
  fan_id text COLLATE "C",
  fan_username text,
  is_private_media boolean NOT NULL,
  price_eur integer CHECK (price_eur >= 0),
  sale_status text CHECK (sale_status IN ('purchased', 'pending', 'refused', 'free')),
  message_id text COLLATE "C",
  media jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (agency_id, id),
  FOREIGN KEY (agency_id, creator_id) REFERENCES creators (agency_id, id) ON DELETE CASCADE
);
CREATE INDEX sends_by_time ON sends (agency_id, sent_at);

CREATE TABLE orders (
  agency_id uuid NOT NULL,
  id text COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  order_type text NOT NULL CHECK (order_type IN ('tip', 'push', 'private_media', 'subscription')),
  creator_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  fan_id text COLLATE "C",
  user_id text COLLATE "C",
  message_id text COLLATE "C",
  amount_cents integer NOT NULL CHECK (amount_cents >= 0),
  created_at timestamptz(3) NOT NULL,
  refunded_at timestamptz(3),
  PRIMARY KEY (agency_id, id),
  FOREIGN KEY (agency_id, creator_id) REFERENCES creators (agency_id, id) ON DELETE CASCADE
);
CREATE INDEX orders_by_time ON orders (agency_id, created_at DESC, id DESC);
CREATE INDEX orders_by_creator ON orders (agency_id, creator_id, created_at DESC, id DESC);
CREATE INDEX orders_by_type ON orders (agency_id, order_type, created_at DESC, id DESC);
CREATE INDEX orders_by_fan ON orders (agency_id, fan_id, created_at DESC, id DESC);
CREATE INDEX orders_by_refund ON orders (agency_id, refunded_at) WHERE refunded_at IS NOT NULL;

CREATE TABLE ai_requests (
  agency_id uuid NOT NULL,
  id text COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  creator_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  fan_id text COLLATE "C" NOT NULL,
  action text NOT NULL CHECK (action IN ('relaunch', 'stop')),
  requested_by_user_id text COLLATE "C",
  requested_at timestamptz(3) NOT NULL,
  acknowledged_at timestamptz(3),
  PRIMARY KEY (agency_id, id),
  FOREIGN KEY (agency_id, creator_id) REFERENCES creators (agency_id, id) ON DELETE CASCADE
);
CREATE INDEX ai_requests_pending ON ai_requests (agency_id, requested_at, id) WHERE acknowledged_at IS NULL;

-- A fan without a row has the empty note. etag is the concurrency token of the current text.
CREATE TABLE insights (
  agency_id uuid NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  fan_id text COLLATE "C" NOT NULL,
  note text NOT NULL,
  etag uuid NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (agency_id, account_id, fan_id),
  FOREIGN KEY (agency_id, account_id, fan_id) REFERENCES fans (agency_id, account_id, fan_id) ON DELETE CASCADE
);

CREATE TABLE insight_edits (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  agency_id uuid NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  fan_id text COLLATE "C" NOT NULL,
  note text NOT NULL,
  previous_note text NOT NULL,
  key_id uuid NOT NULL REFERENCES api_keys (id) ON DELETE CASCADE,
  edited_at timestamptz(3) NOT NULL DEFAULT now(),
  FOREIGN KEY (agency_id, account_id, fan_id) REFERENCES fans (agency_id, account_id, fan_id) ON DELETE CASCADE
);
CREATE INDEX insight_edits_by_fan ON insight_edits (agency_id, account_id, fan_id, edited_at DESC, id DESC);

CREATE TABLE publications (
  id uuid NOT NULL DEFAULT uuidv7(),
  agency_id uuid NOT NULL,
  creator_id text COLLATE "C" NOT NULL,
  text text,
  media jsonb NOT NULL DEFAULT '[]',
  status text NOT NULL CHECK (status IN ('scheduled', 'published', 'failed')),
  scheduled_at timestamptz(3),
  published_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (agency_id, id),
  FOREIGN KEY (agency_id, creator_id) REFERENCES creators (agency_id, id) ON DELETE CASCADE
);
CREATE INDEX publications_by_time ON publications (agency_id, created_at DESC, id DESC);
CREATE INDEX publications_due ON publications (scheduled_at) WHERE status = 'scheduled';
