-- The accounts of creators, for policies: looked up once for each statement, and with plans of its own, so that who plans a
-- statement plans neither the creators nor their policy again. It sees what its caller sees.
CREATE FUNCTION accounts_within(agency uuid, creator_ids text[]) RETURNS text[] LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT array_agg(c.account_id) FROM creators c WHERE c.agency_id = agency AND c.id = ANY (creator_ids);
END;
