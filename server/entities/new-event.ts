import type { CurrentPayloads, EventType } from '../../generated/events.ts';

/** A fact of one type that is published to webhook endpoints. */
export interface EventOf<Type extends EventType> {
  readonly agencyId: string;
  readonly type: Type;
  /** Null for a fact without a creator, which only endpoints for the whole agency receive. For events about an endpoint, see `creatorsOfReport`. */
  readonly creatorId: string | null;
  /** When the fact occurred: `created_at` of the envelope. */
  readonly occurredAt: Date;
  /** The payload in the newest form. `recordedPayload` converts it to the recorded form. */
  readonly data: CurrentPayloads[Type];
  /** The W3C trace context of the fact; null if it is not traced, undefined for that of the publisher. */
  readonly traceparent?: string | null;
  /** The only endpoint that receives it, whatever its subscriptions; undefined for all endpoints that subscribed to the type. */
  readonly endpointId?: string;
}

/** A fact that is published to webhook endpoints. */
export type NewEvent = { [Type in EventType]: EventOf<Type> }[EventType];

/** The subject of an event in searches: the fan, else the order, or for a ping the endpoint. */
export function subjectOf({
  data,
}: {
  readonly data: { readonly endpoint_id: string } | { readonly fan_id?: string | null; readonly id?: string };
}): string {
  if ('endpoint_id' in data) return data.endpoint_id;
  return data.fan_id ?? data.id ?? '';
}

/** An event on its way to one endpoint. */
export interface QueuedDelivery {
  readonly eventId: string;
  readonly deliveryId: string;
}
