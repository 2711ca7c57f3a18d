import type { DeliveryEventType } from '../../generated/models/delivery-event-type.ts';

/** A fact that webhook endpoints hear of. */
export interface NewEvent {
  readonly agencyId: string;
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
