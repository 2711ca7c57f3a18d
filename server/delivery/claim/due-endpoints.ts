import type { DueEndpoint } from './dispatcher.ts';
import { FairQueue, type QueuedEndpoint } from './fair-queue.ts';

/** Nothing is known about the deliveries of an endpoint before its first check. */
const fromTheBeginning = 0;

/** Transactions that were about to commit during a claim send a notification; clocks of one server agree to less than this. */
const marginMicros = 1_000;

/** Where there would be more low-water marks than these, all are forgotten: the next claims begin at the beginning. */
const mostMarks = 20_000;

/**
 * Endpoints that may have due deliveries, in two lines: those that hang, so that thousands of them keep no other one waiting,
 * and all others. Each endpoint has a low-water mark: nothing of it is due before, as far as this process knows, so that a claim
 * need not walk what is gone.
 */
export class DueEndpoints {
  readonly #answering = new FairQueue();
  readonly #hanging = new FairQueue();
  readonly #lowWater = new Map<string, number>();
  /** Of each endpoint in a line: when its oldest due delivery became due, as far as this process knows. */
  readonly #dueSince = new Map<string, number>();

  get size(): number {
    return this.#answering.size + this.#hanging.size;
  }

  add(endpoint: DueEndpoint, isHanging: boolean): void {
    const { agencyId, endpointId, sinceMicros } = endpoint;
    if (!this.setHanging(endpoint, isHanging)) this.#lineOf(isHanging).add({ agencyId, endpointId });
    this.#dueSince.set(endpointId, Math.min(sinceMicros, this.#dueSince.get(endpointId) ?? sinceMicros));
    const mark = this.#lowWater.get(endpointId);
    if (mark !== undefined && sinceMicros - marginMicros < mark) this.#lowWater.set(endpointId, sinceMicros - marginMicros);
  }

  lowWaterOf(endpointId: string): number {
    return this.#lowWater.get(endpointId) ?? fromTheBeginning;
  }

  /** Nothing that was due before this is left, except what others hold. */
  raiseLowWater(endpointId: string, micros: number): void {
    if (this.#lowWater.size >= mostMarks) this.#lowWater.clear();
    this.#lowWater.set(endpointId, micros - marginMicros);
  }

  /** For when it is unknown which deliveries became free meanwhile. */
  forgetLowWater(): void {
    this.#lowWater.clear();
  }

  delete(endpoint: QueuedEndpoint): void {
    for (const line of [this.#answering, this.#hanging]) line.delete(endpoint);
    this.#dueSince.delete(endpoint.endpointId);
  }

  /** Puts an endpoint into one of the two lines, where it keeps its place if it is already there. Returns whether it moved. */
  setHanging(endpoint: QueuedEndpoint, isHanging: boolean): boolean {
    const isMoved = this.#lineOf(!isHanging).delete(endpoint);
    if (isMoved) this.#lineOf(isHanging).add(endpoint);
    return isMoved;
  }

  answering(): Iterable<QueuedEndpoint> {
    return this.#answering.inTurn();
  }

  hanging(): Iterable<QueuedEndpoint> {
    return this.#hanging.inTurn();
  }

  /** The endpoint has more due deliveries: the oldest ones became due at this instant or later. */
  setDueSince({ endpointId }: QueuedEndpoint, micros: number): void {
    if (this.#dueSince.has(endpointId)) this.#dueSince.set(endpointId, micros);
  }

  /** When the oldest due delivery became due, of those whose endpoints are not left out; undefined if there is none. */
  oldestDueSince(isLeftOut: (endpoint: QueuedEndpoint) => boolean): number | undefined {
    let oldest: number | undefined;
    for (const line of [this.#answering, this.#hanging]) {
      for (const endpoint of line.inTurn()) {
        const since = this.#dueSince.get(endpoint.endpointId);
        if (since !== undefined && (oldest === undefined || since < oldest) && !isLeftOut(endpoint)) oldest = since;
      }
    }
    return oldest;
  }

  /** Puts an agency and its endpoint at the end of their lines. */
  requeue(endpoint: QueuedEndpoint): void {
    for (const line of [this.#answering, this.#hanging]) line.requeue(endpoint);
  }

  #lineOf(isHanging: boolean): FairQueue {
    return isHanging ? this.#hanging : this.#answering;
  }
}
