-- A delivery says that its event was reconstructed even when the event is gone.
ALTER TABLE delivery_queue ADD COLUMN is_reconstructed boolean;
