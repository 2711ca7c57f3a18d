import cluster from 'node:cluster';
import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import { limits } from '../../generated/limits.ts';
import type { WorkerContext } from '../composition/service.ts';
import { TryWindows } from '../http/fairness/try-limit.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import type { Logger } from '../log/log.ts';
import type { MetricFamilies } from '../metrics/exposition.ts';
import { StartError } from '../startup/start-error.ts';
import type { Prepared } from '../startup/startup.ts';
import { connect, type Call, type Served } from './ipc.ts';
import { exitAfterMs } from './stop-deadlines.ts';
import { WorkerSlot } from './worker-slot.ts';

/** The parent's message to a worker that starts. */
export interface Assignment {
  /** From 1; a replacement worker has the number of the replaced one. The parent has 0. */
  readonly number: number;
  readonly port: number;
  readonly operatorPort: number;
  readonly prepared: Prepared;
}

/** Requests the context of a worker from the parent. If the parent has ended, the worker ends too, and wrong tokens wait meanwhile. */
export function workerContextOf(number: number, call: Call, ownMetrics: () => Promise<MetricFamilies>): WorkerContext {
  return {
    number,
    tries: { count: (address) => call<number>('countTry', address).catch(() => 1) },
    // The parent gives each worker a second.
    families: () => call<MetricFamilies>('metrics', undefined, 5_000).catch(ownMetrics),
  };
}

/** A worker that is not ready by then is stopped. */
const startWithinMs = 60_000;

function fork(assignment: Assignment, served: Served) {
  const worker = cluster.fork();
  const [ready, ended] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  const call = connect(worker, { ...served, ready: ready.resolve, failed: (reason: string) => ready.reject(new StartError(reason)) });
  worker.send(assignment);
  // A message is lost if its worker ends.
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
  isReady.catch(() => stop(0, exitAfterMs));
  return { pid: worker.process.pid, call, ready: isReady, ended: ended.promise, stop };
}

/** The worker processes of `node:cluster` under this parent, which accepts their connections and serves no request. */
export class WorkerGroup {
  readonly #log: Logger;
  readonly #registry = new Registry();
  readonly #slots: readonly WorkerSlot<ReturnType<typeof fork>>[];
  #replacing: Promise<void> = Promise.resolve();
  #isRequested = false;
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
    // JSON has no NaN, which metrics may have.
    cluster.setupPrimary({ serialization: 'advanced' });
    this.#slots = Array.from({ length: size }, (_, index) => {
      const number = index + 1;
      restarts.inc({ process: number }, 0);
      const forkWorker = () => fork({ ...assignment, number }, served);
      return new WorkerSlot(forkWorker, log, () => restarts.inc({ process: number }));
    });
  }

  /** Starts all workers. Rejects with a `StartError`. */
  async start(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.start()));
  }

  /** Replaces the workers one by one. A request during the replacement replaces them once more. */
  replaceAll(): void {
    if (this.#isRequested) return;
    this.#isRequested = true;
    this.#replacing = this.#replacing.then(() => this.#replaceAll());
  }

  async stop(withinMs: number): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#slots.map((slot) => slot.stop(withinMs)));
  }

  async #replaceAll(): Promise<void> {
    this.#isRequested = false;
    try {
      for (const slot of this.#slots) {
        if (this.#isStopping) return;
        await slot.replace();
      }
      this.#log.info({ processes: this.#slots.length }, 'replaced all processes');
    } catch (error) {
      if (this.#isStopping) return;
      this.#log.error({ reason: (error as Error).message }, 'process could not be replaced; the others stay as they are');
    }
  }

  /** The metrics of all processes that respond in time. */
  async #metrics(): Promise<MetricFamilies> {
    const ofWorkers = this.#slots.map(({ current }) => current?.call<MetricFamilies>('metrics').catch(() => []) ?? []);
    return (await Promise.all([this.#registry.getMetricsAsJSON(), ...ofWorkers])).flat();
  }
}
