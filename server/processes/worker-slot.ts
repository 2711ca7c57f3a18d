import { setTimeout as sleep } from 'node:timers/promises';
import { RestartWaits } from '../lib/backoff.ts';
import type { Logger } from '../log/log.ts';
import { exitAfterMs } from './stop-deadlines.ts';

/** A replaced worker serves requests on idle connections for this long. */
const lingerMs = 2_000;

/** The parent's handle of a worker process. */
export interface WorkerHandle {
  readonly pid: number | undefined;
  readonly ready: Promise<unknown>;
  readonly ended: Promise<unknown>;
  /** Kills it if it does not end by itself within the time. */
  stop(lingerMs: number, withinMs: number): void;
}

/** Keeps one worker process running: starts another if it ends by itself, and replaces it on request. */
export class WorkerSlot<Handle extends WorkerHandle = WorkerHandle> {
  readonly #fork: () => Handle;
  readonly #log: Pick<Logger, 'error' | 'info'>;
  readonly #onRestart: () => void;
  readonly #workers = new Set<Handle>();
  readonly #waits = new RestartWaits();
  #starting: Promise<void> | undefined;
  #isStopping = false;
  /** The worker that serves. */
  current: Handle | undefined;

  /** `onRestart` is called for each worker that replaces one that ended by itself. */
  constructor(fork: () => Handle, log: Pick<Logger, 'error' | 'info'>, onRestart: () => void) {
    this.#fork = fork;
    this.#log = log;
    this.#onRestart = onRestart;
  }

  /** Starts a worker, or waits for the one that is starting. Rejects if it does not become ready. */
  start(): Promise<void> {
    this.#starting ??= this.#start().finally(() => (this.#starting = undefined));
    return this.#starting;
  }

  /** Starts another worker, and stops the former one when that is ready. If the new one does not start, the former one continues, and this rejects. */
  async replace(): Promise<void> {
    const former = this.current;
    await this.start();
    former?.stop(lingerMs, 2 * exitAfterMs);
    await former?.ended;
  }

  async stop(withinMs: number): Promise<void> {
    this.#isStopping = true;
    for (const worker of this.#workers) worker.stop(0, withinMs);
    await Promise.all([...this.#workers].map(({ ended }) => ended));
  }

  async #start(): Promise<void> {
    const worker = this.#fork();
    const startedAtMs = performance.now();
    this.#workers.add(worker);
    void worker.ended.then((exit) => {
      this.#workers.delete(worker);
      if (worker !== this.current || this.#isStopping) return;
      this.current = undefined;
      this.#log.error({ ended_pid: worker.pid, exit }, 'process ended; starting another');
      void this.#restart(performance.now() - startedAtMs);
    });
    await worker.ready;
    this.current = worker;
  }

  async #restart(lastedMs: number): Promise<void> {
    for (let ms = lastedMs; !this.current; ms = 0) {
      await sleep(this.#waits.nextMs(ms));
      // A replacement may have started meanwhile.
      if (this.#isStopping || this.current) return;
      try {
        await this.start();
        this.#onRestart();
        this.#log.info({ started_pid: this.current!.pid }, 'process started');
      } catch (error) {
        if (!this.#isStopping) this.#log.error({ reason: (error as Error).message }, 'process did not start; trying again');
      }
    }
  }
}
