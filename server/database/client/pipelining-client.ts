import type { Socket } from 'node:net';
import { TimeoutClient, type TimeoutConfig } from './timeout-client.ts';

type Query = (...args: unknown[]) => unknown;

/**
 * A connection that writes the statements of one turn at once. A write costs more than building the statement does, and
 * wakes the server each time: a transaction of six statements takes two writes.
 */
export class PipeliningClient extends TimeoutClient {
  #isGathering = false;

  constructor(config?: TimeoutConfig) {
    super(config);
    const query = this.query as Query;
    const gathered = (...args: unknown[]) => {
      this.#gather();
      return query(...args);
    };
    this.query = gathered as typeof this.query;
  }

  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }
}
