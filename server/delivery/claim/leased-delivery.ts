import type { DeliveryEventType } from '../../../generated/models.ts';

/** Where a delivery goes, as the endpoint was when the delivery was leased. */
export interface DeliveryTarget {
  readonly agencyId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly apiVersion: string;
  /** The secrets that sign, as `liveSecretsSql` gives them. */
  readonly secrets: string;
  /** How often the endpoint was disabled: an outcome counts for its breaker while this is still so. */
  readonly generation: number;
  readonly consecutiveFailures: number;
  /** Whether it receives over a stream that it opens; nothing is sent to the URL. */
  readonly isListener: boolean;
}

/** A delivery under a lease of this process, its attempt counted, with what it takes to send it. */
export interface LeasedDelivery {
  readonly target: DeliveryTarget;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: DeliveryEventType;
  /** Milliseconds since the epoch. */
  readonly occurredAt: number;
  /** Whether a recovery made the event from the stored fact. */
  readonly isReconstructed: boolean;
  /** JSON text, as it was recorded. */
  readonly data: string;
  /** The W3C trace context of the fact; null where it is not traced. */
  readonly traceparent: string | null;
  readonly lease: number;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  /** The database's clock when it was leased, in milliseconds, and the process's monotonic one when that was heard. */
  readonly leasedAt: number;
  readonly heardAt: number;
  /** How long it had been due by then. */
  readonly overdueMs: number;
}

/** A UUIDv7 says when it was made. */
const uuidv7 = /^([\da-f]{8})-([\da-f]{4})-7/;

/** When the delivery was queued, in milliseconds of the database's clock; unknown for ids of another kind. */
export function queuedAt({ deliveryId }: Pick<LeasedDelivery, 'deliveryId'>): number {
  const [, high, low] = uuidv7.exec(deliveryId) ?? [];
  return high === undefined ? -Infinity : parseInt(high + low!, 16);
}
