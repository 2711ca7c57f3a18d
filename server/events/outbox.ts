import type { DeliveryEventType } from '../../generated/models/delivery-event-type.ts';
import type { Transaction } from '../database/sql.ts';
import { wakeDeliverers } from '../delivery/wake.ts';
import { addWakeUpJob, addWakeUpJobWhere } from './wake-up-job.ts';

/** A fact that webhook endpoints hear of. */
export interface NewEvent {
  readonly type: DeliveryEventType;
  /** Null for a fact without a creator: only endpoints for the whole agency hear of it. */
  readonly creatorId: string | null;
  /** When the fact occurred: `created_at` of the envelope. */
  readonly occurredAt: Date;
  /** The payload in the current version. */
  readonly data: object;
}

/** An event on its way to one endpoint. */
export interface QueuedDelivery {
  readonly eventId: string;
  readonly deliveryId: string;
}

const insertEvents = `
  WITH fact AS MATERIALIZED (
    SELECT uuidv7() AS id, fact.*
      FROM json_to_recordset($2::json) AS fact(type text, creator_id text, occurred_at timestamptz, data json)
  ), event AS (
    INSERT INTO events (id, agency_id, type, creator_id, occurred_at, data)
    SELECT id, $1, type, creator_id, occurred_at, data FROM fact
  ), delivery AS (
    INSERT INTO deliveries (event_id, agency_id, endpoint_id, event_type, creator_id, generation)
    SELECT fact.id, e.agency_id, e.id, fact.type, fact.creator_id, e.generation
      FROM fact
      JOIN webhook_endpoints e
        ON e.agency_id = $1 AND e.status = 'active'
       AND fact.type = ANY (e.enabled_event_types)
       AND (e.allowed_creator_ids = '{}' OR fact.creator_id = ANY (e.allowed_creator_ids))
    RETURNING endpoint_id
  ), wake_up AS (${addWakeUpJobWhere('EXISTS (SELECT FROM delivery)')}
  )
  SELECT DISTINCT endpoint_id, (SELECT count(*) FROM wake_up) AS wake_ups FROM delivery`;

function toJson(events: readonly NewEvent[]): string {
  return JSON.stringify(
    events.map(({ type, creatorId, occurredAt, data }) => ({ type, creator_id: creatorId, occurred_at: occurredAt, data })),
  );
}

/**
 * Records facts and a delivery of each to every active endpoint that asked for it, in the transaction that brings
 * the facts about: there is no fact without its event and no event without its fact. Any number of events takes one
 * statement.
 */
export async function publish(transaction: Transaction, agencyId: string, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const endpoints = await transaction.query<{ endpoint_id: string }>({
    name: 'publish-events',
    text: insertEvents,
    values: [agencyId, toJson(events)],
  });
  if (endpoints.length === 0) return;
  const endpointIds = endpoints.map((row) => row.endpoint_id);
  transaction.afterCommit(() => wakeDeliverers(endpointIds));
}

/**
 * Records an event for one endpoint alone, whatever it subscribed to. Answers null when the endpoint is disabled or
 * gone.
 */
export async function publishTo(transaction: Transaction, endpointId: string, event: NewEvent): Promise<QueuedDelivery | null> {
  const [queued] = await transaction.query<QueuedDelivery>({
    text: `
      WITH fact AS MATERIALIZED (
        SELECT uuidv7() AS id, e.id AS endpoint_id, e.agency_id, e.generation, fact.*
          FROM json_to_recordset($2::json) AS fact(type text, creator_id text, occurred_at timestamptz, data json)
          JOIN webhook_endpoints e ON e.id = $1 AND e.status = 'active'
      ), event AS (
        INSERT INTO events (id, agency_id, type, creator_id, occurred_at, data)
        SELECT id, agency_id, type, creator_id, occurred_at, data FROM fact
      )
      INSERT INTO deliveries (event_id, agency_id, endpoint_id, event_type, creator_id, generation)
      SELECT id, agency_id, endpoint_id, type, creator_id, generation FROM fact
      RETURNING event_id AS "eventId", id AS "deliveryId"`,
    values: [endpointId, toJson([event])],
  });
  if (!queued) return null;
  await addWakeUpJob(transaction);
  transaction.afterCommit(() => wakeDeliverers([endpointId]));
  return queued;
}
