import type { ServerResponse } from 'node:http';
import { limits } from '../../../generated/limits.ts';
import { Problem } from '../../problems/problem.ts';
import { networkOf } from '../connection/client-address.ts';

const turnMs = 10;
const laneCount = 64;

interface ThrottledCaller {
  begin(): void;
  refuse(error: Problem): void;
}

export interface ThrottleOptions {
  readonly perTurn?: number;
  /** As many may wait as there are connections: a waiting request costs less than a refused one that is retried. */
  readonly mostWaiting?: number;
}

/** Callers share a fixed number of lanes, so that their number costs nothing. */
function laneOf(caller: string): number {
  const name = networkOf(caller);
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % laneCount;
}

/**
 * Lets so many requests in per turn and has the others wait for one of the next, the callers in turn: agencies where they are
 * known, or addresses. A flood leaves the rest of each turn to those that are served, and its own caller waits longest.
 */
export class Throttle {
  readonly #perTurn: number;
  readonly #mostWaiting: number;
  readonly #lanes: readonly Set<ThrottledCaller>[] = Array.from({ length: laneCount }, () => new Set<ThrottledCaller>());
  #next = 0;
  #letInCount = 0;
  #waitingCount = 0;
  #turn: NodeJS.Timeout | undefined;

  constructor({ perTurn = 4, mostWaiting = limits.listenerConnections }: ThrottleOptions = {}) {
    this.#perTurn = perTurn;
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Rejects with `unavailable` where too many wait, and none waits in a longer lane. Resolves at once when the response closes: no one
   * waits for it any more.
   */
  async letIn(caller: string, response?: ServerResponse): Promise<void> {
    if (response?.destroyed) return;
    if (this.#letInCount < this.#perTurn) {
      this.#letInCount++;
      this.#turn ??= setTimeout(() => this.#takeTurn(), turnMs);
      return;
    }
    const lane = this.#lanes[laneOf(caller)]!;
    if (this.#waitingCount >= this.#mostWaiting) {
      const longest = this.#lanes.reduce((a, b) => (b.size > a.size ? b : a));
      if (longest.size <= lane.size + 1) throw tooMany();
      this.#takeFirst(longest)!.refuse(tooMany());
    }
    this.#waitingCount++;
    let leave = (): void => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const waiting: ThrottledCaller = { begin: resolve, refuse: reject };
        leave = () => {
          if (lane.delete(waiting)) this.#waitingCount--;
          resolve();
        };
        response?.once('close', leave);
        lane.add(waiting);
      });
    } finally {
      response?.off('close', leave);
    }
  }

  #takeFirst(lane: Set<ThrottledCaller>): ThrottledCaller | undefined {
    const [first] = lane;
    if (!first) return undefined;
    lane.delete(first);
    this.#waitingCount--;
    return first;
  }

  #takeTurn(): void {
    this.#letInCount = 0;
    const begun: ThrottledCaller[] = [];
    for (let passed = 0; passed < laneCount && begun.length < this.#perTurn && this.#waitingCount > 0;) {
      const waiting = this.#takeFirst(this.#lanes[this.#next]!);
      this.#next = (this.#next + 1) % laneCount;
      if (!waiting) {
        passed++;
        continue;
      }
      passed = 0;
      begun.push(waiting);
    }
    this.#letInCount = begun.length;
    this.#turn = begun.length > 0 ? setTimeout(() => this.#takeTurn(), turnMs) : undefined;
    for (const { begin } of begun) begin();
  }
}

function tooMany(): Problem {
  return new Problem('unavailable', {
    detail: 'Too many unauthenticated or rate-limited requests. Try again shortly.',
    headers: { 'retry-after': '1' },
  });
}
