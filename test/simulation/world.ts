import { randomBytes } from 'node:crypto';
import type { Order } from '../../generated/models.ts';
import { Keyring } from '../../server/access/encryption/keyring.ts';
import type { Attempt, AttemptEnd } from '../../server/delivery/send/attempt.ts';
import type { RetrySchedule } from '../../server/delivery/record/retry-schedule.ts';
import { newSigningSecret, placeOfSecrets } from '../../server/entities/signing-secret.ts';
import type { ArmedFault, Statement } from './faulty-pool.ts';
import { SimDatabase, unwritable } from './sim-database.ts';
import { beatMs, deadAfterMs, SimProcess, type Commit, type Defect } from './sim-process.ts';
import { Traffic } from './traffic.ts';

/** What a receiver answers: a success, a failure, or a success with a text that the database refuses. */
export type Answer = 'good' | 'bad' | 'unwritable';

/** What the receivers saw of a request. */
export interface SeenRequest {
  readonly number: number;
  readonly deliveryId: string;
  readonly process: SimProcess;
  readonly sentAt: number;
  answer?: { readonly kind: Answer; readonly at: number };
  /** When its process gave it up. */
  abandonedAt?: number;
}

export interface Publication {
  readonly number: number;
  readonly agencyId: string;
  readonly count: number;
  readonly process: SimProcess;
  readonly at: number;
  commit: Commit;
  isOver: boolean;
}

/** When the database carried out a statement that records the outcomes of requests. */
export interface Recording {
  readonly process: SimProcess;
  readonly at: number;
  readonly requests: readonly number[];
}

/** The text of the response identifies the request. */
const excerptOf = (number: number, answer: Answer) => `${answer === 'unwritable' ? unwritable : 'request'} #${number}.`;
export const requestsIn = (text: string) => [...text.matchAll(/#(\d+)\./g)].map(([, number]) => Number(number));

/** More turns of the processes at one instant mean an endless loop. */
const mostRounds = 1_000;

const endpointsPerAgency = 2;
const agencyCount = 2;

/** Processes, a network and a real database, moved step by step. */
export class World {
  readonly database: SimDatabase;
  readonly processes: SimProcess[] = [];
  readonly requests: SeenRequest[] = [];
  readonly publications: Publication[] = [];
  readonly recordings: Recording[] = [];
  /** When the database was away, from and until. */
  readonly outages: (readonly [number, number])[] = [];
  /** The statements that the database has carried out, and for whom. */
  readonly log: string[] = [];
  schedule: RetrySchedule = [];
  readonly #keyring = new Keyring(randomBytes(32));
  readonly #traffic: Traffic;
  readonly #settlers = new Map<SeenRequest, (end: AttemptEnd) => void>();
  #agencyIds: string[] = [];
  #endpointIds: string[] = [];
  #now = 0;
  #defect: Defect = {};
  /** The database is away. */
  #isAway = false;
  /** A process may have notified others of due deliveries. */
  #mayHaveTold = false;

  private constructor(database: SimDatabase) {
    this.database = database;
    this.#traffic = new Traffic((backend) => database.isBlocked(backend));
  }

  static async open(): Promise<World> {
    return new World(await SimDatabase.create());
  }

  close(): Promise<void> {
    return this.database.close();
  }

  /** Starts again: two agencies with two endpoints each, and two processes. */
  async begin(schedule: RetrySchedule, seed: number, defect: Defect): Promise<void> {
    this.schedule = schedule;
    this.#defect = defect;
    for (const list of [this.processes, this.requests, this.publications, this.recordings, this.outages, this.log]) list.length = 0;
    this.#settlers.clear();
    this.#now = 0;
    this.#traffic.begin(seed);
    await this.database.begin();
    this.#agencyIds = Array.from({ length: agencyCount }, (_, n) => `00000000-0000-7000-8000-00000000000${n + 1}`);
    this.#endpointIds = [];
    for (const agencyId of this.#agencyIds) {
      await this.database.rows(`INSERT INTO agencies (id, name) VALUES ($1, 'Agency')`, [agencyId]);
      for (let n = 0; n < endpointsPerAgency; n++) {
        const id = `${agencyId.slice(0, -4)}e00${this.#endpointIds.length}`;
        this.#endpointIds.push(id);
        await this.database.rows(
          // Of each agency's endpoints one is about to be disabled.
          `INSERT INTO webhook_endpoints (agency_id, id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version, consecutive_failures)
           VALUES ($1, $2, 'https://x.example/', '', $3, '', '{order.created}', '2026-07-06', $4)`,
          [agencyId, id, this.#keyring.encrypt(newSigningSecret(), placeOfSecrets(agencyId, id)), n === 0 ? 0 : 9],
        );
      }
    }
    for (let n = 0; n < 2; n++) this.#startProcess();
    await this.advance(50);
  }

  async end(): Promise<void> {
    for (const process of this.processes) if (process.isAlive) this.#discard(process);
    await this.#traffic.calm();
    for (const process of this.processes) process.end();
  }

  async publish(processIndex: number, agencyIndex: number, count: number, waitMs: number): Promise<void> {
    const process = this.#living(processIndex);
    if (!process || process.isStopping || process.standsStill) return;
    const agencyId = this.#agencyIds[agencyIndex % agencyCount]!;
    const publication: Publication = {
      number: this.publications.length,
      agencyId,
      count,
      process,
      at: this.#now,
      commit: 'failed',
      isOver: false,
    };
    this.publications.push(publication);
    const data = { n: publication.number } as unknown as Order;
    const event = { agencyId, type: 'order.created', creatorId: null, occurredAt: new Date(0), data } as const;
    const publishing = process.transaction(
      async (transaction) => {
        await process.outbox.publish(
          transaction,
          Array.from({ length: count }, () => event),
        );
      },
      waitMs,
      (commit) => {
        publication.commit = commit;
        this.#mayHaveTold = true;
      },
    );
    void publishing.then(() => (publication.isOver = true));
    await this.#calm();
  }

  /** The receiver answers one of the requests on their way. */
  async answer(index: number, kind: Answer): Promise<void> {
    const open = [...this.#settlers];
    if (open.length === 0) return;
    const [request, settle] = open[index % open.length]!;
    this.#settlers.delete(request);
    request.answer = { kind, at: this.#now };
    settle({ kind: 'answered', durationMs: 1, statusCode: kind === 'bad' ? 500 : 200, excerpt: excerptOf(request.number, kind) });
    await this.#calm();
  }

  get openRequests(): number {
    return this.#settlers.size;
  }

  async kill(index: number): Promise<void> {
    const process = this.#living(index);
    if (process) this.#discard(process);
    await this.#calm();
  }

  /** The process is paused: nothing of it runs, and its messages wait. */
  pause(index: number, forMs: number): void {
    const process = this.#living(index);
    if (process && !process.isStopping) process.pausedUntil = this.#now + forMs;
  }

  /** The process is terminated, and another one takes its place when it has ended. */
  async stop(index: number): Promise<void> {
    const process = this.#living(index);
    if (!process || process.isStopping) return;
    process.isStopping = true;
    void process.deliverer.stop().then(() => process.isAlive && this.#discard(process));
    await this.#calm();
  }

  fault(index: number, armed: ArmedFault): void {
    this.#living(index)?.faults.arm(armed);
  }

  /** The database is away for every process. */
  async outage(forMs: number): Promise<void> {
    const from = this.#now;
    this.#isAway = true;
    for (const process of this.processes) {
      process.faults.isAway = true;
      if (process.isAlive) process.loseAll();
    }
    await this.#calm();
    await this.advance(forMs);
    this.#isAway = false;
    for (const process of this.processes) process.faults.isAway = !process.isAlive;
    this.outages.push([from, this.#now]);
  }

  /** An agency enables or disables an endpoint. */
  async setStatus(index: number, status: 'active' | 'disabled'): Promise<void> {
    const id = this.#endpointIds[index % this.#endpointIds.length]!;
    await this.database.rows(
      status === 'active'
        ? `UPDATE webhook_endpoints SET status = 'active', disabled_reason = NULL, disabled_at = NULL, consecutive_failures = 0
            WHERE id = $1 AND status = 'disabled'`
        : `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'manual', disabled_at = now(), generation = generation + 1
            WHERE id = $1 AND status = 'active'`,
      [id],
    );
  }

  /** Time passes for every process that is not paused. */
  async advance(byMs: number): Promise<void> {
    const until = this.#now + byMs;
    for (let rounds = 0; ; rounds++) {
      if (rounds > mostRounds) throw new Error('what follows from one instant has no end');
      let isAny = false;
      for (const process of this.processes) {
        if (!process.isAlive || process.standsStill) continue;
        process.clock.catchUp(this.#now);
        while (process.isAlive && process.clock.step(this.#now)) isAny = true;
      }
      await this.#calm();
      if (isAny) continue;
      if (this.#now >= until) return;
      const next = this.processes.filter(({ isAlive }) => isAlive).map(({ clock, pausedUntil }) => Math.max(clock.nextAt, pausedUntil));
      if (this.#now < Math.min(until, ...next)) rounds = 0;
      this.#now = Math.min(until, ...next);
      await this.database.setTime(this.#now);
    }
  }

  /** Everything goes well from now on, until nothing is pending and every process that died has been found dead. */
  async heal(): Promise<void> {
    for (const process of this.processes) {
      process.faults.disarm();
      process.pausedUntil = 0;
    }
    for (let round = 0; round < 300; round++) {
      await this.advance(200);
      while (this.#settlers.size > 0) await this.answer(0, 'good');
      if (this.processes.some(({ isAlive, isStopping }) => isAlive && isStopping)) continue;
      if (this.publications.some(({ process, isOver }) => process.isAlive && !isOver)) continue;
      const [left] = await this.database.rows<{ count: number }>('SELECT count(*)::int AS count FROM delivery_queue');
      if (left!.count === 0) return this.advance(deadAfterMs + 4 * beatMs);
    }
    throw new Error('deliveries stay pending');
  }

  #send(process: SimProcess, headers: readonly string[], settle: (end: AttemptEnd) => void): Attempt {
    const deliveryId = headers[headers.indexOf('Service-Delivery-Id') + 1]!;
    const request: SeenRequest = { number: this.requests.length, deliveryId, process, sentAt: this.#now };
    if (process.isAlive) {
      this.requests.push(request);
      this.#settlers.set(request, settle);
    }
    const abandon = () => {
      if (!this.#settlers.delete(request)) return;
      request.abandonedAt = this.#now;
      settle({ kind: 'abandoned' });
    };
    return { abandon } as unknown as Attempt;
  }

  #living(index: number): SimProcess | undefined {
    const living = this.processes.filter(({ isAlive }) => isAlive);
    return living[index % living.length];
  }

  #startProcess(): void {
    this.processes.push(
      new SimProcess({
        name: `process ${this.processes.length}`,
        now: () => this.#now,
        url: this.database.url,
        traffic: this.#traffic,
        keyring: this.#keyring,
        schedule: this.schedule,
        defect: this.#defect,
        send: (process, headers, settle) => this.#send(process, headers, settle),
        onDone: (process, statement) => this.#note(process, statement),
        onDeath: (process) => this.#discard(process),
      }),
    );
    this.processes.at(-1)!.faults.isAway = this.#isAway;
  }

  #note(process: SimProcess, statement: Statement): void {
    this.log.push(`${this.#now} ${process.name}: ${statement.name ?? statement.text.trim().slice(0, 40)}`);
    if (statement.name !== 'record-attempts' && statement.name !== 'record-failed-attempts') return;
    this.recordings.push({ process, at: this.#now, requests: requestsIn(JSON.stringify(statement.values)) });
  }

  #discard(process: SimProcess): void {
    process.isAlive = false;
    process.clock.stop();
    process.faults.isAway = true;
    process.loseAll();
    for (const [request] of this.#settlers) if (request.process === process) this.#settlers.delete(request);
  }

  /** Waits until nothing more follows from what happened, and puts another process in the place of each that is gone. */
  async #calm(): Promise<void> {
    for (let isOver = false; !isOver;) {
      await this.#traffic.calm();
      isOver = true;
      if (this.#mayHaveTold) {
        this.#mayHaveTold = false;
        isOver = false;
        for (const process of this.processes) if (process.isAlive) await process.hear();
      }
      if (this.processes.filter(({ isAlive }) => isAlive).length < 2) {
        isOver = false;
        this.#startProcess();
      }
    }
  }
}
