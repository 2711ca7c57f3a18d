import type { Logger } from '../log/log.ts';
import { StartError } from '../startup/start-error.ts';
import { Child, ChildDied, type Exit } from './child.ts';

/** Children that die at the first start without a reason are started again so often. */
const firstTries = 3;

/** The wait before a child is started again doubles from the first to the longest, until one lives long enough. */
const firstWaitMs = 250;
const longestWaitMs = 10_000;
const steadyMs = 60_000;

/** For so long, a child that is replaced serves requests on its idle connections. */
const lingerMs = 2_000;

export interface SeatOptions {
  readonly number: number;
  readonly fork: () => Child;
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>;
  /** Called for each child that takes the place of one that ended by itself. */
  readonly onRestart: () => void;
}

/** The place of one child: it has a successor when it ends by itself, and when it is replaced. */
export class Seat {
  readonly #options: SeatOptions;
  readonly #children = new Set<Child>();
  #current: Child | undefined;
  #isLaunching = false;
  #isStopping = false;
  #deaths = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SeatOptions) {
    this.#options = options;
  }

  /** The child that serves. */
  get current(): Child | undefined {
    return this.#current;
  }

  /** Starts the first child. Resolves with the demo agency's key, and rejects with a `StartError`. */
  async open(): Promise<string | undefined> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#launch();
      } catch (error) {
        if (this.#isStopping || !(error instanceof ChildDied)) throw error;
        if (tries < firstTries) continue;
        throw new StartError(`process ${this.#options.number} of the service ended ${tries} times at its start: ${error.message}`);
      }
    }
  }

  /** Starts another child, and ends the former one when that is ready. Rejects, with the former one left at work, where it does not start. */
  async replace(): Promise<void> {
    clearTimeout(this.#timer);
    const former = this.#current;
    try {
      await this.#launch();
    } catch (error) {
      if (!this.#current) this.#restartLater(0);
      throw error;
    }
    await former?.stop(lingerMs);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await Promise.all([...this.#children].map((child) => child.stop(0)));
  }

  async #launch(): Promise<string | undefined> {
    this.#isLaunching = true;
    try {
      const child = this.#options.fork();
      this.#children.add(child);
      void child.ended.then((exit) => this.#onEnd(child, exit));
      const demoKey = await child.ready;
      this.#current = child;
      return demoKey;
    } finally {
      this.#isLaunching = false;
    }
  }

  #onEnd(child: Child, { code, signal }: Exit): void {
    this.#children.delete(child);
    if (child !== this.#current) return;
    this.#current = undefined;
    if (this.#isStopping) return;
    this.#options.log.error({ ended_process: this.#options.number, ended_pid: child.pid, code, signal }, 'process ended; starting another');
    if (!this.#isLaunching) this.#restartLater(performance.now() - child.startedAtMs);
  }

  #restartLater(livedMs: number): void {
    if (this.#isStopping) return;
    if (livedMs >= steadyMs) this.#deaths = 0;
    const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** this.#deaths++);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#restart(), waitMs);
  }

  async #restart(): Promise<void> {
    const { number, log, onRestart } = this.#options;
    try {
      await this.#launch();
      onRestart();
      log.info({ started_process: number, started_pid: this.#current?.pid }, 'process started');
    } catch (error) {
      if (this.#isStopping) return;
      log.error({ failed_process: number, reason: (error as Error).message }, 'process did not start; trying again');
      this.#restartLater(0);
    }
  }
}
