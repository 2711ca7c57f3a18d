-- The tables from before the delivery queue are read by the release before alone, which moved their pending deliveries and their
-- failures at its start. Where it never started, they would be lost.
DO $$ BEGIN
  IF EXISTS (SELECT FROM former_deliveries WHERE status = 'pending') OR EXISTS (SELECT FROM former_failures) THEN
    RAISE EXCEPTION 'the database has deliveries from before the delivery queue; start the release before this one once, which moves them';
  END IF;
END $$;
