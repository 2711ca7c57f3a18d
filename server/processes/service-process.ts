import { setTimeout as sleep } from 'node:timers/promises';
import { composeService } from '../composition/compose-service.ts';
import type { Service } from '../composition/service.ts';
import type { Config } from '../config/config.ts';
import type { Listener } from '../http/connection/listener.ts';
import type { Logger } from '../log/log.ts';
import { closeService, drainService, stopDeadlineMs } from '../startup/close-service.ts';
import { DataDir } from '../startup/data-dir.ts';
import { Foundation } from '../startup/foundation.ts';
import { Gate, openListener } from '../startup/listeners.ts';
import { Readiness } from '../startup/readiness.ts';
import { demoProgress, describeStart } from '../startup/start-notice.ts';
import type { Tracing } from '../tracing/tracing.ts';

/** The process received the signal to stop before it was ready. */
class StartStopped extends Error {}

/** The process from its start to its end. Resources are closed in the opposite order. */
export class ServiceProcess {
  readonly #config: Config;
  readonly #log: Logger;
  readonly #tracing: Tracing;
  readonly #listeners: Listener[] = [];
  readonly #readiness = new Readiness();
  #foundation: Foundation | undefined;
  #service: Service | undefined;
  #starting: Promise<void> = Promise.resolve();
  #isServing = false;
  #isStopping = false;

  constructor(config: Config, log: Logger, tracing: Tracing) {
    this.#config = config;
    this.#log = log;
    this.#tracing = tracing;
  }

  /** Rejects when the start fails, with everything closed. A start that is stopped ends with the process. */
  async start(): Promise<void> {
    this.#starting = this.#start();
    try {
      await this.#starting;
    } catch (error) {
      if (this.#isStopping) return;
      await this.#close();
      throw error;
    }
  }

  /** Ends the process, also one that still starts. */
  stop(exitCode: number): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const started = this.#starting.catch(() => undefined);
    Promise.race([started, sleep(stopDeadlineMs)])
      .then(() => drainService(this.#readiness, this.#listeners, this.#isServing ? this.#config.drainSeconds : 0, this.#log))
      .then(() => this.#close())
      .then(
        () => process.exit(exitCode),
        (error: unknown) => {
          this.#log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
  }

  async #start(): Promise<void> {
    const given = this.#config;
    const dataDir = new DataDir(given.dataDir);
    // A port that the system chooses is known once its listener is open.
    let { errorsBase } = given;
    const publicGate = new Gate(() => errorsBase, this.#readiness);
    const operatorGate = new Gate(() => errorsBase, this.#readiness);
    const operatorListener = await this.#open(openListener(operatorGate, given, 'OPERATOR_'));
    const publicListener = given.role === 'worker' ? undefined : await this.#open(openListener(publicGate, given, ''));
    const config = given.withPorts(publicListener?.port ?? given.port, operatorListener.port);
    errorsBase = config.errorsBase;

    this.#foundation = new Foundation(config, dataDir, this.#log);
    const groundwork = await this.#foundation.open(() => this.#goOn());
    const service = await composeService({ config, ...groundwork, log: this.#log, tracing: this.#tracing });
    this.#service = service;
    await service.start();
    publicGate.handler = service.publicHandler;
    operatorGate.handler = service.operatorHandler;
    this.#readiness.ready(service.checks);
    this.#isServing = true;
    const demo = config.demo ? await service.openDemo(dataDir) : undefined;
    this.#goOn();
    process.stdout.write(describeStart(config, dataDir, demo?.apiKey, this.#foundation.databaseElsewhere));
    if (demo) {
      service.postForDemo(demo);
      service.fillDemo(demo, demoProgress()).catch((error: unknown) => this.#log.error({ err: error }, 'could not fill the demo agency'));
    }
  }

  #goOn(): void {
    if (this.#isStopping) throw new StartStopped();
  }

  async #open(opening: Promise<Listener>): Promise<Listener> {
    const listener = await opening;
    this.#listeners.push(listener);
    this.#goOn();
    return listener;
  }

  async #close(): Promise<void> {
    await closeService(this.#service, this.#listeners, this.#log);
    await this.#foundation?.close();
  }
}
