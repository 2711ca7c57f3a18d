-- A row of a work list lives until the next refresh, which also removes that of an agency that was deleted. A reference would be checked at
-- each fact, and lock the agency's row.
ALTER TABLE changed_sends DROP CONSTRAINT IF EXISTS changed_sends_agency_id_fkey;
ALTER TABLE changed_quarters DROP CONSTRAINT IF EXISTS changed_quarters_agency_id_fkey;
