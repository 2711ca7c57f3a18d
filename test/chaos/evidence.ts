import type { EndpointLife } from './endpoint-life.ts';
import { Explainer } from './explain.ts';
import type { Fault } from './faults.ts';
import type { Life } from './fleet.ts';
import type { Batch, Replay } from './market.ts';
import type { SeenRequest } from './receiver-process.ts';
import { factKey, type DeliveryRow, type EventRow, type FailureRow, type FinalState } from './final-state.ts';

/** What was seen from outside, and what the service says of itself. */
export interface Given {
  readonly batches: readonly Batch[];
  readonly endpoints: readonly EndpointLife[];
  readonly replays: readonly Replay[];
  readonly answers: ReadonlyMap<number | 'none', number>;
  readonly requests: readonly SeenRequest[];
  readonly faults: readonly Fault[];
  readonly lives: readonly Life[];
  readonly finalState: FinalState;
  /** Leases that have not ended although every process has ended. */
  readonly openLeases: number;
}

/** Something that should not be. Without an explanation the run has failed. */
export interface Finding {
  readonly what: string;
  /** The fault that explains it. */
  readonly explanation?: Fault | undefined;
  /** What it is about, as far as it can be followed. */
  readonly deliveryId?: string | undefined;
  readonly request?: SeenRequest;
  readonly note?: string;
  /** When it was seen, where it has no delivery. */
  readonly at?: number;
}

/** Attempts of a delivery by the specified schedule. */
export const mostAttempts = 4;

export const isSuccess = ({ act }: SeenRequest) => typeof act === 'number' && act >= 200 && act < 300;

function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, Item[]> {
  return Map.groupBy(items, keyOf);
}

/** What is given, in the orders in which it is looked up. */
export class Evidence {
  readonly given: Given;
  readonly explainer: Explainer;
  readonly requestsOf: ReadonlyMap<string, SeenRequest[]>;
  readonly deliveriesById: ReadonlyMap<string, DeliveryRow[]>;
  /** By endpoint and event. */
  readonly deliveriesOfPair: ReadonlyMap<string, DeliveryRow[]>;
  readonly failuresOfPair: ReadonlyMap<string, FailureRow[]>;
  readonly failuresByDelivery: ReadonlyMap<string, FailureRow[]>;
  readonly eventsOfFact: ReadonlyMap<string, EventRow[]>;
  /** By the name of the endpoint and the event. */
  readonly requestsOfPair: ReadonlyMap<string, SeenRequest[]>;
  readonly #endpointsById: ReadonlyMap<string, EndpointLife>;
  readonly #endpointsByName: ReadonlyMap<string, EndpointLife>;

  constructor(given: Given) {
    const { requests, endpoints, finalState } = given;
    this.given = given;
    this.explainer = new Explainer(given.faults);
    this.requestsOf = groupedBy(requests, ({ deliveryId }) => deliveryId);
    this.deliveriesById = groupedBy(finalState.deliveries, ({ id }) => id);
    this.deliveriesOfPair = groupedBy(finalState.deliveries, pairOf);
    this.failuresOfPair = groupedBy(finalState.failures, pairOf);
    this.failuresByDelivery = groupedBy(finalState.failures, ({ deliveryId }) => deliveryId);
    this.eventsOfFact = groupedBy(finalState.events, ({ agencyId, type, subject }) => factKey(agencyId, type, subject));
    this.requestsOfPair = groupedBy(requests, ({ endpoint, eventId }) => `${endpoint} ${eventId}`);
    this.#endpointsById = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
    this.#endpointsByName = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));
  }

  /** The endpoint of a delivery. Undefined where it is unknown: it was deleted before any client learned of it. */
  endpointOf(deliveryId: string): EndpointLife | undefined {
    const row = this.deliveriesById.get(deliveryId)?.[0];
    if (row) return this.#endpointsById.get(row.endpointId);
    return this.#endpointsByName.get(this.requestsOf.get(deliveryId)?.[0]?.endpoint ?? '');
  }
}

export function pairOf({ endpointId, eventId }: { readonly endpointId: string; readonly eventId: string }): string {
  return `${endpointId} ${eventId}`;
}
