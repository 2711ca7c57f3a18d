/** An endpoint of an agency. */
export interface QueuedEndpoint {
  readonly agencyId: string;
  readonly endpointId: string;
}

/** A queue of endpoints in which agencies take turns, and the endpoints of each agency. */
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

  /** Returns whether the endpoint was queued. */
  delete({ agencyId, endpointId }: QueuedEndpoint): boolean {
    const endpoints = this.#agencies.get(agencyId);
    if (!endpoints?.delete(endpointId)) return false;
    this.#size--;
    if (endpoints.size === 0) this.#agencies.delete(agencyId);
    return true;
  }

  /** Moves a queued endpoint to the end of its agency's endpoints, and its agency to the end of the agencies. */
  requeue({ agencyId, endpointId }: QueuedEndpoint): void {
    const endpoints = this.#agencies.get(agencyId);
    if (!endpoints?.delete(endpointId)) return;
    endpoints.add(endpointId);
    this.#agencies.delete(agencyId);
    this.#agencies.set(agencyId, endpoints);
  }

  /** One endpoint of each agency, then the next one of each, and so on. Nothing may be added or requeued meanwhile. */
  *inTurn(): Generator<QueuedEndpoint> {
    let agencies = [...this.#agencies].map(([agencyId, endpoints]) => ({ agencyId, endpoints: endpoints.values() }));
    while (agencies.length > 0) {
      const next: typeof agencies = [];
      for (const agency of agencies) {
        const { value: endpointId, done } = agency.endpoints.next();
        if (done) continue;
        next.push(agency);
        yield { agencyId: agency.agencyId, endpointId };
      }
      agencies = next;
    }
  }
}
