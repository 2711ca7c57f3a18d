-- What a key's requests to an operation have used of its limit. Each of them has an age, in microseconds before counted_at,
-- and is dropped when it is as old as the window is long: the oldest stands first. granted is how many the last statement
-- added. Rows may be lost in a crash of the database, so they need no write-ahead log. The largest one, of 600 ages, stays
-- in its page, so that it is updated in place.
DROP TABLE rate_windows;
CREATE UNLOGGED TABLE rate_windows (
  key_id uuid NOT NULL,
  operation_id text NOT NULL,
  counted_at timestamptz NOT NULL,
  ages integer[] NOT NULL,
  granted integer NOT NULL,
  PRIMARY KEY (key_id, operation_id)
) WITH (fillfactor = 50, toast_tuple_target = 8160);
