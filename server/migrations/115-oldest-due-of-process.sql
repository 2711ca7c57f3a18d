-- When the oldest delivery became due that waits for the process of a lease: what waits for its receiver does not delay the service.
ALTER TABLE delivery_leases ADD COLUMN oldest_due_at timestamptz;
