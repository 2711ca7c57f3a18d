-- Whose request a stored response belongs to, so that those of one caller are bounded. Null where the release before stored it.
ALTER TABLE idempotent_answers ADD COLUMN caller text;
