-- Whom or what an event is about, by which it is searched: its fan, the order where its buyer is not known, or the endpoint of a
-- ping. Events of before name none, and are found by their ids until their days go.
ALTER TABLE webhook_events ADD COLUMN subject text COLLATE "C";
CREATE INDEX webhook_events_by_subject ON webhook_events (agency_id, subject, id) WHERE subject IS NOT NULL;

-- A first delivery is made with its event, so that their ids are near to each other. Replays are found by these indexes, which
-- nothing that is delivered the first time enters.
ALTER TABLE delivery_history ADD COLUMN replay_of uuid;
CREATE INDEX delivery_history_replays ON delivery_history (agency_id, event_id) WHERE replay_of IS NOT NULL;
CREATE INDEX delivery_queue_replays ON delivery_queue (agency_id, event_id) WHERE replay_of IS NOT NULL;
CREATE INDEX delivery_failures_by_event ON delivery_failures (agency_id, event_id);

-- The last of the `most` events of an agency before an id and since another; null where there are fewer. It bounds what a filter reads,
-- also for a key that sees few of them: of the agency that the transaction is for, where it is for one.
CREATE FUNCTION first_event_of_run(agency uuid, before uuid, since uuid, most integer) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
  RETURN (SELECT ev.id FROM webhook_events ev
           WHERE ev.agency_id = agency AND ev.id < before AND ev.id >= since
             AND ev.agency_id = coalesce(nullif(current_setting('reach.agency', true), '')::uuid, agency)
           ORDER BY ev.id DESC OFFSET most - 1 LIMIT 1);
REVOKE EXECUTE ON FUNCTION first_event_of_run FROM PUBLIC;
