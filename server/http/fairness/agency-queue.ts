import type { Problem } from '../../problems/problem.ts';
import { memoryMs } from './active-agencies.ts';

/** What a request is about to ask of the database. */
export interface Work {
  readonly agencyId: string;
  readonly keyId: string;
  /** Its statements may read much more than a page. */
  readonly isCostly: boolean;
  /** The caller may repeat the request: it only reads. */
  readonly isRepeatable: boolean;
}

/** A request that waits. `leave` is called once, whatever becomes of it. */
export interface WaitingRequest {
  readonly work: Work;
  begin(): void;
  refuse(error: Problem): void;
}

/** The first turns of a queue predict little, so this many turns of the expected length are averaged with them. */
const expectedTurns = 32;

/** How fast waiting requests of an agency begin. */
class Turns {
  #count = 0;
  #ms = 0;
  #lastAt = 0;

  /** Requests begin to wait. */
  start(now: number): void {
    this.#lastAt = now;
  }

  /** A request that waited begins. */
  take(now: number): void {
    const ms = now - this.#lastAt;
    const left = Math.exp(-ms / memoryMs);
    this.#ms = this.#ms * left + ms;
    this.#count = this.#count * left + 1;
    this.#lastAt = now;
  }

  /** The time of a turn while requests wait; one that takes long counts before it ends. */
  msOfOne(now: number, expectedMs: number): number {
    return (this.#ms + now - this.#lastAt + expectedMs * expectedTurns) / (this.#count + expectedTurns);
  }
}

/** The lane of one key for one class of work. */
const laneOf = ({ keyId, isCostly }: Work) => `${keyId} ${isCostly}`;

/** The requests of an agency: those that run, those that wait, and the time that they took lately. */
export class AgencyQueue {
  /** Those that wait, each key after the others. */
  readonly lanes = new Map<string, Set<WaitingRequest>>();
  running = 0;
  runningCostly = 0;
  /** Places that stay free. */
  resting = 0;
  restingCostly = 0;
  waitingCount = 0;
  activeAt = 0;
  readonly turns = new Turns();
  readonly #runningOfKey = new Map<string, number>();
  #usedMs = 0;
  #usedAt = 0;

  runningOf(keyId: string): number {
    return this.#runningOfKey.get(keyId) ?? 0;
  }

  waitingOf(keyId: string): number {
    return [true, false].reduce((sum, isCostly) => sum + (this.lanes.get(laneOf({ keyId, isCostly } as Work))?.size ?? 0), 0);
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

  join(waiting: WaitingRequest, now: number): void {
    const name = laneOf(waiting.work);
    this.lanes.set(name, (this.lanes.get(name) ?? new Set()).add(waiting));
    if (this.waitingCount === 0) this.turns.start(now);
    this.waitingCount++;
  }

  /** False where it does not wait any more. */
  remove(waiting: WaitingRequest): boolean {
    const name = laneOf(waiting.work);
    const lane = this.lanes.get(name);
    if (!lane?.delete(waiting)) return false;
    if (lane.size === 0) this.lanes.delete(name);
    this.waitingCount--;
    return true;
  }

  /** What came last, and reads, which are easily repeated, before anything else. */
  get leastUrgent(): WaitingRequest | undefined {
    const all = [...this.lanes.values()].flatMap((lane) => [...lane]);
    return all.findLast((waiting) => waiting.work.isRepeatable) ?? all.at(-1);
  }

  usedMs(now: number): number {
    return this.#usedMs * Math.exp((this.#usedAt - now) / memoryMs);
  }
}
