import type { LeasedDelivery } from './leased-delivery.ts';

/** Endpoints of an agency that may have something due, and since when by the database's clock in microseconds. */
export interface DueEndpoint {
  readonly agencyId: string;
  readonly endpointId: string;
  readonly sinceMicros: number;
}

/** How many deliveries a publisher may lease and send at once. */
export interface Offer {
  readonly lease: number;
  /** In all. */
  readonly slots: number;
  readonly slotsPerEndpoint: number;
  /** Agencies and endpoints with fewer slots than that. */
  readonly fewer: readonly { readonly id: string; readonly slots: number }[];
}

/** The deliverer of a process, as publishers in the same process see it. */
export interface Dispatcher {
  /** Undefined while it leases nothing. */
  offer(agencyIds: Iterable<string>): Offer | undefined;
  /** Sends what was leased by a transaction that has committed. */
  send(deliveries: readonly LeasedDelivery[]): void;
  /** It is unknown whether a transaction that leased deliveries has committed. */
  forget(lease: number): void;
  wake(endpoints: readonly DueEndpoint[]): void;
  /** Turns what waits for these endpoints into failure records where they are disabled. */
  drain(endpointIds: readonly string[]): void;
}
