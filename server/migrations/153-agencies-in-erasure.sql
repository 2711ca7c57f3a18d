-- When the erasure of the agency was requested: since then, callers do not find it.
ALTER TABLE agencies ADD COLUMN erased_at timestamptz(3);
