import type { CurrentPayloads, EventType } from '../../generated/events.ts';

/** A fact of one type that webhook endpoints hear of. */
export interface EventOf<Type extends EventType> {
  readonly agencyId: string;
  readonly type: Type;
  /** Null for a fact without a creator: only endpoints for the whole agency hear of it. Of an event about an endpoint, see `creatorsOfReport`. */
  readonly creatorId: string | null;
  /** When the fact occurred: `created_at` of the envelope. */
  readonly occurredAt: Date;
  /** The payload in the newest form. It is recorded as `recordedPayload` makes it. */
  readonly data: CurrentPayloads[Type];
  /** The W3C trace context of the fact; null where it is not traced, undefined where it is that of the publisher. */
  readonly traceparent?: string | null;
  /** The only endpoint that receives it, whatever that subscribed to; undefined for every endpoint that asked for its type. */
  readonly endpointId?: string;
}

/** A fact that webhook endpoints hear of. */
export type NewEvent = { [Type in EventType]: EventOf<Type> }[EventType];

/** Whom or what a search finds an event by: its fan, the order where its buyer is not known, or the endpoint of a ping. */
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
