import type { Problem } from '../../problems/problem.ts';

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

/** What has been used counts for less and less: a third of it after so long. */
const memoryMs = 2_000;

/** An agency that asks for nothing for so long leaves what it had to the others. */
export const forgottenMs = 5_000;

/** One that asks for so many times as much at once as half of the others floods the service. */
const floodFactor = 4;

/** What half of the agencies ask for at once is computed again after so long. */
const usualForMs = 100;

/** What an agency asks for, of whatever turns. */
interface Demand {
  requests: number;
  /** The most requests at once lately: they count for less and less, as time that was used does. */
  most: number;
  mostAt: number;
  seenAt: number;
}

const demandOf = ({ requests, most, mostAt }: Demand, now: number) => Math.max(requests, most * Math.exp((mostAt - now) / memoryMs));

/** Which agencies ask for anything, of whatever turns, and how much at once. */
export class ActiveAgencies {
  readonly #agencies = new Map<string, Demand>();
  #forgotAt = 0;
  #usual = 0;
  #usualAt = -Infinity;

  come(agencyId: string, now: number): void {
    const known = this.#agencies.get(agencyId) ?? { requests: 0, most: 0, mostAt: now, seenAt: now };
    known.requests++;
    if (known.requests >= demandOf(known, now)) Object.assign(known, { most: known.requests, mostAt: now });
    if (known.requests === 1) this.#agencies.set(agencyId, known);
  }

  /** Once for each time that it came. */
  go(agencyId: string, now: number): void {
    const known = this.#agencies.get(agencyId)!;
    known.requests--;
    known.seenAt = now;
  }

  isOneAlone(now: number): boolean {
    this.#forget(now);
    return this.#agencies.size <= 1;
  }

  /** Whether an agency asks for much more at once than half of the others do: similar agencies, however busy, do not count as a flood. */
  floods(agencyId: string, now: number): boolean {
    if (this.isOneAlone(now)) return false;
    const demand = this.#agencies.get(agencyId);
    return demand !== undefined && demandOf(demand, now) >= floodFactor * this.#usualDemand(now);
  }

  #usualDemand(now: number): number {
    if (now - this.#usualAt >= usualForMs) {
      const demands = [...this.#agencies.values()].map((demand) => demandOf(demand, now)).sort((a, b) => a - b);
      // The median of the agencies other than the busiest one.
      this.#usual = Math.max(1, demands[(demands.length - 2) >> 1]!);
      this.#usualAt = now;
    }
    return this.#usual;
  }

  #forget(now: number): void {
    if (now - this.#forgotAt < 1_000) return;
    this.#forgotAt = now;
    for (const [agencyId, { requests, seenAt }] of this.#agencies) {
      if (requests === 0 && now - seenAt > forgottenMs) this.#agencies.delete(agencyId);
    }
  }
}

/** The first turns of a queue predict little, so this many turns of the expected length are averaged with them. */
const expectedTurns = 32;

/** How fast waiting requests of an agency begin. */
export class Turns {
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

/** What an agency has: requests that run, requests that wait, and the time that it took lately. */
export class Share {
  readonly lanes = new Map<string, Set<WaitingRequest>>();
  readonly runningOfKey = new Map<string, number>();
  running = 0;
  runningCostly = 0;
  /** Places that stay free. */
  resting = 0;
  restingCostly = 0;
  waitingCount = 0;
  activeAt = 0;
  readonly turns = new Turns();
  #usedMs = 0;
  #usedAt = 0;

  use(ms: number, now: number): void {
    this.#usedMs = this.usedMs(now) + ms;
    this.#usedAt = now;
  }

  usedMs(now: number): number {
    return this.#usedMs * Math.exp((this.#usedAt - now) / memoryMs);
  }
}
