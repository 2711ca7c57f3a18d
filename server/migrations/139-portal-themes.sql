-- Name, logo and colours of the portal that the link opens: a JSON object as the contract has it, checked when the link is made. Null for the service's own.
ALTER TABLE portal_links ADD COLUMN theme jsonb;
