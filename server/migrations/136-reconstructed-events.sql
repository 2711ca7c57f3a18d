-- Whether the event was made from a stored fact later.
ALTER TABLE webhook_events ADD COLUMN is_reconstructed boolean;
