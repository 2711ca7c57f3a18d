import type pg from 'pg';
import type { Keyring } from '../../server/access/encryption/keyring.ts';
import { sleep } from '../../server/lib/clock.ts';
import type { Transaction } from '../../server/database/client/sql.ts';
import type { Attempt, AttemptEnd } from '../../server/delivery/send/attempt.ts';
import { Deliverer } from '../../server/delivery/deliverer.ts';
import type { DelivererOptions } from '../../server/delivery/deliverer-options.ts';
import type { RetrySchedule } from '../../server/delivery/record/retry-schedule.ts';
import { Outbox } from '../../server/events/outbox.ts';
import { Faults, FaultyPool, type Disguise, type Statement } from './faulty-pool.ts';
import { SimClock } from './sim-clock.ts';
import type { Traffic } from './traffic.ts';
import { silentMetrics } from '../support/silent-metrics.ts';

/** As it must not be: what is put in place of a part of the service. */
export interface Defect extends Disguise {
  readonly options?: Partial<DelivererOptions>;
}

export const beatMs = 1_000;
export const deadAfterMs = 5_000;
/** An observer that was away for longer restarts its observation. */
export const awayAfterMs = 3 * beatMs;

export interface SimProcessOptions {
  readonly name: string;
  /** The simulation's time. */
  readonly now: () => number;
  readonly url: string;
  readonly traffic: Traffic;
  readonly keyring: Keyring;
  readonly schedule: RetrySchedule;
  readonly defect: Defect;
  readonly send: (process: SimProcess, headers: readonly string[], settle: (end: AttemptEnd) => void) => Attempt;
  readonly onDone: (process: SimProcess, statement: Statement) => void;
  readonly onDeath: (process: SimProcess) => void;
}

/** What became of a transaction that publishes. */
export type Commit = 'failed' | 'unknown' | 'committed';

const silent = { debug() {}, info() {}, warn() {}, error() {}, isLevelEnabled: () => false };

/** A process with its own clock and its own way to the database. */
export class SimProcess {
  readonly name: string;
  readonly clock: SimClock;
  readonly faults = new Faults();
  readonly deliverer: Deliverer;
  readonly outbox: Outbox;
  breakerOpenings = 0;
  isAlive = true;
  isStopping = false;
  /** Nothing of it runs until then. */
  pausedUntil = 0;
  readonly #pool: FaultyPool;
  readonly #now: () => number;

  constructor(options: SimProcessOptions) {
    const { name, now, url, traffic, keyring, schedule, defect, send, onDone, onDeath } = options;
    this.name = name;
    this.clock = new SimClock(now());
    this.#now = now;
    this.#pool = new FaultyPool({
      url,
      name,
      asker: this,
      faults: this.faults,
      traffic,
      disguise: defect,
      onDone: (statement) => onDone(this, statement),
      onDeath: () => onDeath(this),
    });
    this.deliverer = new Deliverer({
      pool: this.#pool.pool,
      secrets: keyring,
      connector: () => undefined,
      formerBrand: 'Legacy',
      log: silent,
      metrics: { ...silentMetrics, countBreakerOpening: () => void this.breakerOpenings++ },
      concurrency: 8,
      concurrencyPerEndpoint: 4,
      retrySchedule: schedule,
      gatherMs: 20,
      sweepMs: 1_000,
      beatMs,
      deadAfterMs,
      awayAfterMs,
      clock: this.clock,
      sender: { send: (_url, { headers }, settle) => send(this, headers, settle), close: async () => undefined },
      ...defect.options,
    });
    this.outbox = new Outbox({ dispatcher: this.deliverer, clock: this.clock });
    this.deliverer.start();
  }

  get standsStill(): boolean {
    return this.isAlive && this.pausedUntil > this.#now();
  }

  /** Its connections are lost. */
  loseAll(): void {
    this.#pool.loseAll();
  }

  hear(): Promise<void> {
    return this.#pool.hear();
  }

  end(): void {
    void this.#pool.pool.end().catch(() => undefined);
  }

  /**
   * A transaction as those of the service's pool: it may be lost between any two statements, and waits before its commit.
   * `onCommit` hears what becomes of it, last of all that which is true in the end.
   */
  async transaction(work: (transaction: Transaction) => Promise<void>, waitMs: number, onCommit: (commit: Commit) => void): Promise<void> {
    const committed: (() => void)[] = [];
    const unknown: (() => void)[] = [];
    onCommit('failed');
    let client: pg.PoolClient | undefined;
    try {
      client = await this.#pool.pool.connect();
      const query = async <Row>({ text, values, name }: Statement) =>
        (await client!.query({ text, values: values as unknown[], ...(name ? { name } : {}) })).rows as Row[];
      await query({ text: 'BEGIN' });
      await work({
        query,
        queryLast: query,
        afterCommit: (action) => void committed.push(action),
        onUnknown: (action) => void unknown.push(action),
      });
      if (waitMs > 0) await sleep(this.clock, waitMs);
      onCommit('unknown');
    } catch {
      client?.release(true);
      return;
    }
    try {
      await client.query('COMMIT');
      client.release();
    } catch {
      client.release(true);
      unknown.forEach((action) => action());
      return;
    }
    onCommit('committed');
    committed.forEach((action) => action());
  }
}
