-- When a key was last used with an operation in the hour. Of uses that were counted before only the hour is known.
ALTER TABLE key_uses ADD COLUMN last_at timestamptz(3);
