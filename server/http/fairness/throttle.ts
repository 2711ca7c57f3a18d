import type { ServerResponse } from 'node:http';
import { limits } from '../../../generated/limits.ts';
import { Problem } from '../../problems/problem.ts';
import { networkOf } from '../connection/client-address.ts';

const turnMs = 10;
const laneCount = 64;

/** Called once: with a refusal where too many wait. */
type Begin = (refusal?: Problem) => void;

interface ThrottledCaller {
  readonly begin: Begin;
  readonly response: ServerResponse | undefined;
  /** Called when the response closes: no one waits for it any more. */
  readonly leave: () => void;
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

  /** As `enter`; rejects with the refusal. */
  letIn(caller: string, response?: ServerResponse): Promise<void> {
    return new Promise((resolve, reject) => this.enter(caller, response, (refusal) => (refusal ? reject(refusal) : resolve())));
  }

  /**
   * Calls `begin` when it is the caller's turn, or when the response closes, because no one waits for it any more. It calls it with `unavailable`
   * where too many wait, and none waits in a longer lane.
   */
  enter(caller: string, response: ServerResponse | undefined, begin: Begin): void {
    if (response?.destroyed) return begin();
    if (this.#letInCount < this.#perTurn) {
      this.#letInCount++;
      this.#turn ??= setTimeout(() => this.#takeTurn(), turnMs);
      return begin();
    }
    const lane = this.#lanes[laneOf(caller)]!;
    if (this.#waitingCount >= this.#mostWaiting) {
      const longest = this.#lanes.reduce((a, b) => (b.size > a.size ? b : a));
      if (longest.size <= lane.size + 1) return begin(tooMany());
      end(this.#takeFirst(longest)!, tooMany());
    }
    const waiting: ThrottledCaller = {
      begin,
      response,
      leave: () => {
        if (!lane.delete(waiting)) return;
        this.#waitingCount--;
        end(waiting);
      },
    };
    this.#waitingCount++;
    lane.add(waiting);
    response?.on('close', waiting.leave);
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
    for (const waiting of begun) end(waiting);
  }
}

/** Ends the wait of a caller that is in no lane any more. */
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
