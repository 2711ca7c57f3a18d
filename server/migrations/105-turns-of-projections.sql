-- When the transaction began that named a change: the age of the oldest change which is not yet in a projection. The
-- indexes find an agency's changes, and the agencies that have any, without reading the changes of the others.
ALTER TABLE changed_sends ADD COLUMN changed_at timestamptz(3) NOT NULL DEFAULT now();
ALTER TABLE changed_quarters ADD COLUMN changed_at timestamptz(3) NOT NULL DEFAULT now();
CREATE INDEX changed_sends_by_agency ON changed_sends (agency_id, changed_at);
CREATE INDEX changed_quarters_by_agency ON changed_quarters (agency_id, changed_at);

-- Every row of a work list is deleted soon: what is dead must not fill the beginning of an index.
ALTER TABLE changed_sends SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
ALTER TABLE changed_quarters SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
