import type { Socket } from 'node:net';
import { TimeoutClient, type TimeoutConfig } from './timeout-client.ts';

type Query = (...args: unknown[]) => unknown;

/**
 * A connection that sends the statements of one iteration of the event loop in one write. A write costs more than building the statement, and
 * wakes the server. So a transaction of six statements takes two writes.
 */
export class PipeliningClient extends TimeoutClient {
  #isCorked = false;

  constructor(config?: TimeoutConfig) {
    super(config);
    const query = this.query as Query;
    const corked = (...args: unknown[]) => {
      this.#cork();
      return query(...args);
    };
    this.query = corked as typeof this.query;
  }

  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }
}
