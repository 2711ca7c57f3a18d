import type { DeliveryEventType } from '../../../generated/models.ts';

/** The endpoint of a delivery, as it was when the delivery was leased. */
export interface DeliveryTarget {
  readonly agencyId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly apiVersion: string;
  /** The value of `liveSecretsSql`. */
  readonly secrets: string;
  /** The endpoint's own headers, encrypted, as base64; null without any. */
  readonly headers: string | null;
  /** The number of times that the endpoint was disabled. An outcome counts for its breaker only in the same generation. */
  readonly generation: number;
  readonly consecutiveFailures: number;
  /** Whether it is a webhook listener: it receives over a stream, and nothing is sent to the URL. */
  readonly isListener: boolean;
}

/** A delivery under a lease of this process, whose attempt is counted. */
export interface LeasedDelivery {
  readonly target: DeliveryTarget;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: DeliveryEventType;
  /** Milliseconds since the epoch. */
  readonly occurredAt: number;
  /** Whether a recovery made the event from the stored fact. */
  readonly isReconstructed: boolean;
  /** The recorded payload, as JSON text. */
  readonly data: string;
  /** The W3C trace context of the fact; null if it is not traced. */
  readonly traceparent: string | null;
  readonly lease: number;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  /** When it was leased by the database's clock, in milliseconds, and when the process received it by its monotonic clock. */
  readonly leasedAt: number;
  readonly receivedAt: number;
  /** How long it had been due at its lease. */
  readonly overdueMs: number;
}

/** A UUIDv7 begins with its time of creation. */
const uuidv7 = /^([\da-f]{8})-([\da-f]{4})-7/;

/** When the delivery was queued, in milliseconds of the database's clock; -Infinity for other ids. */
export function queuedAt({ deliveryId }: Pick<LeasedDelivery, 'deliveryId'>): number {
  const [, high, low] = uuidv7.exec(deliveryId) ?? [];
  return high === undefined ? -Infinity : parseInt(high + low!, 16);
}
