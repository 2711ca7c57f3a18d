/** An endpoint of an agency. */
export interface QueuedEndpoint {
  readonly agencyId: string;
  readonly endpointId: string;
}

/** A line of endpoints: agencies take turns, and then the endpoints of an agency. */
export class FairQueue {
  readonly #agencies = new Map<string, Set<string>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add({ agencyId, endpointId }: QueuedEndpoint): void {
    let endpoints = this.#agencies.get(agencyId);
    if (!endpoints) this.#agencies.set(agencyId, (endpoints = new Set()));
    if (!endpoints.has(endpointId)) this.#size++;
    endpoints.add(endpointId);
  }

  /** Answers whether it was there. */
  delete({ agencyId, endpointId }: QueuedEndpoint): boolean {
    const endpoints = this.#agencies.get(agencyId);
    if (!endpoints?.delete(endpointId)) return false;
    this.#size--;
    if (endpoints.size === 0) this.#agencies.delete(agencyId);
    return true;
  }

  /** Puts an agency and its endpoint at the end of their lines. */
  requeue({ agencyId, endpointId }: QueuedEndpoint): void {
    const endpoints = this.#agencies.get(agencyId);
    if (!endpoints?.has(endpointId)) return;
    endpoints.delete(endpointId);
    endpoints.add(endpointId);
    this.#agencies.delete(agencyId);
    this.#agencies.set(agencyId, endpoints);
  }

  /** One endpoint of each agency, then the next one of each, and so on. Nothing may be added or requeued meanwhile. */
  *inTurn(): Generator<QueuedEndpoint> {
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
}
