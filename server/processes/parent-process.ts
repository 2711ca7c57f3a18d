import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import { limits } from '../../generated/limits.ts';
import type { Config } from '../config/config.ts';
import { TryWindows } from '../http/fairness/login-limiter.ts';
import type { Listener } from '../http/connection/listener.ts';
import type { MetricsFormat } from '../lib/metrics-format.ts';
import { textOf } from '../metrics/open-metrics.ts';
import type { Logger } from '../log/log.ts';
import { stopDeadlineMs } from '../startup/close-service.ts';
import { DataDir } from '../startup/data-dir.ts';
import { Foundation } from '../startup/foundation.ts';
import { Gate, openListener } from '../startup/listeners.ts';
import { Readiness } from '../startup/readiness.ts';
import { describeStart } from '../startup/start-notice.ts';
import { Child } from './child.ts';
import { mergeMetrics } from './merge-metrics.ts';
import type { Assignment } from './protocol.ts';
import { Seat } from './seat.ts';

/** The parent's number in log lines and metrics. */
export const parentNumber = 0;

/** The process received the signal to stop before it was ready. */
class StartStopped extends Error {}

/**
 * The parent of several service processes. It makes what exists once, accepts connections and hands them to its children in turn (`node:cluster`), starts
 * another child for one that ends, and replaces them one by one. It serves no request itself.
 */
export class ParentProcess {
  readonly #config: Config;
  readonly #log: Logger;
  readonly #tries = new TryWindows({ most: limits.operatorTries, windowMs: limits.operatorTriesSeconds * 1_000 });
  readonly #registry = new Registry();
  readonly #restarts: Counter<'process'>;
  readonly #gates: Listener[] = [];
  #seats: readonly Seat[] = [];
  #foundation: Foundation | undefined;
  #starting: Promise<void> = Promise.resolve();
  #replacing: Promise<void> | undefined;
  #mustReplaceAgain = false;
  #isStopping = false;

  constructor(config: Config, log: Logger) {
    this.#config = config;
    this.#log = log;
    this.#registry.setDefaultLabels({ process: String(parentNumber) });
    collectDefaultMetrics({ register: this.#registry });
    this.#restarts = new Counter({
      name: 'service_process_restarts_total',
      help: 'Processes that took the place of one that ended by itself.',
      labelNames: ['process'],
      registers: [this.#registry],
    });
  }

  /** Rejects when the start fails, with everything closed. A start that is stopped ends with the process. */
  async start(): Promise<void> {
    this.#starting = this.#start();
    try {
      await this.#starting;
    } catch (error) {
      if (this.#isStopping) return;
      this.#isStopping = true;
      await this.#close();
      throw error;
    }
  }

  /** Ends the children and the process. */
  stop(exitCode: number): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const started = this.#starting.catch(() => undefined);
    const isForking = this.#seats.length > 0;
    Promise.race([started, sleep(isForking ? 0 : stopDeadlineMs)])
      .then(() => this.#drain())
      .then(() => this.#close())
      .then(
        () => process.exit(exitCode),
        (error: unknown) => {
          this.#log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
  }

  /** Replaces the children one by one. A request meanwhile has them replaced once more. */
  replaceChildren(): void {
    if (this.#isStopping) return;
    if (this.#replacing) {
      this.#mustReplaceAgain = true;
      return;
    }
    this.#replacing = this.#starting
      .then(() => this.#replaceAll())
      .finally(() => {
        this.#replacing = undefined;
        if (!this.#mustReplaceAgain) return;
        this.#mustReplaceAgain = false;
        this.replaceChildren();
      });
    this.#replacing.catch((error: unknown) => {
      if (!this.#isStopping)
        this.#log.error({ reason: (error as Error).message }, 'process could not be replaced; the others stay as they are');
    });
  }

  async #replaceAll(): Promise<void> {
    for (const seat of this.#seats) {
      this.#goOn();
      await seat.replace();
    }
    this.#log.info({ processes: this.#seats.length }, 'replaced all processes');
  }

  async #start(): Promise<void> {
    const given = this.#config;
    const dataDir = new DataDir(given.dataDir);
    const [port, operatorPort] = await this.#openGates();
    const config = given.withPorts(port, operatorPort);
    this.#foundation = new Foundation(config, dataDir, this.#log);
    const { databaseUrl, encryptionKeys, operatorToken } = await this.#foundation.open(() => this.#goOn());
    this.#goOn();
    // From here on the children listen, each from when it is ready.
    await this.#closeGates();
    const common = {
      port,
      operatorPort,
      databaseUrl,
      encryptionKey: encryptionKeys.current.toString('base64'),
      encryptionKeysPrevious: encryptionKeys.previous.map((key) => key.toString('base64')),
      operatorToken,
    };
    this.#seats = Array.from({ length: config.processes }, (_, index) => this.#seatOf({ ...common, number: index + 1 }));
    const [demoKey] = await Promise.all(this.#seats.map((seat) => seat.open()));
    this.#goOn();
    process.stdout.write(describeStart(config, dataDir, demoKey, this.#foundation.databaseElsewhere));
  }

  /** Listens where the children will, so that a port in use is known at once, and a chosen one is the same for all. */
  async #openGates(): Promise<[port: number, operatorPort: number]> {
    const given = this.#config;
    const gate = new Gate(() => given.errorsBase, new Readiness());
    const open = async (prefix: '' | 'OPERATOR_') => {
      const listener = await openListener(gate, given, prefix);
      this.#gates.push(listener);
      this.#goOn();
      return listener.port;
    };
    const operatorPort = await open('OPERATOR_');
    return [given.role === 'worker' ? given.port : await open(''), operatorPort];
  }

  async #closeGates(): Promise<void> {
    await Promise.all(this.#gates.map((listener) => listener.close(0)));
  }

  #seatOf(assignment: Assignment): Seat {
    const { number } = assignment;
    const service = {
      metrics: (format: MetricsFormat) => this.#metrics(format),
      countTry: (address: string) => this.#tries.count(address),
    };
    this.#restarts.inc({ process: String(number) }, 0);
    return new Seat({
      number,
      log: this.#log,
      fork: () => new Child(assignment, service),
      onRestart: () => this.#restarts.inc({ process: String(number) }),
    });
  }

  async #metrics(format: MetricsFormat): Promise<string> {
    const children = this.#seats.flatMap(({ current }) => current ?? []);
    const texts = await Promise.all(children.map((child) => child.metrics(format).catch(() => '')));
    return mergeMetrics([await textOf(this.#registry, format), ...texts], format);
  }

  #goOn(): void {
    if (this.#isStopping) throw new StartStopped();
  }

  /** Before the children stop, load balancers learn that they will. */
  async #drain(): Promise<void> {
    const { drainSeconds } = this.#config;
    const serving = this.#seats.flatMap(({ current }) => current ?? []);
    if (drainSeconds === 0 || serving.length === 0) return;
    this.#log.info({ seconds: drainSeconds }, 'draining; the listeners close afterwards');
    await Promise.all(serving.map((child) => child.drain()));
    await sleep(drainSeconds * 1_000);
  }

  async #close(): Promise<void> {
    await this.#closeGates();
    await Promise.all(this.#seats.map((seat) => seat.stop()));
    await this.#foundation?.close();
  }
}
