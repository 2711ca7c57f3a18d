import { setTimeout as sleep } from 'node:timers/promises';
import { composeService } from '../composition/compose-service.ts';
import type { Service } from '../composition/service.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/log.ts';
import { DataDir } from '../startup/data-dir.ts';
import { Listeners } from '../startup/listeners.ts';
import { prepareForStart } from '../startup/prepare-database.ts';
import { demoProgress, describeStart } from '../startup/start-notice.ts';
import { Startup, type Prepared } from '../startup/startup.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Call } from './ipc.ts';
import { exitAfterMs, stopDeadlineMs } from './stop-deadlines.ts';
import { WorkerGroup, workerContextOf, type Assignment } from './worker-group.ts';

/** A worker's connection with its parent. */
export interface Parent {
  readonly assignment: Assignment;
  readonly call: Call;
}

/**
 * The lifecycle of a process: one that serves alone, the parent of several, or a worker. A worker listens when it is ready, because others
 * serve meanwhile. Resources are closed in the opposite order.
 */
export class ServiceProcess {
  readonly #config: Config;
  readonly #log: Logger;
  readonly #tracing: Tracing;
  readonly #parent: Parent | undefined;
  readonly #listeners = new Listeners();
  readonly #stopping = new AbortController();
  #startup: Startup | undefined;
  #service: Service | undefined;
  #workers: WorkerGroup | undefined;
  #starting: Promise<void> = Promise.resolve();

  constructor(config: Config, log: Logger, tracing: Tracing, parent?: Parent) {
    this.#config = config;
    this.#log = log;
    this.#tracing = tracing;
    this.#parent = parent;
  }

  /** Rejects after everything is closed if the start fails. If a start is stopped, the process ends. */
  async start(): Promise<void> {
    this.#starting = this.#start(this.#stopping.signal);
    try {
      await this.#starting;
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#stopping.abort();
      await this.#close(0, 0);
      throw error;
    }
  }

  /** Ends the process, even during its start. A worker that is replaced serves idle connections for the linger time. */
  stop(exitCode: number, drainSeconds = this.#config.drainSeconds, lingerMs = 0): void {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    Promise.race([this.#starting.catch(() => undefined), sleep(stopDeadlineMs)])
      .then(() => this.#close(drainSeconds, lingerMs))
      .then(
        () => process.exit(exitCode),
        (error: unknown) => {
          this.#log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
  }

  /** Replaces the workers of this parent one by one. */
  replaceAll(): void {
    void this.#starting.then(() => this.#workers?.replaceAll());
  }

  /** The metrics of this process alone. */
  metrics(): ReturnType<Service['metrics']> {
    return this.#service!.metrics();
  }

  async #start(signal: AbortSignal): Promise<void> {
    const dataDir = new DataDir(this.#config.dataDir);
    if (this.#parent) return this.#startWorker(this.#parent, dataDir, signal);
    const config = await this.#listeners.open(this.#config, signal);
    this.#startup = new Startup(config, dataDir, this.#log);
    const prepared = await this.#startup.prepare(signal);
    signal.throwIfAborted();
    if (config.processes === 1) {
      await this.#serve(config, prepared, dataDir);
    } else {
      // The parent has listened, so that a port in use is known at once. From here on the workers listen.
      await this.#listeners.close();
      this.#workers = new WorkerGroup(config.processes, { port: config.port, operatorPort: config.operatorPort, prepared }, this.#log);
      await this.#workers.start();
    }
    signal.throwIfAborted();
    const demoKey = config.demo ? dataDir.demoKey : undefined;
    process.stdout.write(describeStart(config, dataDir, demoKey, this.#startup.databaseElsewhere));
  }

  /** The parent has prepared the start. The worker only migrates the database to its own release, which may be a later one. */
  async #startWorker({ assignment, call }: Parent, dataDir: DataDir, signal: AbortSignal): Promise<void> {
    const { prepared, port, operatorPort } = assignment;
    const config = this.#config.withPorts(port, operatorPort);
    await prepareForStart(config.databaseDirectUrl ?? prepared.databaseUrl, config, this.#log);
    signal.throwIfAborted();
    await this.#serve(config, prepared, dataDir);
    await this.#listeners.open(config, signal);
    await call('ready');
  }

  async #serve(config: Config, prepared: Prepared, dataDir: DataDir): Promise<void> {
    const { assignment: { number = 1 } = {}, call } = this.#parent ?? {};
    const worker = call && { worker: workerContextOf(number, call, () => this.metrics()) };
    const service = await composeService({ config, ...prepared, log: this.#log, tracing: this.#tracing, ...worker });
    this.#service = service;
    await service.start();
    this.#listeners.serve(service);
    if (config.demo && number === 1) await service.startDemo(dataDir, demoProgress());
  }

  async #close(drainSeconds: number, lingerMs: number): Promise<void> {
    await this.#listeners.drain(this.#service && lingerMs === 0 ? drainSeconds : 0, this.#log);
    if (lingerMs > 0) {
      this.#service?.endStreams();
      await this.#listeners.close(stopDeadlineMs, lingerMs);
    }
    await this.#workers?.stop(drainSeconds * 1_000 + exitAfterMs + 1_000);
    const closing = this.#service?.stop(this.#listeners.all, stopDeadlineMs) ?? this.#listeners.close();
    const isClosed = await Promise.race([closing.then(() => true), sleep(exitAfterMs, false)]);
    if (!isClosed) this.#log.warn({}, 'stopped before all work had ended; leases will expire, and pending deliveries stay pending');
    await this.#startup?.close();
  }
}
