-- True where `replay_of` is the delivery whose event was sent again; otherwise it is the failure that was replayed.
ALTER TABLE delivery_queue ADD COLUMN is_resend boolean;
ALTER TABLE delivery_history ADD COLUMN is_resend boolean;
