/** An attempt in flight. */
export interface Place {
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

/** From here on an attempt costs nothing but its socket, and holds a place of its endpoint alone. */
const slowAfterMs = 500;

/** Open attempts, slow ones included, for each busy one. */
const openPerBusy = 16;

/**
 * Bounds the attempts in flight, so that an endpoint that hangs never delays another: an endpoint has a bounded number
 * of places, attempts that wait for an answer leave the shared ones, and an endpoint without an attempt in flight may
 * start one though the shared places are taken.
 */
export class Places {
  readonly #options: PlacesOptions;
  readonly #taken = new Map<string, number>();
  readonly #busy = new Set<Place>();
  #openCount = 0;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  get openCount(): number {
    return this.#openCount;
  }

  /** Shared places that are free. */
  get freeCount(): number {
    return Math.max(0, this.#options.concurrency - this.#busy.size);
  }

  get isLittleFree(): boolean {
    return this.freeCount * 4 < this.#options.concurrency;
  }

  take(endpointId: string, now: number): Place {
    const place = { endpointId, takenAt: now, isFree: false };
    this.#taken.set(endpointId, (this.#taken.get(endpointId) ?? 0) + 1);
    this.#busy.add(place);
    this.#openCount++;
    return place;
  }

  release(place: Place): void {
    if (place.isFree) return;
    place.isFree = true;
    this.#openCount--;
    this.#busy.delete(place);
    const left = this.#taken.get(place.endpointId)! - 1;
    if (left === 0) this.#taken.delete(place.endpointId);
    else this.#taken.set(place.endpointId, left);
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

  /** How many attempts the endpoint may start when `sharedCount` shared places are left for it. */
  freeFor(endpointId: string, sharedCount: number): number {
    const { concurrency, perEndpoint } = this.#options;
    if (this.#openCount >= concurrency * openPerBusy) return 0;
    const taken = this.#taken.get(endpointId) ?? 0;
    const own = perEndpoint - taken;
    return taken === 0 ? Math.min(own, Math.max(1, sharedCount)) : Math.max(0, Math.min(own, sharedCount));
  }
}
