import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCronItems, run, type Runner, type TaskList, type Worker, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Sql } from '../database/client/sql.ts';
import { JOB_TASK } from '../tracing/attributes.ts';
import { inSpan, noTracing, type Tracing } from '../tracing/tracing.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { deregisterWorker, sendHeartbeats, unlockDeadWorkers } from './heartbeat.ts';
import { Liveness } from '../lib/liveness.ts';

/** Jobs wait only for jobs of the same class. */
export type JobClass = 'wake-up' | 'replay' | 'projection' | 'upkeep';

/** The number of tries of the job, including this one, and their maximum. */
export interface JobAttempt {
  readonly number: number;
  readonly most: number;
}

/** A kind of job. */
export interface JobTask {
  readonly name: string;
  readonly class: JobClass;
  /** When it runs by itself, in the five fields of a crontab, UTC. */
  readonly cron?: string;
  /** Whether it also runs when a worker starts, because no worker may have run at its last scheduled time. */
  readonly runsAtStart?: boolean;
  /** Rejects if the job must run again, unless `attempt` is the last one. `signal` aborts when the process stops. */
  run(payload: unknown, signal: AbortSignal, attempt: JobAttempt): Promise<void>;
}

export interface JobLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface JobMetrics {
  expectJob(task: string): void;
  observeJob(task: string, outcome: 'completed' | 'failed', durationMs: number): void;
}

export interface JobRunnerOptions {
  readonly sql: Sql & { readonly pool: pg.Pool };
  readonly tasks: readonly JobTask[];
  readonly log: JobLog;
  readonly metrics?: JobMetrics;
  readonly tracing?: Tracing;
  readonly heartbeatMs?: number;
  /** A worker without a heartbeat for so long is dead. */
  readonly deadAfterMs?: number;
}

/** The maximum delay of a scheduled job after its time. Jobs for now are announced. */
const pollIntervalMs = 500;

/**
 * Concurrent jobs of each class. No class uses the slots of another. Recoveries and replays of an agency share a queue, so an agency uses
 * one slot of `replay`. Erasures share a queue, and so do notices to the operator.
 */
const jobsAtOnce: Readonly<Record<JobClass, number>> = { 'wake-up': 1, replay: 2, projection: 1, upkeep: 1 };

/** After this time, the end of a job is usually saved. If not, a poll finds the next job of its queue. */
const unlockedAfterMs = 20;

/** After this time, a stop aborts the signals of running tasks. */
const abortAfterMs = 2_000;
const stopWithinMs = 5_000;

/** A scheduled job is not added while one waits. */
const jobByItself = (name: string) => ({ maxAttempts: 3, jobKey: `cron:${name}` });

function nudge(worker: Worker): void {
  try {
    worker.nudge();
  } catch {
    // It has ended.
  }
}

/** A connection that is silent for longer is dead. */
const answerWithinMs = 15_000;

/** Runs jobs and cron tasks, and restarts after an outage of the database. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #heartbeatMs: number;
  readonly #liveness: Liveness;
  #runners: Runner[] = [];
  #starting: Promise<Runner[]> | undefined;
  #workerIds: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | undefined;
  #isStopping = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#heartbeatMs = options.heartbeatMs ?? 2_000;
    const deadAfterMs = options.deadAfterMs ?? 10_000;
    this.#liveness = new Liveness({ deadAfterMs, awayAfterMs: Math.max(3 * this.#heartbeatMs, deadAfterMs / 2) });
    for (const { name, cron } of options.tasks) if (cron !== undefined) options.metrics?.expectJob(name);
  }

  async start(): Promise<void> {
    await this.#beat();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#beating;
    await this.#stopRunners();
    if (this.#workerIds.length > 0) await deregisterWorker(this.#options.sql, this.#workerIds).catch(() => undefined);
  }

  #beat(): Promise<void> {
    this.#beating = this.#keepAlive().finally(() => {
      if (!this.#isStopping) this.#timer = setTimeout(() => void this.#beat(), this.#heartbeatMs);
    });
    return this.#beating;
  }

  /**
   * A lost notification listener or a stopped poll does not always restart. So a failed heartbeat ends the runners, and the next heartbeat
   * starts new ones.
   */
  async #keepAlive(): Promise<void> {
    const { log } = this.#options;
    try {
      const dead = await withTimeout(this.#beatOnce(), answerWithinMs);
      if (dead.length > 0) log.warn({ worker_ids: dead }, 'unlocked jobs of dead workers');
    } catch (error) {
      log.error({ err: error }, 'database unreachable; jobs paused');
      await this.#stopRunners();
    }
  }

  async #beatOnce(): Promise<string[]> {
    const { sql, tasks } = this.#options;
    if (this.#runners.length === 0) {
      this.#runners = await (this.#starting ??= this.#startRunners().finally(() => (this.#starting = undefined)));
      for (const { name, runsAtStart } of tasks) if (runsAtStart) await this.#runners[0]!.addJob(name, undefined, jobByItself(name));
    }
    await sendHeartbeats(sql, this.#workerIds);
    return unlockDeadWorkers(sql, this.#liveness, performance.now());
  }

  async #startRunners(): Promise<Runner[]> {
    this.#workerIds = [];
    const classes = new Set(this.#options.tasks.map((task) => task.class));
    const runners: Runner[] = [];
    for (const jobClass of classes) runners.push(await this.#startRunner(jobClass));
    return runners;
  }

  async #startRunner(jobClass: JobClass): Promise<Runner> {
    const { sql } = this.#options;
    const tasks = this.#options.tasks.filter((task) => task.class === jobClass);
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => void this.#workerIds.push(workerPool.id));
    // Until the end of a job is saved, its queue is locked, so the worker does not find the queue's next jobs.
    events.on('job:complete', ({ worker, job }) => {
      if (job.job_queue_id !== null) setTimeout(() => nudge(worker), unlockedAfterMs).unref();
    });
    const runner = await run({
      pgPool: sql.pool,
      taskList: this.#taskList(tasks),
      parsedCronItems: parseCronItems(
        tasks.flatMap(({ name, cron }) => (cron ? [{ task: name, match: cron, options: jobByItself(name) }] : [])),
      ),
      events,
      logger: this.#logger(),
      noHandleSignals: true,
      preset: {
        worker: {
          concurrentJobs: jobsAtOnce[jobClass],
          pollInterval: pollIntervalMs,
          gracefulShutdownAbortTimeout: abortAfterMs,
          // With a delay, even of 0, a failure to save the end of a job ends the runner; without one, it ends the process.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    });
    runner.promise.then(
      () => this.#stopWith(runner),
      () => this.#stopWith(runner),
    );
    return runner;
  }

  /** A runner that ended by itself ends the others: the next heartbeat restarts all of them. */
  #stopWith(runner: Runner): void {
    if (this.#runners.includes(runner)) void this.#stopRunners();
  }

  async #stopRunners(): Promise<void> {
    const runners = this.#runners;
    this.#runners = [];
    await Promise.all(runners.map((runner) => Promise.race([runner.stop().catch(() => undefined), sleep(stopWithinMs)])));
  }

  #taskList(tasks: readonly JobTask[]): TaskList {
    const { log, metrics, tracing = noTracing } = this.#options;
    const entries = tasks.map((task) => [
      task.name,
      async (payload: unknown, { abortSignal, job }: { abortSignal: AbortSignal; job: { attempts: number; max_attempts: number } }) => {
        const begunAt = performance.now();
        try {
          const span = tracing.begin({ name: `job ${task.name}`, attributes: { [JOB_TASK]: task.name } });
          await inSpan(tracing, span, () => task.run(payload, abortSignal, { number: job.attempts, most: job.max_attempts }));
          metrics?.observeJob(task.name, 'completed', performance.now() - begunAt);
        } catch (error) {
          if (abortSignal.aborted) {
            log.info({ task: task.name }, 'job stopped with the process; it will run again');
          } else {
            metrics?.observeJob(task.name, 'failed', performance.now() - begunAt);
            log.error({ err: error, task: task.name }, 'job failed');
          }
          throw error;
        }
      },
    ]);
    return Object.fromEntries(entries) as TaskList;
  }

  #logger(): Logger {
    const { log } = this.#options;
    return new Logger(({ label }) => (level, message, meta) => {
      // The failure of a task is logged elsewhere.
      if (meta?.['failure']) return;
      if (level === 'error') log.error({ label, err: meta?.['error'] }, message);
      else if (level === 'warning') log.warn({ label }, message);
    });
  }
}
