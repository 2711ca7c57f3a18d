import { setTimeout as sleep } from 'node:timers/promises';
import { RestartWaits } from '../lib/restart-waits.ts';
import type { Logger } from '../log/log.ts';
import { leaveAfterMs } from '../startup/close-service.ts';

/** For so long, a child that is replaced serves requests on its idle connections. */
const lingerMs = 2_000;

/** A child process, as its parent knows it. */
export interface Child {
  readonly pid: number | undefined;
  /** Resolves with the demo agency's key, if the child has one. */
  readonly ready: Promise<string | undefined>;
  readonly ended: Promise<unknown>;
  /** Kills it if it does not end by itself within the time. */
  stop(lingerMs: number, withinMs: number): void;
}

/** The place of one child: it has a successor when it ends by itself, and when it is replaced. */
export class Seat<AnyChild extends Child = Child> {
  readonly #fork: () => AnyChild;
  readonly #log: Pick<Logger, 'error' | 'info'>;
  readonly #onRestart: () => void;
  readonly #children = new Set<AnyChild>();
  readonly #waits = new RestartWaits();
  #turn: Promise<unknown> = Promise.resolve();
  #isStopping = false;
  /** The child that serves. */
  current: AnyChild | undefined;

  /** `onRestart` is called for each child that takes the place of one that ended by itself. */
  constructor(fork: () => AnyChild, log: Pick<Logger, 'error' | 'info'>, onRestart: () => void) {
    this.#fork = fork;
    this.#log = log;
    this.#onRestart = onRestart;
  }

  /** Starts a child. Resolves with the demo agency's key when it is ready, and rejects where it does not start. */
  async open(): Promise<string | undefined> {
    const child = this.#fork();
    const startedAtMs = performance.now();
    this.#children.add(child);
    void child.ended.then((exit) => {
      this.#children.delete(child);
      if (child !== this.current || this.#isStopping) return;
      this.current = undefined;
      this.#log.error({ ended_pid: child.pid, exit }, 'process ended; starting another');
      void this.#inTurn(() => this.#restart(performance.now() - startedAtMs));
    });
    const demoKey = await child.ready;
    this.current = child;
    return demoKey;
  }

  /** Starts another child, and ends the former one when that is ready. Rejects, with the former one left at work, where it does not start. */
  replace(): Promise<void> {
    return this.#inTurn(async () => {
      const former = this.current;
      await this.open();
      former?.stop(lingerMs, 2 * leaveAfterMs);
      await former?.ended;
    });
  }

  async stop(withinMs: number): Promise<void> {
    this.#isStopping = true;
    for (const child of this.#children) child.stop(0, withinMs);
    await Promise.all([...this.#children].map(({ ended }) => ended));
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #restart(lastedMs: number): Promise<void> {
    for (let ms = lastedMs; !this.current; ms = 0) {
      await sleep(this.#waits.nextMs(ms));
      if (this.#isStopping) return;
      try {
        await this.open();
        this.#onRestart();
        this.#log.info({ started_pid: this.current!.pid }, 'process started');
      } catch (error) {
        if (!this.#isStopping) this.#log.error({ reason: (error as Error).message }, 'process did not start; trying again');
      }
    }
  }
}
