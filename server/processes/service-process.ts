import { setTimeout as sleep } from 'node:timers/promises';
import { composeService } from '../composition/compose-service.ts';
import type { Service } from '../composition/service.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/log.ts';
import { closeService, leaveAfterMs, stopDeadlineMs } from '../startup/close-service.ts';
import { DataDir } from '../startup/data-dir.ts';
import { Foundation, type Groundwork } from '../startup/foundation.ts';
import { Listeners } from '../startup/listeners.ts';
import { demoProgress, describeStart } from '../startup/start-notice.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Call } from './calls.ts';
import { Family, siblingsOf, type Assignment } from './family.ts';

/** A child's parent, and what it gave the child to do. */
export interface Parent {
  readonly assignment: Assignment;
  readonly call: Call;
}

/**
 * A process from its start to its end: one that serves alone, the parent of several, or one of these. A child listens when it is ready, because others serve
 * meanwhile. Resources are closed in the opposite order.
 */
export class ServiceProcess {
  readonly #config: Config;
  readonly #log: Logger;
  readonly #tracing: Tracing;
  readonly #parent: Parent | undefined;
  readonly #listeners = new Listeners();
  #foundation: Foundation | undefined;
  #service: Service | undefined;
  #family: Family | undefined;
  #starting: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(config: Config, log: Logger, tracing: Tracing, parent?: Parent) {
    this.#config = config;
    this.#log = log;
    this.#tracing = tracing;
    this.#parent = parent;
  }

  /** Rejects when the start fails, with everything closed. A start that is stopped ends with the process. */
  async start(): Promise<void> {
    this.#starting = this.#start();
    try {
      await this.#starting;
    } catch (error) {
      if (this.#isStopping) return;
      this.#isStopping = true;
      await this.#close(0, 0);
      throw error;
    }
  }

  /** Ends the process, also one that still starts. Where another one takes its place, idle connections are served for the linger time. */
  stop(exitCode: number, drainSeconds = this.#config.drainSeconds, lingerMs = 0): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
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

  /** Of a parent: replaces the processes one by one. */
  replaceAll(): void {
    void this.#starting.then(() => this.#family?.replaceAll());
  }

  /** The metrics of this process alone. */
  metrics(): ReturnType<Service['metrics']> {
    return this.#service!.metrics();
  }

  async #start(): Promise<void> {
    const goOn = () => {
      if (this.#isStopping) throw new Error('the process received the signal to stop before it was ready');
    };
    const given = this.#config;
    const dataDir = new DataDir(given.dataDir);
    const assignment = this.#parent?.assignment;
    const config = assignment ? given.withPorts(assignment.port, assignment.operatorPort) : await this.#listeners.open(given, goOn);
    this.#foundation = new Foundation(config, dataDir, this.#log);
    const groundwork = await this.#foundation.open(goOn, assignment?.groundwork);
    goOn();
    const isAlone = assignment !== undefined || config.processes === 1;
    const demoKey = isAlone ? await this.#serve(config, groundwork, dataDir) : await this.#openFamily(config, groundwork);
    if (assignment) await this.#listeners.open(config, goOn);
    goOn();
    if (this.#parent) await this.#parent.call('ready', demoKey);
    else process.stdout.write(describeStart(config, dataDir, demoKey, this.#foundation.databaseElsewhere));
  }

  async #openFamily({ processes, port, operatorPort }: Config, groundwork: Groundwork): Promise<string | undefined> {
    // The parent has listened, so that a port in use is known at once. From here on the children listen, each from when it is ready.
    await this.#listeners.close();
    this.#family = new Family(processes, { port, operatorPort, groundwork }, this.#log);
    return this.#family.open();
  }

  /** Answers with the key of the demo agency, if this process has that. */
  async #serve(config: Config, groundwork: Groundwork, dataDir: DataDir): Promise<string | undefined> {
    const [log, tracing] = [this.#log, this.#tracing];
    const { assignment: { number = 1 } = {}, call } = this.#parent ?? {};
    const siblings = call && { siblings: siblingsOf(number, call, () => this.metrics()) };
    const service = await composeService({ config, ...groundwork, log, tracing, ...siblings });
    this.#service = service;
    await service.start();
    this.#listeners.serve(service);
    if (!config.demo || number !== 1) return undefined;
    const demo = await service.openDemo(dataDir);
    service.postForDemo(demo);
    service.fillDemo(demo, demoProgress()).catch((error: unknown) => log.error({ err: error }, 'could not fill the demo agency'));
    return demo.apiKey;
  }

  async #close(drainSeconds: number, lingerMs: number): Promise<void> {
    await this.#listeners.drain(this.#service && lingerMs === 0 ? drainSeconds : 0, this.#log);
    if (lingerMs > 0) {
      this.#service?.endStreams();
      await this.#listeners.close(stopDeadlineMs, lingerMs);
    }
    await this.#family?.stop(drainSeconds * 1_000 + leaveAfterMs + 1_000);
    await closeService(this.#service, this.#listeners, this.#log);
    await this.#foundation?.close();
  }
}
