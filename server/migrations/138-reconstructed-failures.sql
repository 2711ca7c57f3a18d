-- A failure record says that its event was reconstructed even when the event is gone.
ALTER TABLE delivery_failures ADD COLUMN is_reconstructed boolean;
