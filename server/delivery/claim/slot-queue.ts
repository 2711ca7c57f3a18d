import type { Clock, Timer } from '../../lib/clock.ts';
import type { LeasedDelivery } from './leased-delivery.ts';
import type { Slots } from './slots.ts';

export interface SlotQueueOptions {
  readonly clock: Clock;
  readonly slots: Pick<Slots, 'mayStart' | 'enqueue' | 'dequeue'>;
  readonly start: (delivery: LeasedDelivery) => void;
  /** Called with a delivery that found no slot in time, or must no longer be sent. */
  readonly onReturned: (delivery: LeasedDelivery) => void;
}

/** A delivery that waits longer is returned: its endpoint responds more slowly than it did, and another process may have a slot. */
const maxWaitMs = 200;

/** The number of attempts that start together. More would delay pending requests and responses. */
const maxStartsAtOnce = 16;

interface WaitingDelivery {
  readonly delivery: LeasedDelivery;
  readonly since: number;
}

/**
 * Leased deliveries that wait for a slot of their endpoint. Publishers and claims may lease more than there are slots, because slots become
 * free within milliseconds. Endpoints take turns.
 */
export class SlotQueue {
  readonly #options: SlotQueueOptions;
  readonly #endpoints = new Map<string, WaitingDelivery[]>();
  #timer: Timer | undefined;
  #isPumpingSoon = false;

  constructor(options: SlotQueueOptions) {
    this.#options = options;
  }

  add(deliveries: readonly LeasedDelivery[]): void {
    const { clock, slots, start } = this.#options;
    const now = clock.now();
    let started = 0;
    for (const delivery of deliveries) {
      const { agencyId, endpointId } = delivery.target;
      const waiting = this.#endpoints.get(endpointId);
      if (!waiting && started < maxStartsAtOnce && slots.mayStart(agencyId, endpointId, now)) {
        started += 1;
        start(delivery);
        continue;
      }
      slots.enqueue(agencyId, endpointId);
      if (waiting) waiting.push({ delivery, since: now });
      else this.#endpoints.set(endpointId, [{ delivery, since: now }]);
    }
    if (this.#endpoints.size === 0) return;
    this.#timer ??= clock.setTimeout(() => this.#returnLate(), maxWaitMs);
    if (started === maxStartsAtOnce) this.#pumpSoon();
  }

  /** Starts deliveries that have a slot now, a few together. Call it when a slot becomes free. */
  pump(): void {
    let started = 0;
    for (let isMore = this.#endpoints.size > 0; isMore;) {
      isMore = false;
      for (const [endpointId, waiting] of this.#endpoints) {
        const { agencyId } = waiting[0]!.delivery.target;
        if (!this.#options.slots.mayStart(agencyId, endpointId, this.#options.clock.now())) continue;
        if (started === maxStartsAtOnce) return this.#pumpSoon();
        isMore = true;
        started += 1;
        this.#options.start(this.#takeFirst(endpointId, waiting));
      }
    }
  }

  /** Returns the deliveries that wait for these endpoints, or for all. */
  clear(endpointIds: Iterable<string> = [...this.#endpoints.keys()]): void {
    for (const endpointId of endpointIds) {
      const waiting = this.#endpoints.get(endpointId) ?? [];
      while (waiting.length > 0) this.#options.onReturned(this.#takeFirst(endpointId, waiting));
    }
  }

  /** Handles pending requests and responses first. */
  #pumpSoon(): void {
    if (this.#isPumpingSoon) return;
    this.#isPumpingSoon = true;
    setImmediate(() => {
      this.#isPumpingSoon = false;
      this.pump();
    });
  }

  #returnLate(): void {
    const { clock, onReturned } = this.#options;
    const longAgo = clock.now() - maxWaitMs;
    for (const [endpointId, waiting] of this.#endpoints) {
      while (waiting.length > 0 && waiting[0]!.since <= longAgo) onReturned(this.#takeFirst(endpointId, waiting, true));
    }
    this.#timer = this.#endpoints.size > 0 ? clock.setTimeout(() => this.#returnLate(), maxWaitMs) : undefined;
  }

  #takeFirst(endpointId: string, waiting: WaitingDelivery[], isTooLate = false): LeasedDelivery {
    const { delivery } = waiting.shift()!;
    if (waiting.length === 0) this.#endpoints.delete(endpointId);
    this.#options.slots.dequeue(delivery.target.agencyId, endpointId, isTooLate);
    return delivery;
  }
}
