-- Signed requests to listeners, from the process that delivers to the one that has the stream, and their answers. stream_id is the stream
-- that they were written to. A row ends with its answer or its deadline.
CREATE TABLE listener_attempts (
  agency_id uuid NOT NULL REFERENCES agencies (id) ON DELETE CASCADE,
  endpoint_id uuid NOT NULL,
  id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  creator_id text,
  attempt integer NOT NULL,
  headers jsonb NOT NULL,
  body text NOT NULL,
  deadline_at timestamptz(3) NOT NULL,
  stream_id uuid,
  answered_at timestamptz(3),
  status_code integer,
  error text,
  excerpt text,
  PRIMARY KEY (agency_id, endpoint_id, id)
);
