import type { LeasedDelivery } from './leased-delivery.ts';

/** SQL: the time of the statement in microseconds of the database's clock. */
export const nowMicros = '(extract(epoch FROM statement_timestamp()) * 1e6)::float8';

/** An endpoint that may have deliveries due since an instant, in microseconds of the database's clock. */
export interface DueEndpoint {
  readonly agencyId: string;
  readonly endpointId: string;
  readonly sinceMicros: number;
}

/** A notification has up to 8,000 bytes: more endpoints than these are announced without their names. */
export const maxNamedEndpoints = 80;

/** Reads a notification: endpoints as arrays, or an empty text if they are too many. */
export function readDueMessage(text: string): DueEndpoint[] | undefined {
  if (text === '') return undefined;
  const endpoints = JSON.parse(text) as [string, string, number][];
  return endpoints.map(([agencyId, endpointId, sinceMicros]) => ({ agencyId, endpointId, sinceMicros }));
}

/** The number of deliveries that a publisher may lease and send at once. */
export interface Offer {
  readonly lease: number;
  /** The total number. */
  readonly slots: number;
  readonly slotsPerEndpoint: number;
  /** Agencies and endpoints with fewer slots than `perEndpoint`. */
  readonly fewer: readonly { readonly id: string; readonly slots: number }[];
}

/** The deliverer of a process, for publishers of the same process. */
export interface Dispatcher {
  /** Undefined while it leases nothing. */
  offer(agencyIds: Iterable<string>): Offer | undefined;
  /** Sends deliveries that were leased by a committed transaction. */
  send(deliveries: readonly LeasedDelivery[]): void;
  /** Call it when it is unknown whether a transaction that leased deliveries has committed. */
  replaceLease(lease: number): void;
  wake(endpoints: readonly DueEndpoint[]): void;
  /** Turns pending deliveries of disabled endpoints into failure records. */
  drain(endpointIds: readonly string[]): void;
}
