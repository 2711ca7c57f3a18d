-- Keys that were brought over although they look like minted ones but for their checksum. While there is none, a text like
-- that is refused without a look-up of its hash.
ALTER TABLE api_keys ADD COLUMN is_unchecked boolean NOT NULL DEFAULT false;
CREATE INDEX api_keys_unchecked ON api_keys (id) WHERE is_unchecked;

-- Names sort as people sort them: by the root order of the Unicode Collation Algorithm, whatever the database's own locale.
ALTER TABLE creators ALTER COLUMN name TYPE text COLLATE "und-x-icu";
ALTER TABLE employees ALTER COLUMN name TYPE text COLLATE "und-x-icu";
