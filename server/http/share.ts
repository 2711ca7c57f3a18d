import type { Problem } from '../problems/problem.ts';

/** What a request is about to ask of the database. */
export interface Work {
  readonly agencyId: string;
  readonly keyId: string;
  /** Its statements may read much more than a page. */
  readonly isCostly: boolean;
  /** Whoever asks may ask again: what only reads. */
  readonly isRepeatable: boolean;
}

/** A request that waits. `leave` is called once, whatever becomes of it. */
export interface Waiting {
  readonly work: Work;
  begin(): void;
  refuse(error: Problem): void;
}

/** What has been used counts for less and less: a third of it after so long. */
const memoryMs = 2_000;

/** An agency that asks for nothing for so long leaves what it had to the others. */
export const forgottenMs = 5_000;

/** Which agencies ask for anything, of whatever turns. */
export class ActiveAgencies {
  readonly #agencies = new Map<string, { requests: number; seenAt: number }>();
  #lookedAt = 0;

  come(agencyId: string, now: number): void {
    const known = this.#agencies.get(agencyId);
    if (known) known.requests++;
    else this.#agencies.set(agencyId, { requests: 1, seenAt: now });
  }

  /** Once for each time that it came. */
  go(agencyId: string, now: number): void {
    const known = this.#agencies.get(agencyId)!;
    known.requests--;
    known.seenAt = now;
  }

  isOneAlone(now: number): boolean {
    if (now - this.#lookedAt >= 1_000) {
      this.#lookedAt = now;
      for (const [agencyId, { requests, seenAt }] of this.#agencies) {
        if (requests === 0 && now - seenAt > forgottenMs) this.#agencies.delete(agencyId);
      }
    }
    return this.#agencies.size <= 1;
  }
}

/** What an agency has: requests that run, requests that wait, and the time that it took lately. */
export class Share {
  readonly lanes = new Map<string, Set<Waiting>>();
  readonly runningOfKey = new Map<string, number>();
  running = 0;
  runningCostly = 0;
  /** Places that are kept empty. */
  resting = 0;
  restingCostly = 0;
  waitingCount = 0;
  activeAt = 0;
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
