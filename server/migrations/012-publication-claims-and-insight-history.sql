-- A publication is due from its time on, or from its creation where that is later. Who posts it upstream claims it under
-- a lease: until leased_until nobody else is given it, and lease_id names the latest claim also after it was reported.
ALTER TABLE publications
  ADD COLUMN failure_reason text,
  ADD COLUMN lease_id uuid,
  ADD COLUMN leased_until timestamptz(3) NOT NULL DEFAULT '-infinity';

-- The oldest due ones that nobody holds, found without reading those that somebody does.
DROP INDEX publications_due;
CREATE INDEX publications_due ON publications (greatest(scheduled_at, created_at), id, leased_until) WHERE status = 'scheduled';
-- Whoever reports an outcome knows the publication's id alone.
CREATE UNIQUE INDEX publications_by_id ON publications (id);

-- An edit holds the text that it replaced. The text that it wrote is the one that the next edit replaced, or the note.
ALTER TABLE insight_edits DROP COLUMN note;
CREATE INDEX insight_edits_by_age ON insight_edits (agency_id, edited_at, id);

-- The history with both texts of each edit.
CREATE VIEW insight_history AS
SELECT e.id, e.agency_id, e.account_id, e.fan_id, e.key_id, e.edited_at, e.previous_note,
       coalesce(
         lead(e.previous_note) OVER (PARTITION BY e.agency_id, e.account_id, e.fan_id ORDER BY e.edited_at, e.id),
         i.note
       ) AS note
  FROM insight_edits e
  JOIN insights i ON i.agency_id = e.agency_id AND i.account_id = e.account_id AND i.fan_id = e.fan_id;
