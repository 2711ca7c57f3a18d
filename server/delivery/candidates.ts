import type { DueEndpoint } from './dispatcher.ts';

/** Nothing is known of what an endpoint had before it was first looked at. */
const fromTheBeginning = 0;

/** Transactions that were about to commit when a claim looked are told of; clocks of one server agree to less than this. */
const marginMicros = 1_000;

/** Where there would be more floors than these, all are forgotten: the next claims begin at the beginning. */
const mostFloors = 20_000;

/**
 * Endpoints that may have due deliveries. Agencies take turns, and then the endpoints of an agency. Each endpoint has a
 * floor: nothing of it is due before, as far as this process knows, so that a claim need not walk what is gone.
 */
export class Candidates {
  readonly #agencies = new Map<string, Set<string>>();
  readonly #floors = new Map<string, number>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add({ agencyId, endpointId, sinceMicros }: DueEndpoint): void {
    let endpoints = this.#agencies.get(agencyId);
    if (!endpoints) this.#agencies.set(agencyId, (endpoints = new Set()));
    if (!endpoints.has(endpointId)) this.#size++;
    endpoints.add(endpointId);
    const floor = this.#floors.get(endpointId);
    if (floor !== undefined && sinceMicros - marginMicros < floor) this.#floors.set(endpointId, sinceMicros - marginMicros);
  }

  floorOf(endpointId: string): number {
    return this.#floors.get(endpointId) ?? fromTheBeginning;
  }

  /** Nothing that was due before this is left, except what others hold. */
  raiseFloor(endpointId: string, micros: number): void {
    if (this.#floors.size >= mostFloors) this.#floors.clear();
    this.#floors.set(endpointId, micros - marginMicros);
  }

  /** For when nobody knows what became free meanwhile. */
  forgetFloors(): void {
    this.#floors.clear();
  }

  delete(agencyId: string, endpointId: string): void {
    const endpoints = this.#agencies.get(agencyId);
    if (!endpoints?.delete(endpointId)) return;
    this.#size--;
    if (endpoints.size === 0) this.#agencies.delete(agencyId);
  }

  /** One endpoint of each agency, then the next one of each, and so on. */
  *inTurn(): Generator<{ readonly agencyId: string; readonly endpointId: string }> {
    const lines = [...this.#agencies].map(([agencyId, endpoints]) => ({ agencyId, endpoints: endpoints.values() }));
    for (let isMore = true; isMore;) {
      isMore = false;
      for (const { agencyId, endpoints } of lines) {
        const { value: endpointId, done } = endpoints.next();
        if (done) continue;
        isMore = true;
        yield { agencyId, endpointId };
      }
    }
  }

  /** Puts an agency and its endpoint at the end of their lines. */
  requeue(agencyId: string, endpointId: string): void {
    const endpoints = this.#agencies.get(agencyId);
    if (!endpoints?.has(endpointId)) return;
    endpoints.delete(endpointId);
    endpoints.add(endpointId);
    this.#agencies.delete(agencyId);
    this.#agencies.set(agencyId, endpoints);
  }
}
