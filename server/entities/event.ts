import type { CurrentPayloads, EventType } from '../../generated/events.ts';

/** A fact of one type that webhook endpoints hear of. */
export interface EventOf<Type extends EventType> {
  readonly agencyId: string;
  readonly type: Type;
  /** Null for a fact without a creator: only endpoints for the whole agency hear of it. */
  readonly creatorId: string | null;
  /** When the fact occurred: `created_at` of the envelope. */
  readonly occurredAt: Date;
  /** The payload in the newest form. It is recorded as `recordedPayload` makes it. */
  readonly data: CurrentPayloads[Type];
}

/** A fact that webhook endpoints hear of. */
export type NewEvent = { [Type in EventType]: EventOf<Type> }[EventType];

/** Whom or what a search finds an event by: its fan, the order where its buyer is not known, or the endpoint of a ping. */
export function subjectOf({ data }: Pick<NewEvent, 'data'>): string {
  if ('endpoint_id' in data) return data.endpoint_id;
  return data.fan_id ?? ('id' in data ? data.id : '');
}

/** An event on its way to one endpoint. */
export interface QueuedDelivery {
  readonly eventId: string;
  readonly deliveryId: string;
}

/** SQL: whether an event is of one of these creators. A ping is of none, and for every key that reaches its endpoint. */
export const isOfCreators = (eventType: string, creatorId: string, creatorIds: string) =>
  `(${eventType} = 'ping' OR ${creatorId} = ANY (${creatorIds}))`;
