import { setTimeout as sleep } from 'node:timers/promises';
import { composeService } from '../composition/compose-service.ts';
import type { Service } from '../composition/service.ts';
import type { Config } from '../config/config.ts';
import { TryWindows } from '../http/fairness/login-limiter.ts';
import { limits } from '../../generated/limits.ts';
import type { Listener } from '../http/connection/listener.ts';
import type { Logger } from '../log/log.ts';
import type { MetricsFormat } from '../lib/metrics-format.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { closeService, stopDeadlineMs } from '../startup/close-service.ts';
import { DataDir } from '../startup/data-dir.ts';
import { prepare } from '../startup/foundation.ts';
import { Gate, openListener } from '../startup/listeners.ts';
import { Readiness } from '../startup/readiness.ts';
import { demoProgress } from '../startup/start-notice.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { CallChannel } from './calls.ts';
import type { Assignment, ChildCalls, ParentCalls } from './protocol.ts';

export type ParentChannel = CallChannel<ChildCalls, ParentCalls>;

/** The child that fills the demo agency and posts for it. */
const demoNumber = 1;

/** A parent that lives answers sooner. */
const countWithinMs = 1_000;
const metricsWithinMs = 5_000;

/** One of several service processes, from its start to its end. It listens when it is ready, because others serve meanwhile. */
export class ChildProcess {
  readonly #config: Config;
  readonly #assignment: Assignment;
  readonly #parent: ParentChannel;
  readonly #log: Logger;
  readonly #tracing: Tracing;
  readonly #listeners: Listener[] = [];
  readonly #readiness = new Readiness();
  #service: Service | undefined;
  #starting: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(config: Config, assignment: Assignment, parent: ParentChannel, log: Logger, tracing: Tracing) {
    this.#config = config.withPorts(assignment.port, assignment.operatorPort);
    this.#assignment = assignment;
    this.#parent = parent;
    this.#log = log;
    this.#tracing = tracing;
  }

  start(): Promise<void> {
    this.#starting = this.#start();
    return this.#starting;
  }

  /** The metrics of this process alone. */
  metrics(format: MetricsFormat): Promise<string> {
    return this.#service!.metrics(format);
  }

  /** Serves requests, and asks for none: until the parent stops the process. */
  drain(): void {
    this.#readiness.drain();
    for (const listener of this.#listeners) listener.endConnections();
  }

  /** With a linger time, the listeners close first, and everything is served until their connections have ended. */
  stop(exitCode: number, lingerMs = 0): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#readiness.drain();
    const started = this.#starting.catch(() => undefined);
    Promise.race([started, sleep(stopDeadlineMs)])
      .then(() => (lingerMs > 0 ? this.#drain(lingerMs) : undefined))
      .then(() => closeService(this.#service, lingerMs > 0 ? [] : this.#listeners, this.#log))
      .then(
        () => process.exit(exitCode),
        (error: unknown) => {
          this.#log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
  }

  async #drain(lingerMs: number): Promise<void> {
    this.#service?.endStreams();
    await Promise.all(this.#listeners.map((listener) => listener.close(stopDeadlineMs, lingerMs)));
  }

  async #start(): Promise<void> {
    const { number, databaseUrl, encryptionKey, encryptionKeysPrevious, operatorToken } = this.#assignment;
    const keyOf = (text: string) => Buffer.from(text, 'base64');
    // A successor may be of a later release than its parent.
    await prepare(this.#config.databaseDirectUrl ?? databaseUrl, this.#config, this.#log);
    const service = await composeService({
      config: this.#config,
      databaseUrl,
      encryptionKeys: { current: keyOf(encryptionKey), previous: encryptionKeysPrevious.map(keyOf) },
      operatorToken,
      log: this.#log,
      tracing: this.#tracing,
      siblings: this.#siblings(number),
    });
    this.#service = service;
    await service.start();
    const demoKey = this.#config.demo && number === demoNumber ? await this.#openDemo(service) : undefined;
    const { errorsBase, role } = this.#config;
    const [publicGate, operatorGate] = [new Gate(() => errorsBase, this.#readiness), new Gate(() => errorsBase, this.#readiness)];
    publicGate.handler = service.publicHandler;
    operatorGate.handler = service.operatorHandler;
    this.#readiness.ready(service.checks);
    this.#listeners.push(await openListener(operatorGate, this.#config, 'OPERATOR_'));
    if (role !== 'worker') this.#listeners.push(await openListener(publicGate, this.#config, ''));
    await this.#parent.call('ready', demoKey);
  }

  #siblings(number: number) {
    // Only a parent that has ended does not answer, and then this process ends too.
    const own = new TryWindows({ most: limits.operatorTries, windowMs: limits.operatorTriesSeconds * 1_000 });
    return {
      number,
      tries: {
        count: (address: string) => withTimeout(this.#parent.call('countTry', address), countWithinMs).catch(() => own.count(address)),
      },
      metrics: (format: MetricsFormat) =>
        withTimeout(this.#parent.call('metrics', format), metricsWithinMs).catch(() => this.metrics(format)),
    };
  }

  async #openDemo(service: Service): Promise<string> {
    const demo = await service.openDemo(new DataDir(this.#config.dataDir));
    service.postForDemo(demo);
    service.fillDemo(demo, demoProgress()).catch((error: unknown) => this.#log.error({ err: error }, 'could not fill the demo agency'));
    return demo.apiKey;
  }
}
