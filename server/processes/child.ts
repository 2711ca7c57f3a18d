import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MetricsFormat } from '../lib/metrics-format.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { leaveAfterMs } from '../startup/close-service.ts';
import { StartError } from '../startup/start-error.ts';
import { CallChannel } from './calls.ts';
import type { Assignment, ChildCalls, ParentCalls } from './protocol.ts';

/** A child that is not ready by then is ended. */
const startWithinMs = 60_000;

/** A child that does not answer within this time is left out of a scrape. */
const measureWithinMs = 1_000;

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A child ended before it was ready, without a reason. */
export class ChildDied extends Error {
  constructor({ code, signal }: Exit) {
    super(signal ? `ended by ${signal}` : `exit code ${code}`);
  }
}

/** What children have from their parent. */
export type ParentService = Pick<ParentCalls, 'metrics' | 'countTry'>;

/** A child process, as its parent knows it. */
export class Child {
  readonly startedAtMs = performance.now();
  /** Resolves with the demo agency's key, if the child has one. Rejects with a `StartError`, or with `ChildDied`. */
  readonly ready: Promise<string | undefined>;
  readonly ended: Promise<Exit>;
  readonly #worker: Worker;
  readonly #channel: CallChannel<ParentCalls, ChildCalls>;

  constructor(assignment: Assignment, parent: ParentService) {
    this.#worker = cluster.fork();
    const ready = Promise.withResolvers<string | undefined>();
    this.#channel = new CallChannel<ParentCalls, ChildCalls>(
      (message) => this.#worker.send(message, undefined, undefined, () => undefined),
      {
        begin: () => assignment,
        ready: (demoKey) => ready.resolve(demoKey),
        failed: (reason) => ready.reject(new StartError(reason)),
        metrics: (format) => parent.metrics(format),
        countTry: (address) => parent.countTry(address),
      },
    );
    this.#worker.on('message', (message: object) => this.#channel.receive(message));
    // What cannot be sent to a child that ends is lost with it.
    this.#worker.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', (code: number | null, signal: string | null) => {
        this.#channel.close();
        ready.reject(new ChildDied({ code, signal }));
        resolve({ code, signal });
      });
    });
    this.ready = withTimeout(ready.promise, startWithinMs);
    this.ready.catch((error: unknown) => {
      if (!(error instanceof ChildDied)) this.#kill();
    });
  }

  get pid(): number {
    return this.#worker.process.pid!;
  }

  metrics(format: MetricsFormat): Promise<string> {
    return withTimeout(this.#channel.call('metrics', format), measureWithinMs);
  }

  /** A child of the last release does not know this call, and serves as before. */
  async drain(): Promise<void> {
    await withTimeout(this.#channel.call('drain'), measureWithinMs).catch(() => undefined);
  }

  /** Ends the child and resolves with its end. One that does not end by itself is killed. */
  async stop(lingerMs: number): Promise<void> {
    this.#channel.call('stop', lingerMs).catch(() => undefined);
    const patience = new AbortController();
    const withinMs = leaveAfterMs + (lingerMs > 0 ? leaveAfterMs : 0) + 1_000;
    sleep(withinMs, undefined, { signal: patience.signal }).then(
      () => this.#kill(),
      () => undefined,
    );
    await this.ended;
    patience.abort();
  }

  #kill(): void {
    this.#worker.process.kill('SIGKILL');
  }
}
