import type { Problem } from '../../problems/problem.ts';
import { decayMs } from './active-agencies.ts';

/** A request that needs the database. */
export interface Work {
  readonly agencyId: string;
  readonly keyId: string;
  /** Its statements may read much more than a page. */
  readonly isCostly: boolean;
  /** The caller may repeat the request, because it only reads. */
  readonly isRepeatable: boolean;
}

/** Either `begin` or `refuse` is called once, unless the caller disconnects. */
export interface WaitingRequest {
  readonly work: Work;
  begin(): void;
  refuse(error: Problem): void;
}

/** Measured intervals are averaged with this many expected ones, because the first starts of a queue predict little. */
const expectedStarts = 32;

/** The queue of one key for one class of work. */
const laneOf = ({ keyId, isCostly }: Pick<Work, 'keyId' | 'isCostly'>) => `${keyId} ${isCostly}`;

/** The running and waiting requests of an agency, and the time that its requests used recently. */
export class AgencyQueue {
  /** Waiting requests; keys take turns in the order of the lanes. */
  readonly lanes = new Map<string, Set<WaitingRequest>>();
  running = 0;
  runningCostly = 0;
  /** Slots that stay empty during a pause. */
  paused = 0;
  pausedCostly = 0;
  waitingCount = 0;
  activeAt = 0;
  readonly #runningOfKey = new Map<string, number>();
  #usedMs = 0;
  #usedAt = 0;
  #startCount = 0;
  #startMs = 0;
  #startedAt = 0;

  runningOf(keyId: string): number {
    return this.#runningOfKey.get(keyId) ?? 0;
  }

  waitingOf(keyId: string): number {
    return [true, false].reduce((sum, isCostly) => sum + (this.lanes.get(laneOf({ keyId, isCostly }))?.size ?? 0), 0);
  }

  begin({ keyId, isCostly }: Work): void {
    this.running++;
    if (isCostly) this.runningCostly++;
    this.#runningOfKey.set(keyId, this.runningOf(keyId) + 1);
  }

  end({ keyId, isCostly }: Work, tookMs: number, now: number): void {
    this.running--;
    if (isCostly) this.runningCostly--;
    const left = this.runningOf(keyId) - 1;
    if (left > 0) this.#runningOfKey.set(keyId, left);
    else this.#runningOfKey.delete(keyId);
    this.#usedMs = this.usedMs(now) + tookMs;
    this.#usedAt = now;
  }

  add(waiting: WaitingRequest, now: number): void {
    const name = laneOf(waiting.work);
    this.lanes.set(name, (this.lanes.get(name) ?? new Set()).add(waiting));
    if (this.waitingCount === 0) this.#startedAt = now;
    this.waitingCount++;
  }

  /** Returns false for a request that no longer waits. */
  remove(waiting: WaitingRequest): boolean {
    const name = laneOf(waiting.work);
    const lane = this.lanes.get(name);
    if (!lane?.delete(waiting)) return false;
    if (lane.size === 0) this.lanes.delete(name);
    this.waitingCount--;
    return true;
  }

  /** The latest request; reads come first, because they are easily repeated. */
  get leastUrgent(): WaitingRequest | undefined {
    const all = [...this.lanes.values()].flatMap((lane) => [...lane]);
    return all.findLast((waiting) => waiting.work.isRepeatable) ?? all.at(-1);
  }

  usedMs(now: number): number {
    return this.#usedMs * Math.exp((this.#usedAt - now) / decayMs);
  }

  /** Measures the interval between the starts of waiting requests. */
  noteStart(now: number): void {
    const ms = now - this.#startedAt;
    const left = Math.exp(-ms / decayMs);
    this.#startMs = this.#startMs * left + ms;
    this.#startCount = this.#startCount * left + 1;
    this.#startedAt = now;
  }

  /** The interval between starts of waiting requests. A long interval counts before it ends. */
  startIntervalMs(now: number, expectedMs: number): number {
    return (this.#startMs + now - this.#startedAt + expectedMs * expectedStarts) / (this.#startCount + expectedStarts);
  }
}
