-- Records of the upstream platform and the agency's app. Every primary key begins with the agency, because two agencies may have the same ids. Ids compare
-- byte by byte. Names sort by the root order of the Unicode Collation Algorithm, whatever the database's locale.
CREATE TABLE creators (
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  name text COLLATE "und-x-icu" NOT NULL,
  account_id text COLLATE "C" NOT NULL CHECK (length(account_id) BETWEEN 1 AND 128),
  account_username text,
  account_connected_at timestamptz(3) NOT NULL DEFAULT now(),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (agency_id, id),
  UNIQUE (agency_id, account_id)
);

-- The accounts of creators, for policies. A statement calls it once, and its plan does not contain the creators and their policy again. It runs with the
-- rights of its caller.
CREATE FUNCTION accounts_within(agency uuid, creator_ids text[]) RETURNS text[] LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT array_agg(c.account_id) FROM creators c WHERE c.agency_id = agency AND c.id = ANY (creator_ids);
END;

CREATE TABLE employees (
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  name text COLLATE "und-x-icu" NOT NULL,
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
-- For recoveries, which read the facts of a span.
CREATE INDEX fans_by_assignment ON fans (agency_id, assigned_at, account_id, fan_id) WHERE assigned_at IS NOT NULL;

-- The sum of a fan's à-la-carte purchases on an account, without subscriptions and refunded orders. The transaction that records an order or a refund
-- updates it. A row may exist before its fan, because orders may arrive first. Parallel batches of the same fan lock the row.
CREATE TABLE fan_spends (
  agency_id uuid NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  fan_id text COLLATE "C" NOT NULL,
  spend_cents bigint NOT NULL DEFAULT 0 CHECK (spend_cents >= 0),
  last_purchase_at timestamptz(3),
  PRIMARY KEY (agency_id, account_id, fan_id),
  FOREIGN KEY (agency_id, account_id) REFERENCES creators (agency_id, account_id) ON DELETE CASCADE
);
-- Contains all columns of the filters on purchases, so that it finds a few good buyers among many fans.
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
CREATE INDEX ai_requests_by_time ON ai_requests (agency_id, requested_at, id);

-- A fan without a row has the empty note. etag is the concurrency token of the present text. Notes and their histories are long texts that change often:
-- frequent vacuums reuse the space of dead ones.
CREATE TABLE insights (
  agency_id uuid NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  fan_id text COLLATE "C" NOT NULL,
  note text NOT NULL,
  etag uuid NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (agency_id, account_id, fan_id),
  FOREIGN KEY (agency_id, account_id, fan_id) REFERENCES fans (agency_id, account_id, fan_id) ON DELETE CASCADE
) WITH (toast.autovacuum_vacuum_scale_factor = 0.05, toast.autovacuum_vacuum_threshold = 5000);

-- An edit stores the text that it replaced. The text that it wrote is in the next edit, or is the note. key_id is null for an operator. It is not a foreign
-- key, because the edits of a removed key stay.
CREATE TABLE insight_edits (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  agency_id uuid NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  fan_id text COLLATE "C" NOT NULL,
  previous_note text NOT NULL,
  key_id uuid,
  edited_at timestamptz(3) NOT NULL DEFAULT now(),
  FOREIGN KEY (agency_id, account_id, fan_id) REFERENCES fans (agency_id, account_id, fan_id) ON DELETE CASCADE
) WITH (toast.autovacuum_vacuum_scale_factor = 0.05, toast.autovacuum_vacuum_threshold = 5000);
CREATE INDEX insight_edits_by_fan ON insight_edits (agency_id, account_id, fan_id, edited_at DESC, id DESC);
CREATE INDEX insight_edits_by_age ON insight_edits (agency_id, edited_at, id);

-- The bytes of an edit: its text, whose size is known without reading it, and the rest of its row.
CREATE FUNCTION insight_edit_bytes(previous_note text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN octet_length(previous_note) + 256;

CREATE FUNCTION count_insight_edits() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE agency_quotas q
     SET insight_history_bytes_used = q.insight_history_bytes_used + CASE TG_OP WHEN 'INSERT' THEN c.bytes ELSE -c.bytes END
    FROM (SELECT agency_id, sum(insight_edit_bytes(previous_note)) AS bytes FROM changed GROUP BY agency_id) c
   WHERE q.agency_id = c.agency_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_new_edits AFTER INSERT ON insight_edits REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_insight_edits();
CREATE TRIGGER count_removed_edits AFTER DELETE ON insight_edits REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_insight_edits();

-- Removes the oldest edits of an agency until its history is within its quota, at most 400 at once: they have more bytes than any single edit. It cannot
-- cause a deadlock: transactions that count edits lock the agency's row last.
CREATE FUNCTION bound_insight_history(agency uuid, default_bytes bigint) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  excess bigint;
  oldest record;
  removed uuid[] := '{}';
BEGIN
  SELECT q.insight_history_bytes_used - coalesce(q.insight_history_bytes_allowed, default_bytes) INTO excess
    FROM agency_quotas q
   WHERE q.agency_id = agency AND agency = coalesce(nullif(current_setting('tenant_scope.agency', true), '')::uuid, agency)
     FOR NO KEY UPDATE;
  IF NOT FOUND OR excess <= 0 THEN
    RETURN 0;
  END IF;
  FOR oldest IN
    SELECT e.id, insight_edit_bytes(e.previous_note) AS bytes FROM insight_edits e
     WHERE e.agency_id = agency ORDER BY e.edited_at, e.id LIMIT 400 FOR UPDATE SKIP LOCKED
  LOOP
    EXIT WHEN excess <= 0;
    excess := excess - oldest.bytes;
    removed := removed || oldest.id;
  END LOOP;
  DELETE FROM insight_edits e WHERE e.id = ANY (removed);
  RETURN cardinality(removed);
END $$;

-- A publication is due from its time on, or from its creation if that is later. The program that posts it upstream claims it under a lease: until
-- leased_until, no other claim returns it. lease_id identifies the latest claim, also after its outcome was reported.
CREATE TABLE publications (
  id uuid NOT NULL DEFAULT uuidv7(),
  agency_id uuid NOT NULL,
  creator_id text COLLATE "C" NOT NULL,
  text text,
  media jsonb NOT NULL DEFAULT '[]',
  status text NOT NULL CHECK (status IN ('scheduled', 'published', 'failed')),
  scheduled_at timestamptz(3),
  published_at timestamptz(3),
  failure_reason text,
  lease_id uuid,
  leased_until timestamptz(3) NOT NULL DEFAULT '-infinity',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (agency_id, id),
  FOREIGN KEY (agency_id, creator_id) REFERENCES creators (agency_id, id) ON DELETE CASCADE
);
CREATE INDEX publications_by_time ON publications (agency_id, created_at DESC, id DESC);
-- Finds the oldest due publications without a lease, without reading others.
CREATE INDEX publications_due ON publications (greatest(scheduled_at, created_at), id, leased_until) WHERE status = 'scheduled';
-- For the report of an outcome, which contains only the publication's id.
CREATE UNIQUE INDEX publications_by_id ON publications (id);

-- The bytes of a publication: its text and media, and the rest of its row with its index entries.
CREATE FUNCTION publication_bytes(text text, media jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(octet_length(text), 0) + octet_length(media::text) + 384;

-- Bytes include posted publications, which stay until they are deleted.
CREATE FUNCTION count_publications() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE agency_quotas q
     SET scheduled_publications_used = q.scheduled_publications_used + CASE TG_OP WHEN 'INSERT' THEN c.count ELSE -c.count END,
         publication_bytes_used = q.publication_bytes_used + CASE TG_OP WHEN 'INSERT' THEN c.bytes ELSE -c.bytes END
    FROM (SELECT agency_id, count(*) FILTER (WHERE status = 'scheduled') AS count, sum(publication_bytes(text, media)) AS bytes
            FROM changed GROUP BY agency_id) c
   WHERE q.agency_id = c.agency_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_new_publications AFTER INSERT ON publications REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_publications();
CREATE TRIGGER count_removed_publications AFTER DELETE ON publications REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_publications();

-- An update that does not change the status, such as a lease, locks no row of quotas.
CREATE FUNCTION count_changed_publications() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE agency_quotas q SET scheduled_publications_used = q.scheduled_publications_used + c.count
    FROM (SELECT agency_id, sum(one) AS count
            FROM (SELECT agency_id, 1 AS one FROM now_so WHERE status = 'scheduled'
                  UNION ALL SELECT agency_id, -1 FROM so_before WHERE status = 'scheduled') each
           GROUP BY agency_id HAVING sum(one) <> 0) c
   WHERE q.agency_id = c.agency_id;
  RETURN NULL;
END $$;
CREATE TRIGGER count_changed_publications AFTER UPDATE ON publications REFERENCING NEW TABLE AS now_so OLD TABLE AS so_before
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_publications();

-- The log of requests that ingested records. A row counts the requests of a few seconds with the same outcome. slug, detail and errors describe refusals.
-- detail and errors are null if there were more different refusals than are stored.
CREATE TABLE ingestions (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  outcome text COLLATE "C" NOT NULL CHECK (outcome IN ('recorded', 'refused')),
  request_count bigint NOT NULL,
  created_count bigint NOT NULL,
  updated_count bigint NOT NULL,
  unchanged_count bigint NOT NULL,
  slug text COLLATE "C",
  detail text,
  errors json,
  recorded_at timestamptz(3) GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL
);
CREATE INDEX ingestions_by_agency ON ingestions (agency_id, id);
