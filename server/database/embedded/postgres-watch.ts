import { setTimeout as sleep } from 'node:timers/promises';
import { RestartWaits } from '../../lib/backoff.ts';
import type { PostgresServer } from './postgres-server.ts';

export interface RestartLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** On other systems than Linux, a check starts a program. */
const checkEveryMs = process.platform === 'linux' ? 250 : 2_000;

const stopTimeoutSeconds = 4;
const stopCheckMs = 100;

/** Starts the server again, at the same address, when it ends by itself. */
export class PostgresWatch {
  readonly #server: PostgresServer;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #log: RestartLog;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  readonly #waits = new RestartWaits();
  #startedAt = performance.now();

  constructor(server: PostgresServer, settings: Readonly<Record<string, string>>, log: RestartLog) {
    this.#server = server;
    this.#settings = settings;
    this.#log = log;
    this.#ended = this.#watch();
  }

  /** Ends the watch. Waits for a start in progress, and stops its server. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    let hasEnded = false;
    void this.#ended.then(() => (hasEnded = true));
    while (!hasEnded) {
      await this.#server.stop(stopTimeoutSeconds);
      await Promise.race([this.#ended, sleep(stopCheckMs)]);
    }
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
    while (!signal.aborted) {
      await pause(checkEveryMs);
      if (signal.aborted || this.#server.isRunning) continue;
      const waitMs = this.#waits.nextMs(performance.now() - this.#startedAt);
      this.#log.error({ wait_ms: waitMs }, 'the embedded PostgreSQL is not running; starting it again');
      await pause(waitMs);
      if (!signal.aborted) await this.#start(signal);
    }
  }

  async #start(signal: AbortSignal): Promise<void> {
    try {
      await this.#server.start(this.#settings, signal);
      this.#startedAt = performance.now();
      this.#log.info({}, 'the embedded PostgreSQL has started');
    } catch (error) {
      if (!signal.aborted) this.#log.error({ reason: (error as Error).message }, 'the embedded PostgreSQL did not start');
    }
  }
}
