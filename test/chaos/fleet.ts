import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDataDir, ServiceProcess, waitUntil, type Exit } from '../process/service-process.ts';
import type { FaultLog } from './faults.ts';

export type Role = 'api' | 'worker' | 'all';

/** What is known of a process from outside. Times are this machine's, in milliseconds; undefined is not yet. */
export interface Life {
  readonly name: string;
  readonly startedAt: number;
  readyAt?: number;
  /** The signal that was to end it, and when it was given. */
  told?: { readonly signal: 'SIGKILL' | 'SIGTERM'; readonly at: number };
  ended?: { readonly at: number; readonly exit: Exit };
  /** When it logged that its lease had expired. */
  readonly leaseLostAt: number[];
}

const takenForDead = /lease expired; acquired a new one/g;
const watchEveryMs = 200;
const restartAfterMs = 700;
/** A process that could not start found the database away. */
const tryAgainAfterMs = 2_500;

/** A start may find the database away for as long as the longest outage. */
const readyWithinMs = 180_000;

/** One process after another in one role: whatever ends one, the next one starts. */
export class Slot {
  readonly role: Role;
  readonly #name: string;
  readonly #fleet: Fleet;
  readonly #clockFile: string;
  #service: ServiceProcess | undefined;
  #life: Life | undefined;
  #isWanted = true;
  #running: Promise<void>;

  constructor(fleet: Fleet, name: string, role: Role) {
    this.#fleet = fleet;
    this.#name = name;
    this.role = role;
    this.#clockFile = join(fleet.directory, `${name}.clock`);
    writeFileSync(this.#clockFile, '0');
    this.#running = this.#run();
  }

  /** The process that serves now; undefined while none is ready. */
  get service(): ServiceProcess | undefined {
    return this.#life?.readyAt && !this.#life.told ? this.#service : undefined;
  }

  /** Kills the process, or stops it. Ends with the process. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const [service, life] = [this.#service, this.#life];
    if (!service || !life || life.ended || life.told) return;
    life.told = { signal, at: Date.now() };
    await this.#fleet.faults.during({ kind: signal === 'SIGKILL' ? 'killed' : 'terminated', process: life.name }, () =>
      service.exitAfter(signal),
    );
  }

  /** Pauses the process. */
  async standStill(forMs: number): Promise<void> {
    const service = this.service;
    if (!service) return;
    await this.#fleet.faults.during({ kind: 'stopped and continued', process: this.#life!.name }, async () => {
      service.kill('SIGSTOP');
      await sleep(forMs);
      service.kill('SIGCONT');
    });
  }

  /** Lets the clock of this process, and of those that follow it, be off by so much. */
  async stepClock(offsetMs: number): Promise<void> {
    writeFileSync(this.#clockFile, String(offsetMs));
    const service = this.service;
    if (!service) return;
    await this.#fleet.faults.during({ kind: 'clock stepped', process: this.#life!.name, note: `off by ${offsetMs / 60_000} min` }, () =>
      service.kill('SIGUSR2'),
    );
  }

  /** Ends the process for good. Answers with how it ended. */
  async retire(): Promise<Life | undefined> {
    this.#isWanted = false;
    const life = this.#life;
    await this.end('SIGTERM');
    await this.#running;
    return life;
  }

  async #run(): Promise<void> {
    for (let count = 1; this.#isWanted; count++) {
      const life: Life = { name: `${this.#name}.${count}`, startedAt: Date.now(), leaseLostAt: [] };
      this.#fleet.lives.push(life);
      this.#life = life;
      this.#service = this.#fleet.launch(this.role, life.name, this.#clockFile);
      const watching = this.#watch(life, this.#service);
      await this.#service.ready(readyWithinMs).then(
        () => (life.readyAt = Date.now()),
        () => this.#service!.kill('SIGKILL'),
      );
      const exit = await this.#service.exited;
      life.ended = { at: Date.now(), exit };
      await watching;
      if (this.#isWanted) await sleep(life.readyAt ? restartAfterMs : tryAgainAfterMs);
    }
  }

  async #watch(life: Life, service: ServiceProcess): Promise<void> {
    let read = 0;
    while (!life.ended) {
      await sleep(watchEveryMs);
      const said = service.stderr.slice(read);
      const end = said.lastIndexOf('\n') + 1;
      read += end;
      for (const _ of said.slice(0, end).matchAll(takenForDead)) life.leaseLostAt.push(Date.now());
    }
  }
}

/** The processes of the service. */
export class Fleet {
  readonly directory = createDataDir();
  readonly faults: FaultLog;
  readonly lives: Life[] = [];
  readonly #env: Readonly<Record<string, string>>;
  readonly #services = new Map<string, ServiceProcess>();
  #slots: Slot[] = [];

  /** `env` has what every process needs, the operator's token included. */
  constructor(env: Readonly<Record<string, string>>, faults: FaultLog) {
    this.#env = env;
    this.faults = faults;
  }

  get slots(): readonly Slot[] {
    return this.#slots;
  }

  /** A process that answers requests, another one each time where there are several. */
  get api(): ServiceProcess | undefined {
    const serving = this.#slots.filter(({ role, service }) => role !== 'worker' && service);
    return serving[Math.floor(Math.random() * serving.length)]?.service;
  }

  /** Ends with every process ready. */
  async open(names: Readonly<Record<string, Role>>): Promise<void> {
    this.#slots = Object.entries(names).map(([name, role]) => new Slot(this, name, role));
    await this.allReady();
  }

  async allReady(): Promise<void> {
    await waitUntil(() => this.#slots.every(({ service }) => service), 'the start of every process', readyWithinMs);
  }

  /** Ends every process for good. */
  async retire(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.retire()));
    this.#slots = [];
  }

  launch(role: Role, name: string, clockFile: string): ServiceProcess {
    const service = new ServiceProcess({
      ...this.#env,
      ROLE: role,
      DATA_DIR: this.directory,
      CHAOS_PROCESS: name,
      CHAOS_CLOCK: clockFile,
      NODE_OPTIONS: `--import ${fileURLToPath(new URL('./in-service.ts', import.meta.url))}`,
    });
    this.#services.set(name, service);
    return service;
  }

  /** Writes what every process said to a file of its own. */
  keepLogs(directory: string): void {
    mkdirSync(directory, { recursive: true });
    for (const [name, service] of this.#services) writeFileSync(join(directory, `${name}.log`), service.stdout + service.stderr);
  }
}
