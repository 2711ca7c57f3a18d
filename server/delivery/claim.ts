import { randomUUID } from 'node:crypto';
import type { DeliveryEventType } from '../../generated/models/delivery-event-type.ts';
import type { Sql } from '../database/sql.ts';
import { plainArray } from './connection.ts';
import { mayGoOut } from './endpoints.ts';
import { liveSecretsSql } from './signing-secret.ts';

/** How many deliveries of one endpoint may start now. */
export interface Room {
  readonly endpointId: string;
  readonly places: number;
}

/** A delivery whose attempt starts now, with what it takes to send it. */
export interface ClaimedDelivery {
  readonly event_id: string;
  readonly delivery_id: string;
  readonly agency_id: string;
  readonly endpoint_id: string;
  readonly event_type: DeliveryEventType;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  readonly lease_id: string;
  /** When the claim was made, by the database's clock, in milliseconds. */
  readonly attempted_at: number;
  /** How long ago the attempt was due. */
  readonly overdue_ms: number;
  /** Recorded before the endpoint was disabled: never to be sent. */
  readonly revoked: boolean;
  /** Of a creator whose events may not go to the endpoint's URL: never to be sent there. */
  readonly withheld: boolean;
  /** The breaker's count at the claim. */
  readonly consecutive_failures: number;
  readonly url: string;
  readonly api_version: string;
  /** The secrets that sign, as `liveSecretsSql` gives them. */
  readonly secrets: string;
  readonly occurred_at: number;
  /** JSON text, as it was recorded. */
  readonly data: string;
}

/** A row that this statement has locked stays where it is, so that the update finds it without another look-up. */
const claimDue = `
  WITH room AS MATERIALIZED (
    SELECT e.id AS endpoint_id, e.url, e.url_creator_ids, e.api_version, e.generation, e.consecutive_failures,
           ${liveSecretsSql} AS secrets, room.places
      FROM unnest($1::uuid[], $2::int[]) AS room(endpoint_id, places)
      JOIN webhook_endpoints e ON e.id = room.endpoint_id AND e.status = 'active'
  ), due AS MATERIALIZED (
    SELECT room.*, d.place, d.event_id, d.generation <> room.generation AS revoked
      FROM room
      CROSS JOIN LATERAL (
        SELECT ctid AS place, event_id, generation
          FROM deliveries
         WHERE endpoint_id = room.endpoint_id AND status = 'pending' AND next_attempt_at <= now()
           AND (lease_expires_at IS NULL OR lease_expires_at <= now())
         ORDER BY next_attempt_at
         LIMIT room.places
           FOR UPDATE SKIP LOCKED
      ) d
  )
  UPDATE deliveries d
     SET attempt_count = d.attempt_count + 1, lease_id = $3, lease_expires_at = now() + $4::int * interval '1 millisecond'
    FROM due JOIN events ev ON ev.id = due.event_id
   WHERE d.ctid = due.place
  RETURNING d.event_id, d.id AS delivery_id, d.agency_id, d.endpoint_id, d.event_type, d.attempt_count AS attempt,
            d.lease_id, due.revoked, NOT ${mayGoOut('due.url_creator_ids', 'd.event_type', 'ev.creator_id')} AS withheld,
            due.consecutive_failures, due.url, due.api_version, due.secrets, ev.data::text AS data,
            date_part('epoch', ev.occurred_at) * 1000 AS occurred_at,
            date_part('epoch', now()) * 1000 AS attempted_at,
            date_part('epoch', now() - d.next_attempt_at) * 1000 AS overdue_ms`;

/**
 * Takes what is due, endpoint by endpoint and no more than each has places for, so that one endpoint's backlog never
 * fills a batch. The attempt is counted here: a payload that kills the process is not sent for ever. Whatever
 * another claim is taking is passed over.
 */
export function claim(sql: Sql, room: readonly Room[], leaseMs: number): Promise<ClaimedDelivery[]> {
  return sql.query<ClaimedDelivery>({
    name: 'claim-deliveries',
    text: claimDue,
    values: [plainArray(room.map(({ endpointId }) => endpointId)), plainArray(room.map(({ places }) => places)), randomUUID(), leaseMs],
  });
}

/** What a held lease is known by: the values of three arrays. */
export function leaseKeys(deliveries: readonly ClaimedDelivery[]): string[] {
  return [
    plainArray(deliveries.map(({ event_id }) => event_id)),
    plainArray(deliveries.map(({ delivery_id }) => delivery_id)),
    plainArray(deliveries.map(({ lease_id }) => lease_id)),
  ];
}

/** Gives leases back, with their attempts uncounted: nothing was, or will be, said about the receiver. */
export async function giveBack(sql: Sql, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  await sql.query({
    name: 'give-back-deliveries',
    text: `
      UPDATE deliveries d
         SET attempt_count = d.attempt_count - 1, lease_id = NULL, lease_expires_at = NULL
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS held(event_id, id, lease_id)
       WHERE d.event_id = held.event_id AND d.id = held.id AND d.lease_id = held.lease_id`,
    values: leaseKeys(deliveries),
  });
}
