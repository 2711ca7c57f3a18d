-- How far the write-ahead log reached after an agency's last write: its reads go to no replica that has replayed less.
-- The nil agency stands for all of them. While its row is absent, as after a crash that empties the table, nothing is known.
CREATE UNLOGGED TABLE agency_writes (
  agency_id uuid PRIMARY KEY,
  position pg_lsn NOT NULL
) WITH (fillfactor = 50);
