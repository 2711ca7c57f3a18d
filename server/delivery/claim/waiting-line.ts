import type { Clock, Timer } from '../../lib/clock.ts';
import type { LeasedDelivery } from './leased-delivery.ts';
import type { Slots } from './slots.ts';

export interface WaitingLineOptions {
  readonly clock: Clock;
  readonly slots: Pick<Slots, 'mayStart' | 'wait' | 'leave'>;
  readonly start: (delivery: LeasedDelivery) => void;
  /** Called with a delivery that has found no slot in time, or is not to be sent any more. */
  readonly onReturned: (delivery: LeasedDelivery) => void;
}

/** What waits longer is given back: its endpoint answers more slowly than it did, and another process may have a slot. */
const patienceMs = 200;

/** Attempts that start together. More would hold up the requests and responses that have arrived. */
const mostAtOnce = 16;

interface WaitingDelivery {
  readonly delivery: LeasedDelivery;
  readonly since: number;
}

/**
 * Leased deliveries on their way to an attempt: each starts at once where its endpoint has a slot, or waits for one, so that
 * neither a publisher nor a claim need leave to a later claim what goes out within milliseconds. Endpoints take turns.
 */
export class WaitingLine {
  readonly #options: WaitingLineOptions;
  readonly #endpoints = new Map<string, WaitingDelivery[]>();
  #timer: Timer | undefined;
  #isPumpingSoon = false;

  constructor(options: WaitingLineOptions) {
    this.#options = options;
  }

  add(deliveries: readonly LeasedDelivery[]): void {
    const { clock, slots, start } = this.#options;
    const now = clock.now();
    let started = 0;
    for (const delivery of deliveries) {
      const { agencyId, endpointId } = delivery.target;
      const waiting = this.#endpoints.get(endpointId);
      if (!waiting && started < mostAtOnce && slots.mayStart(agencyId, endpointId, now)) {
        started += 1;
        start(delivery);
        continue;
      }
      slots.wait(agencyId, endpointId);
      if (waiting) waiting.push({ delivery, since: now });
      else this.#endpoints.set(endpointId, [{ delivery, since: now }]);
    }
    if (this.#endpoints.size === 0) return;
    this.#timer ??= clock.setTimeout(() => this.#returnLate(), patienceMs);
    if (started === mostAtOnce) this.#pumpSoon();
  }

  /** Starts what has a slot now, a few together. To be called when a slot becomes free. */
  pump(): void {
    let started = 0;
    for (let isMore = this.#endpoints.size > 0; isMore;) {
      isMore = false;
      for (const [endpointId, waiting] of this.#endpoints) {
        const { agencyId } = waiting[0]!.delivery.target;
        if (!this.#options.slots.mayStart(agencyId, endpointId, this.#options.clock.now())) continue;
        if (started === mostAtOnce) return this.#pumpSoon();
        isMore = true;
        started += 1;
        this.#options.start(this.#takeFirst(endpointId, waiting));
      }
    }
  }

  /** Requests and responses that have arrived come first. */
  #pumpSoon(): void {
    if (this.#isPumpingSoon) return;
    this.#isPumpingSoon = true;
    setImmediate(() => {
      this.#isPumpingSoon = false;
      this.pump();
    });
  }

  /** Gives back what waits for these endpoints, or for all. */
  clear(endpointIds: Iterable<string> = [...this.#endpoints.keys()]): void {
    for (const endpointId of endpointIds) {
      const waiting = this.#endpoints.get(endpointId) ?? [];
      while (waiting.length > 0) this.#options.onReturned(this.#takeFirst(endpointId, waiting));
    }
  }

  #returnLate(): void {
    this.#timer = undefined;
    const { clock, onReturned } = this.#options;
    const longAgo = clock.now() - patienceMs;
    for (const [endpointId, waiting] of this.#endpoints) {
      while (waiting.length > 0 && waiting[0]!.since <= longAgo) onReturned(this.#takeFirst(endpointId, waiting, true));
    }
    if (this.#endpoints.size > 0) this.#timer = clock.setTimeout(() => this.#returnLate(), patienceMs);
  }

  #takeFirst(endpointId: string, waiting: WaitingDelivery[], isTooLate = false): LeasedDelivery {
    const { delivery } = waiting.shift()!;
    if (waiting.length === 0) this.#endpoints.delete(endpointId);
    this.#options.slots.leave(delivery.target.agencyId, endpointId, isTooLate);
    return delivery;
  }
}
