import cluster from 'node:cluster';
import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import { limits } from '../../generated/limits.ts';
import type { Siblings } from '../composition/service.ts';
import { TryWindows } from '../http/fairness/login-limiter.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import type { Logger } from '../log/log.ts';
import type { MetricFamilies } from '../metrics/exposition.ts';
import { leaveAfterMs } from '../startup/close-service.ts';
import type { Groundwork } from '../startup/foundation.ts';
import { StartError } from '../startup/start-error.ts';
import { connect, type Call, type Served } from './calls.ts';
import { Seat } from './seat.ts';

/** What a child gets from its parent. */
export interface Assignment {
  /** From 1; a child that replaces another one has the same. The parent has 0. */
  readonly number: number;
  readonly port: number;
  readonly operatorPort: number;
  readonly groundwork: Groundwork;
}

/** What a child has together with the others. A parent that does not answer has ended: the child ends too, and wrong tokens wait meanwhile. */
export function siblingsOf(number: number, call: Call, ownMetrics: () => Promise<MetricFamilies>): Siblings {
  return {
    number,
    tries: { count: (address) => call<number>('countTry', address).catch(() => 1) },
    // The parent gives each child a second.
    families: () => call<MetricFamilies>('metrics', undefined, 5_000).catch(ownMetrics),
  };
}

/** A child that is not ready by then is ended. */
const startWithinMs = 60_000;

function fork(assignment: Assignment, served: Served) {
  const worker = cluster.fork();
  const [ready, ended] = [Promise.withResolvers<string | undefined>(), Promise.withResolvers<unknown>()];
  const call = connect(worker, { ...served, ready: ready.resolve, failed: (reason: string) => ready.reject(new StartError(reason)) });
  worker.send(assignment);
  // What cannot be sent to a child that ends is lost with it.
  worker
    .on('error', () => undefined)
    .once('exit', (code: number | null, signal: string | null) => {
      ready.reject(new StartError(`process ${assignment.number} of the service ended at its start: ${signal ?? `exit code ${code}`}`));
      ended.resolve({ code, signal });
    });
  const stop = (lingerMs: number, withinMs: number) => {
    call('stop', lingerMs).catch(() => undefined);
    setTimeout(() => worker.process.kill('SIGKILL'), withinMs).unref();
  };
  const isReady = withTimeout(ready.promise, startWithinMs);
  isReady.catch(() => stop(0, leaveAfterMs));
  return { pid: worker.process.pid, call, ready: isReady, ended: ended.promise, stop };
}

/** Several processes of `node:cluster` under this one, which accepts their connections, starts another one for one that ends, and serves no request. */
export class Family {
  readonly #log: Logger;
  readonly #registry = new Registry();
  readonly #seats: readonly Seat<ReturnType<typeof fork>>[];
  #replacing: Promise<void> = Promise.resolve();
  #isWaiting = false;
  #isStopping = false;

  constructor(size: number, assignment: Omit<Assignment, 'number'>, log: Logger) {
    this.#log = log;
    this.#registry.setDefaultLabels({ process: '0' });
    collectDefaultMetrics({ register: this.#registry });
    const name = 'service_process_restarts_total';
    const help = 'Processes that took the place of one that ended by itself.';
    const restarts = new Counter({ name, help, labelNames: ['process'], registers: [this.#registry] });
    const tries = new TryWindows({ most: limits.operatorTries, windowMs: limits.operatorTriesSeconds * 1_000 });
    const served: Served = { metrics: () => this.#metrics(), countTry: (address: string) => tries.count(address) };
    // Metrics may be no numbers.
    cluster.setupPrimary({ serialization: 'advanced' });
    this.#seats = Array.from({ length: size }, (_, index) => {
      const number = index + 1;
      restarts.inc({ process: number }, 0);
      return new Seat(
        () => fork({ ...assignment, number }, served),
        log,
        () => restarts.inc({ process: number }),
      );
    });
  }

  /** Starts all children. Resolves with the key of the demo agency, if there is one, and rejects with a `StartError`. */
  async open(): Promise<string | undefined> {
    const [demoKey] = await Promise.all(this.#seats.map((seat) => seat.open()));
    return demoKey;
  }

  /** Replaces the children one by one. A request meanwhile has them replaced once more. */
  replaceAll(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#replacing = this.#replacing.then(() => this.#replaceAll());
  }

  async stop(withinMs: number): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#seats.map((seat) => seat.stop(withinMs)));
  }

  async #replaceAll(): Promise<void> {
    this.#isWaiting = false;
    try {
      for (const seat of this.#seats) {
        if (this.#isStopping) return;
        await seat.replace();
      }
      this.#log.info({ processes: this.#seats.length }, 'replaced all processes');
    } catch (error) {
      if (this.#isStopping) return;
      this.#log.error({ reason: (error as Error).message }, 'process could not be replaced; the others stay as they are');
    }
  }

  /** Of all processes. One that does not answer in time is missing. */
  async #metrics(): Promise<MetricFamilies> {
    const children = this.#seats.map(({ current }) => current?.call<MetricFamilies>('metrics').catch(() => []) ?? []);
    return (await Promise.all([this.#registry.getMetricsAsJSON(), ...children])).flat();
  }
}
