import { Problem } from '../problems/problem.ts';

const turnMs = 10;
const mostPerTurn = 4;
const mostWaiting = 2_000;

/**
 * Lets so many requests in per turn and has the others wait for one of the next, in their order. A flood of requests
 * that nobody is accountable for leaves the rest of each turn to those that have a key.
 */
export class Pace {
  #letInCount = 0;
  #turn: NodeJS.Timeout | undefined;
  #waiting: (() => void)[] = [];

  /** Throws `unavailable` where too many wait already. */
  async letIn(): Promise<void> {
    if (this.#letInCount < mostPerTurn) {
      this.#letInCount++;
      this.#turn ??= setTimeout(() => this.#next(), turnMs);
      return;
    }
    if (this.#waiting.length >= mostWaiting) {
      throw new Problem('unavailable', {
        detail: 'Too many requests without a key wait for an answer. Try again shortly.',
        headers: { 'retry-after': '1' },
      });
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #next(): void {
    const begun = this.#waiting.splice(0, mostPerTurn);
    this.#letInCount = begun.length;
    this.#turn = begun.length > 0 ? setTimeout(() => this.#next(), turnMs) : undefined;
    for (const begin of begun) begin();
  }
}
