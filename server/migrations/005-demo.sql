-- How far the demo agency's data has come: each batch of records moves it in its own transaction, so that a process
-- that is killed midway goes on where it stopped.
CREATE TABLE demo_agencies (
  agency_id uuid PRIMARY KEY REFERENCES agencies (id) ON DELETE CASCADE,
  batches_done integer NOT NULL DEFAULT 0,
  completed_at timestamptz(3)
);
