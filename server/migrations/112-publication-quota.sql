-- What a publication counts for: its text and media, and what its row and its entries in indexes take besides.
CREATE FUNCTION publication_bytes(text text, media jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(octet_length(text), 0) + octet_length(media::text) + 384;

ALTER TABLE agency_quotas
  ADD COLUMN publication_bytes_allowed bigint CHECK (publication_bytes_allowed >= 0),
  ADD COLUMN publication_bytes_used bigint NOT NULL DEFAULT 0;

-- Publications count in bytes whatever their status: those that were posted stay until they are deleted.
CREATE OR REPLACE FUNCTION count_publications() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  UPDATE agency_quotas q
     SET scheduled_publications_used = q.scheduled_publications_used + CASE TG_OP WHEN 'INSERT' THEN c.count ELSE -c.count END,
         publication_bytes_used = q.publication_bytes_used + CASE TG_OP WHEN 'INSERT' THEN c.bytes ELSE -c.bytes END
    FROM (SELECT agency_id, count(*) FILTER (WHERE status = 'scheduled') AS count, sum(publication_bytes(text, media)) AS bytes
            FROM changed GROUP BY agency_id) c
   WHERE q.agency_id = c.agency_id;
  RETURN NULL;
END $$;

-- It means these tables, whatever path or temporary table a session has.
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION count_publications SET search_path = %I, pg_catalog, pg_temp', current_schema());
END $$;

-- The triggers hold off whoever adds or removes publications until this is done.
LOCK TABLE publications IN SHARE ROW EXCLUSIVE MODE;
UPDATE agency_quotas q SET publication_bytes_used = p.bytes
  FROM (SELECT agency_id, sum(publication_bytes(text, media)) AS bytes FROM publications GROUP BY agency_id) p
 WHERE p.agency_id = q.agency_id;
