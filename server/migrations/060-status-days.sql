-- How each part of the service was on each day: the minutes in which it was seen in each state.
CREATE TABLE status_days (
  day date NOT NULL,
  part text NOT NULL,
  operational_minutes integer NOT NULL,
  degraded_minutes integer NOT NULL,
  down_minutes integer NOT NULL,
  counted_at timestamptz NOT NULL,
  PRIMARY KEY (day, part)
);
