import type { ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import { limits } from '../../../generated/limits.ts';
import { Problem } from '../../problems/problem.ts';
import { networkOf } from '../connection/client-address.ts';

const turnMs = 10;
const laneCount = 64;

/** Called once: without an argument to begin, or with a refusal if too many requests wait. */
type Begin = (refusal?: Problem) => void;

interface ThrottledCaller {
  readonly begin: Begin;
  readonly response: ServerResponse | undefined;
  /** Called when the response closes. */
  readonly leave: () => void;
}

/**
 * Admits a number of requests per interval (`turnMs`). The others wait, and their callers take turns: agencies if known, else addresses. A
 * flood leaves the remaining requests of each interval to others, and its own caller waits longest.
 */
export class Throttle {
  readonly #perTurn: number;
  readonly #maxWaiting: number;
  /**
   * Callers share a fixed number of lanes, so that many callers use no more memory. This list has only lanes with waiting callers, in their
   * order.
   */
  readonly #lanes = new Map<number, Set<ThrottledCaller>>();
  #admittedCount = 0;
  #waitingCount = 0;
  #turn: NodeJS.Timeout | undefined;

  /** As many may wait as there are connections, because a waiting request costs less than a refused one that is retried. */
  constructor({ perTurn = 4, maxWaiting = limits.listenerConnections } = {}) {
    this.#perTurn = perTurn;
    this.#maxWaiting = maxWaiting;
  }

  /** As `enter`; rejects with the refusal. */
  admit(caller: string, response?: ServerResponse): Promise<void> {
    return new Promise((resolve, reject) => this.enter(caller, response, (refusal) => (refusal ? reject(refusal) : resolve())));
  }

  /**
   * Calls `begin` in the caller's turn or when the response closes. Calls it with `unavailable` if too many requests wait and no lane is
   * longer than the caller's.
   */
  enter(caller: string, response: ServerResponse | undefined, begin: Begin): void {
    if (response?.destroyed) return begin();
    if (this.#admittedCount < this.#perTurn) {
      this.#admittedCount++;
      this.#turn ??= setTimeout(() => this.#takeTurn(), turnMs);
      return begin();
    }
    const name = crc32(networkOf(caller)) % laneCount;
    const lane = this.#lanes.get(name) ?? new Set<ThrottledCaller>();
    if (this.#waitingCount >= this.#maxWaiting) {
      const [longestName, longest] = [...this.#lanes].reduce((a, b) => (b[1].size > a[1].size ? b : a), [name, lane]);
      if (longest.size <= lane.size + 1) return begin(tooMany());
      end(this.#takeFirst(longestName, longest), tooMany());
    }
    const waiting: ThrottledCaller = {
      begin,
      response,
      leave: () => {
        if (!lane.delete(waiting)) return;
        if (lane.size === 0) this.#lanes.delete(name);
        this.#waitingCount--;
        end(waiting);
      },
    };
    this.#waitingCount++;
    this.#lanes.set(name, lane.add(waiting));
    response?.on('close', waiting.leave);
  }

  /** Moves the lane behind the others. */
  #takeFirst(name: number, lane: Set<ThrottledCaller>): ThrottledCaller {
    const [first] = lane;
    lane.delete(first!);
    this.#lanes.delete(name);
    if (lane.size > 0) this.#lanes.set(name, lane);
    this.#waitingCount--;
    return first!;
  }

  #takeTurn(): void {
    const begun: ThrottledCaller[] = [];
    for (const [name, lane] of this.#lanes) {
      if (begun.length >= this.#perTurn) break;
      begun.push(this.#takeFirst(name, lane));
    }
    this.#admittedCount = begun.length;
    this.#turn = begun.length > 0 ? setTimeout(() => this.#takeTurn(), turnMs) : undefined;
    for (const waiting of begun) end(waiting);
  }
}

/** Ends the wait of a caller that was removed from its lane. */
function end({ begin, response, leave }: ThrottledCaller, refusal?: Problem): void {
  response?.off('close', leave);
  begin(refusal);
}

function tooMany(): Problem {
  return new Problem('unavailable', {
    detail: 'Too many unauthenticated or rate-limited requests. Try again shortly.',
    headers: { 'retry-after': '1' },
  });
}
