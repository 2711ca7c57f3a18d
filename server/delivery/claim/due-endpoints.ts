import type { DueEndpoint } from './dispatcher.ts';
import { FairQueue, type QueuedEndpoint } from './fair-queue.ts';

/** Transactions that committed during a claim send a notification. Clocks of one server differ by less than this. */
const marginMicros = 1_000;

/** At this number of low-water marks, all are dropped. */
const maxMarks = 20_000;

/**
 * Endpoints that may have due deliveries. Hanging endpoints have a separate queue, so that thousands of them delay no other one. No
 * delivery of an endpoint below its low-water mark is due, as far as this process knows. So a claim skips the index entries of removed rows
 * below the mark.
 */
export class DueEndpoints {
  readonly #responsive = new FairQueue();
  readonly #hanging = new FairQueue();
  readonly #lowWater = new Map<string, number>();
  /** When the oldest due delivery of each queued endpoint became due, as far as this process knows. */
  readonly #dueSince = new Map<string, number>();

  get size(): number {
    return this.#responsive.size + this.#hanging.size;
  }

  add(endpoint: DueEndpoint, isHanging: boolean): void {
    const { endpointId, sinceMicros } = endpoint;
    if (!this.setHanging(endpoint, isHanging)) this.#queueOf(isHanging).add(endpoint);
    this.#dueSince.set(endpointId, Math.min(sinceMicros, this.#dueSince.get(endpointId) ?? sinceMicros));
    const mark = this.#lowWater.get(endpointId);
    if (mark !== undefined && sinceMicros - marginMicros < mark) this.#lowWater.set(endpointId, sinceMicros - marginMicros);
  }

  /** 0 before the first claim of the endpoint. */
  lowWaterOf(endpointId: string): number {
    return this.#lowWater.get(endpointId) ?? 0;
  }

  /** Call it if all deliveries that were due before are settled or under leases. */
  raiseLowWater(endpointId: string, micros: number): void {
    if (this.#lowWater.size >= maxMarks) this.#lowWater.clear();
    this.#lowWater.set(endpointId, micros - marginMicros);
  }

  /** Call it if unknown deliveries became free. */
  clearLowWater(): void {
    this.#lowWater.clear();
  }

  delete(endpoint: QueuedEndpoint): void {
    this.#responsive.delete(endpoint);
    this.#hanging.delete(endpoint);
    this.#dueSince.delete(endpoint.endpointId);
  }

  /** Moves a queued endpoint to one of the queues. Returns whether it was in the other one. */
  setHanging(endpoint: QueuedEndpoint, isHanging: boolean): boolean {
    const isMoved = this.#queueOf(!isHanging).delete(endpoint);
    if (isMoved) this.#queueOf(isHanging).add(endpoint);
    return isMoved;
  }

  responsive(): Iterable<QueuedEndpoint> {
    return this.#responsive.inTurn();
  }

  hanging(): Iterable<QueuedEndpoint> {
    return this.#hanging.inTurn();
  }

  /** Call it if a queued endpoint has more due deliveries, the oldest of which became due at this instant or later. */
  setDueSince({ endpointId }: QueuedEndpoint, micros: number): void {
    if (this.#dueSince.has(endpointId)) this.#dueSince.set(endpointId, micros);
  }

  /** When the oldest due delivery became due, without those of excluded endpoints. */
  oldestDueSince(isExcluded: (endpoint: QueuedEndpoint) => boolean): number | undefined {
    let oldest: number | undefined;
    for (const queue of [this.#responsive, this.#hanging]) {
      for (const endpoint of queue.inTurn()) {
        const since = this.#dueSince.get(endpoint.endpointId);
        if (since !== undefined && (oldest === undefined || since < oldest) && !isExcluded(endpoint)) oldest = since;
      }
    }
    return oldest;
  }

  requeue(endpoint: QueuedEndpoint): void {
    this.#responsive.requeue(endpoint);
    this.#hanging.requeue(endpoint);
  }

  #queueOf(isHanging: boolean): FairQueue {
    return isHanging ? this.#hanging : this.#responsive;
  }
}
