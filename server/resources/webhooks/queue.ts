import type { Transaction } from '../../database/sql.ts';

export interface QueuedDelivery {
  readonly eventId: string;
  readonly deliveryId: string;
}

export interface FailureFilter {
  readonly eventTypes?: readonly string[];
  /** Failures recorded at or after it. */
  readonly start?: Date;
  /** Failures recorded before it. */
  readonly end?: Date;
}

/** Records deliveries in the caller's transaction, which the deliverer sends after the commit. */
export interface WebhookQueue {
  /** A `ping` event and its delivery to this endpoint alone. */
  ping(transaction: Transaction, agencyId: string, endpointId: string): Promise<QueuedDelivery>;
  /** A new delivery of the failure's event, or undefined where the endpoint has no such failure. */
  replay(transaction: Transaction, endpointId: string, failureId: string): Promise<QueuedDelivery | undefined>;
  /** A new delivery for each matching failure that was not replayed yet; answers with their number. */
  replayAll(transaction: Transaction, endpointId: string, filter: FailureFilter): Promise<number>;
}
