import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { Order } from '../../generated/models/index.ts';
import { Keyring } from '../../server/access/keyring.ts';
import type { Transaction } from '../../server/database/sql.ts';
import type { Attempt, AttemptEnd } from '../../server/delivery/attempt.ts';
import { Deliverer, type DelivererOptions } from '../../server/delivery/deliverer.ts';
import type { RetrySchedule } from '../../server/delivery/retry-schedule.ts';
import { newSigningSecret, placeOfSecrets } from '../../server/delivery/signing-secret.ts';
import { Outbox } from '../../server/events/outbox.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openWorkerPool, type WorkerPool } from '../../server/database/pools.ts';
import { Faults, faultyPool, Traffic, type Fault } from './faulty-pool.ts';
import { SimClock } from './sim-clock.ts';

/** A request on its way. */
interface Flight {
  readonly process: SimProcess;
  readonly deliveryId: string;
  readonly settle: (end: AttemptEnd) => void;
}

/** What the receivers saw. */
interface Seen {
  readonly deliveryId: string;
  readonly process: SimProcess;
  readonly isSuccess: boolean | undefined;
}

export interface Defects {
  readonly options?: Partial<DelivererOptions>;
}

const silent = { debug() {}, info() {}, warn() {}, error() {}, isLevelEnabled: () => false };

/** A process with its own clock and its own way to the database. */
class SimProcess {
  readonly clock = new SimClock();
  readonly faults = new Faults();
  readonly deliverer: Deliverer;
  readonly pool: pg.Pool;
  readonly loseAll: () => void;
  readonly outbox: Outbox;
  isAlive = true;
  pausedUntil = 0;

  constructor(world: World, schedule: RetrySchedule, defects: Defects) {
    const { pool, loseAll } = faultyPool(world.url, this.faults, world.traffic);
    this.pool = pool;
    this.loseAll = loseAll;
    this.deliverer = new Deliverer({
      pool,
      secrets: world.keyring,
      connector: () => undefined,
      formerBrand: 'Legacy',
      log: silent,
      metrics: { observeAttempt() {}, countBreakerOpening() {}, countFailingEndpoint() {} },
      concurrency: 8,
      concurrencyPerEndpoint: 4,
      retrySchedule: schedule,
      gatherMs: 20,
      sweepMs: 500,
      beatMs: 1_000,
      deadAfterMs: 5_000,
      clock: this.clock,
      sender: { send: (_url, { headers }, settle) => world.send(this, headers, settle), close: async () => undefined },
      ...defects.options,
    });
    this.outbox = new Outbox({ dispatcher: this.deliverer });
    this.deliverer.start();
  }

  /** A transaction that may be lost between any two statements, as those of the service's pool. */
  async transaction(work: (transaction: Transaction) => Promise<void>): Promise<void> {
    const client = await this.pool.connect();
    const committed: (() => void)[] = [];
    const unknown: (() => void)[] = [];
    let isCommitting = false;
    const query = async <Row>({ text, values }: { text: string; values?: readonly unknown[] }) =>
      (await client.query(text, values as unknown[])).rows as Row[];
    try {
      await client.query('BEGIN');
      await work({
        query,
        queryLast: query,
        afterCommit: (action) => void committed.push(action),
        onUnknown: (action) => void unknown.push(action),
      });
      isCommitting = true;
      await client.query('COMMIT');
      client.release();
    } catch (error) {
      client.release(true);
      if (isCommitting) unknown.forEach((action) => action());
      throw error;
    }
    committed.forEach((action) => action());
  }
}

/** Processes, a network and a real database, moved step by step. */
export class World {
  readonly url: string;
  readonly keyring = new Keyring(randomBytes(32));
  readonly traffic = new Traffic();
  readonly seen: Seen[] = [];
  readonly processes: SimProcess[] = [];
  /** How often anything happened that may leave an outcome unknown: a process died, or was taken for dead. */
  crashes = 0;
  readonly #database: TestDatabase;
  readonly #sql: WorkerPool;
  readonly #defects: Defects;
  #agencyIds: string[] = [];
  #flights: Flight[] = [];
  #now = 0;
  #schedule: RetrySchedule = [];

  private constructor(database: TestDatabase, defects: Defects) {
    this.#database = database;
    this.url = database.url;
    this.#defects = defects;
    this.#sql = openWorkerPool(database.url, 2, () => undefined);
  }

  static async open(defects: Defects = {}): Promise<World> {
    return new World(await createTestDatabase(), defects);
  }

  rows<Row = Record<string, any>>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#sql.query({ text, values });
  }

  /** Begins anew: two agencies with two endpoints each, and two processes. */
  async begin(schedule: RetrySchedule): Promise<void> {
    this.#schedule = schedule;
    await this.rows(
      `TRUNCATE agencies, webhook_endpoints, webhook_events, delivery_queue, delivery_history, delivery_failures, delivery_minutes, delivery_leases CASCADE`,
    );
    this.seen.length = 0;
    this.crashes = 0;
    this.#flights = [];
    this.#agencyIds = [];
    for (let n = 0; n < 2; n++) {
      const [agency] = await this.rows<{ id: string }>(`INSERT INTO agencies (name) VALUES ('Agency') RETURNING id`);
      this.#agencyIds.push(agency!.id);
      for (let e = 0; e < 2; e++) {
        const [{ id }] = (await this.rows<{ id: string }>('SELECT uuidv7() AS id')) as [{ id: string }];
        await this.rows(
          // Of each agency's endpoints one is about to be disabled.
          `INSERT INTO webhook_endpoints (agency_id, id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version, consecutive_failures)
           VALUES ($1, $2, 'https://x.example/', '', $3, '', '{order.created}', '2026-07-06', $4)`,
          [agency!.id, id, this.keyring.encrypt(newSigningSecret(), placeOfSecrets(agency!.id, id)), e === 0 ? 0 : 9],
        );
      }
    }
    this.processes.splice(0);
    for (let n = 0; n < 2; n++) this.#startProcess();
    await this.advance(50);
  }

  async end(): Promise<void> {
    for (const process of this.processes) this.#bury(process);
    await this.#calm();
    await Promise.all(this.processes.map(({ pool }) => pool.end().catch(() => undefined)));
  }

  async close(): Promise<void> {
    await this.#sql.close();
    await this.#database.drop();
  }

  send(process: SimProcess, headers: readonly string[], settle: (end: AttemptEnd) => void): Attempt {
    const deliveryId = headers[headers.indexOf('Service-Delivery-Id') + 1]!;
    const flight: Flight = { process, deliveryId, settle };
    this.#flights.push(flight);
    const abandon = () => {
      this.#flights = this.#flights.filter((other) => other !== flight);
      settle({ kind: 'abandoned' });
    };
    return { abandon } as unknown as Attempt;
  }

  async publish(processIndex: number, agencyIndex: number, count: number): Promise<void> {
    const process = this.#living(processIndex);
    if (!process || process.pausedUntil > this.#now) return;
    const agencyId = this.#agencyIds[agencyIndex % 2]!;
    const event = { agencyId, type: 'order.created', creatorId: null, occurredAt: new Date(0), data: {} as Order } as const;
    await process
      .transaction((transaction) =>
        process.outbox.publish(
          transaction,
          Array.from({ length: count }, () => event),
        ),
      )
      .catch(() => undefined);
    await this.#calm();
  }

  /** The receiver answers one of the requests on their way. */
  async answer(index: number, isSuccess: boolean): Promise<void> {
    const flight = this.#flights[index % Math.max(1, this.#flights.length)];
    if (!flight) return;
    this.#flights = this.#flights.filter((other) => other !== flight);
    const { process, deliveryId, settle } = flight;
    this.seen.push({ deliveryId, process, isSuccess });
    if (process.isAlive) settle({ kind: 'answered', durationMs: 1, statusCode: isSuccess ? 200 : 500, excerpt: '' });
    await this.#calm();
  }

  async kill(index: number): Promise<void> {
    const process = this.#living(index);
    if (!process) return;
    this.crashes += 1;
    this.#bury(process);
    this.#startProcess();
    await this.#calm();
  }

  /** The process stands still: nothing of it runs, and what it is told waits. */
  pause(index: number, forMs: number): void {
    const process = this.#living(index);
    if (!process) return;
    process.pausedUntil = this.#now + forMs;
    this.crashes += 1;
  }

  fault(index: number, left: number, fault: Fault): void {
    this.#living(index)?.faults.arm(left, fault);
  }

  /** The database is away for everybody. */
  async outage(forMs: number): Promise<void> {
    for (const process of this.processes) {
      process.faults.isAway = true;
      if (process.isAlive) process.loseAll();
    }
    await this.#calm();
    await this.advance(forMs);
    for (const process of this.processes) process.faults.isAway = false;
  }

  /** Time goes on for whoever does not stand still. */
  async advance(byMs: number): Promise<void> {
    const until = this.#now + byMs;
    while (this.#now < until) {
      const running = this.processes.filter(({ isAlive, pausedUntil }) => isAlive && pausedUntil <= this.#now);
      const resumed = this.processes.flatMap(({ pausedUntil }) => (pausedUntil > this.#now ? [pausedUntil] : []));
      const next = Math.max(this.#now, Math.min(until, ...resumed, ...running.map(({ clock }) => clock.nextAt)));
      for (const process of running) {
        while (process.isAlive && process.clock.step(next)) await this.#calm();
      }
      this.#now = next === this.#now ? Math.min(until, this.#now + 1) : next;
      await this.#calm();
    }
  }

  /** Everything goes well from now on, until nothing is pending. */
  async heal(): Promise<void> {
    for (const process of this.processes) {
      process.faults.disarm();
      process.faults.isAway = false;
      process.pausedUntil = 0;
    }
    for (let round = 0; round < 400; round++) {
      await this.advance(200);
      while (this.#flights.length > 0) await this.answer(0, true);
      const [left] = await this.rows<{ count: number }>('SELECT count(*)::int AS count FROM delivery_queue');
      if (left!.count === 0) {
        await this.advance(200);
        return;
      }
    }
    throw new Error('deliveries stay pending');
  }

  #living(index: number): SimProcess | undefined {
    const living = this.processes.filter(({ isAlive }) => isAlive);
    return living[index % living.length];
  }

  #startProcess(): void {
    this.processes.push(new SimProcess(this, this.#schedule, this.#defects));
  }

  #bury(process: SimProcess): void {
    process.isAlive = false;
    process.clock.stop();
    process.faults.isAway = true;
    process.loseAll();
    this.#flights = this.#flights.filter((flight) => flight.process !== process);
  }

  /** Waits until no statement is under way and nothing follows from the last answer. */
  async #calm(): Promise<void> {
    for (let quiet = 0; quiet < 4; quiet++) {
      await setImmediate();
      if (this.traffic.open > 0) quiet = -1;
    }
  }
}
