/** An attempt in flight. */
export interface Place {
  readonly agencyId: string;
  readonly endpointId: string;
  readonly takenAt: number;
  isFree: boolean;
}

export interface PlacesOptions {
  /** Attempts at once that are busy: an attempt that has waited for its answer for a while is not. */
  readonly concurrency: number;
  /** Attempts at once to one endpoint. */
  readonly perEndpoint: number;
}

/** From here on an attempt costs nothing but its socket, and holds no shared place any more. */
const slowAfterMs = 500;

/** Open attempts, slow ones included, for each busy one. */
const openPerBusy = 16;

/** An agency's share of the open attempts. */
const agencyShare = 1 / 8;

/** An endpoint whose last attempt timed out, or that has kept one waiting for so long, hangs: it gets few attempts at once. */
const hangsAfterMs = 3_000;
const placesOfHanging = 2;

interface EndpointPlaces {
  /** In the order in which they were taken. */
  readonly open: Set<Place>;
  hasTimedOut: boolean;
}

interface AgencyPlaces {
  openCount: number;
  /** Those with attempts in flight, and those that hang. */
  readonly endpoints: Map<string, EndpointPlaces>;
}

/**
 * Bounds the attempts in flight, so that an endpoint that hangs never delays another, nor do a hundred of them: an
 * endpoint has a bounded number of places and few while it hangs, an agency a share, attempts that wait for an answer
 * leave the shared places, and an endpoint without an attempt in flight may always start one.
 */
export class Places {
  readonly #options: PlacesOptions;
  readonly #agencies = new Map<string, AgencyPlaces>();
  readonly #busy = new Set<Place>();
  #openCount = 0;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  get openCount(): number {
    return this.#openCount;
  }

  get perEndpoint(): number {
    return this.#options.perEndpoint;
  }

  /** Shared places that are free. */
  get freeCount(): number {
    return Math.max(0, this.#options.concurrency - this.#busy.size);
  }

  get isLittleFree(): boolean {
    return this.freeCount * 4 < this.#options.concurrency;
  }

  take(agencyId: string, endpointId: string, now: number): Place {
    const place = { agencyId, endpointId, takenAt: now, isFree: false };
    let agency = this.#agencies.get(agencyId);
    if (!agency) this.#agencies.set(agencyId, (agency = { openCount: 0, endpoints: new Map() }));
    let endpoint = agency.endpoints.get(endpointId);
    if (!endpoint) agency.endpoints.set(endpointId, (endpoint = { open: new Set(), hasTimedOut: false }));
    endpoint.open.add(place);
    agency.openCount++;
    this.#busy.add(place);
    this.#openCount++;
    return place;
  }

  release(place: Place, hasTimedOut = false): void {
    if (place.isFree) return;
    place.isFree = true;
    this.#openCount--;
    this.#busy.delete(place);
    const agency = this.#agencies.get(place.agencyId)!;
    const endpoint = agency.endpoints.get(place.endpointId)!;
    endpoint.open.delete(place);
    endpoint.hasTimedOut = hasTimedOut;
    agency.openCount--;
    if (endpoint.open.size === 0 && !hasTimedOut) agency.endpoints.delete(place.endpointId);
    if (agency.endpoints.size === 0) this.#agencies.delete(place.agencyId);
  }

  /** Frees the shared places of attempts that wait for their answer. Answers whether there were any. */
  setSlowApart(now: number): boolean {
    let isAny = false;
    for (const place of this.#busy) {
      if (now - place.takenAt < slowAfterMs) break;
      this.#busy.delete(place);
      isAny = true;
    }
    return isAny;
  }

  /** Whether the endpoint lets its attempts wait. */
  hangs(agencyId: string, endpointId: string, now: number): boolean {
    const endpoint = this.#agencies.get(agencyId)?.endpoints.get(endpointId);
    return endpoint !== undefined && hangs(endpoint, now);
  }

  /** How many attempts the endpoint may start when `sharedCount` shared places are left for it. */
  freeFor(agencyId: string, endpointId: string, sharedCount: number, now: number): number {
    const agency = this.#agencies.get(agencyId);
    const endpoint = agency?.endpoints.get(endpointId);
    const openCount = endpoint?.open.size ?? 0;
    const { perEndpoint } = this.#options;
    const own = (endpoint && hangs(endpoint, now) ? Math.min(placesOfHanging, perEndpoint) : perEndpoint) - openCount;
    const free = Math.max(0, Math.min(own, this.freeOfAgency(agencyId), sharedCount));
    return openCount === 0 ? Math.max(1, free) : free;
  }

  /** How many attempts the agency may start. */
  freeOfAgency(agencyId: string): number {
    const mostOpen = this.#options.concurrency * openPerBusy;
    const ofAgency = Math.ceil(mostOpen * agencyShare) - (this.#agencies.get(agencyId)?.openCount ?? 0);
    return Math.max(0, Math.min(ofAgency, mostOpen - this.#openCount));
  }

  /** The agency's endpoints that have attempts in flight or hang. */
  usedEndpoints(agencyId: string): Iterable<string> {
    return this.#agencies.get(agencyId)?.endpoints.keys() ?? [];
  }
}

function hangs({ open, hasTimedOut }: EndpointPlaces, now: number): boolean {
  if (hasTimedOut) return true;
  for (const { takenAt } of open) return now - takenAt >= hangsAfterMs;
  return false;
}
