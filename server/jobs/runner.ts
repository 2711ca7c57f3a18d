import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, parseCronItems, run, type Runner, type TaskList, type Worker, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Sql } from '../database/client/sql.ts';
import { JOB_TASK } from '../tracing/attributes.ts';
import { inSpan, noTracing, type Tracing } from '../tracing/tracing.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { beat, deregisterWorker, unlockDeadWorkers } from './heartbeat.ts';
import { Liveness } from '../lib/liveness.ts';
import type { JobClass, JobTask } from './task.ts';

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
  /** A worker that was not seen to beat for so long is dead. */
  readonly deadAfterMs?: number;
}

/** A job for a later time starts at most this long after it. Jobs for now are announced, and do not wait for polling. */
const pollIntervalMs = 500;

/**
 * Jobs of each class at once; no class uses the slots of another. Recoveries and replays of an agency share a queue, so an agency uses one slot of
 * `replay`. Erasures share a queue, and so do notices to the operator: they use another slot, or wait for a batch.
 */
const jobsAtOnce: Readonly<Record<JobClass, number>> = { 'wake-up': 1, replay: 2, projection: 1, upkeep: 1 };

/** By then, the end of a job is usually written. If not, polling finds the next job of its queue. */
const unlockedAfterMs = 20;

/** When stopping, tasks receive the signal to end after this time. */
const abortAfterMs = 2_000;
const stopWithinMs = 5_000;

/** A job without a requester: a waiting one serves all that would add it. */
const jobByItself = (name: string) => ({ maxAttempts: 3, jobKey: `cron:${name}` });

function nudge(worker: Worker): void {
  try {
    worker.nudge();
  } catch {
    // It has ended.
  }
}

/** A connection may be silent for ever. */
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
   * A listener that was lost or a poll that stopped does not come back by itself in every case, so a heartbeat that
   * fails ends the runner, and the first one that succeeds again starts another.
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
    await beat(sql, this.#workerIds);
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
    // Until the end of a job is written, its queue is locked, and the worker finds none of the queue's next jobs.
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
          // With a delay, even of nothing, a job whose end cannot be written ends the runner; without one, it ends the process.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    });
    runner.promise.then(
      () => this.#forget(runner),
      () => this.#forget(runner),
    );
    return runner;
  }

  /** One that ended by itself takes the others along: the next heartbeat restarts all of them. */
  #forget(runner: Runner): void {
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
      // A task's failure is logged where it is caught.
      if (meta?.['failure']) return;
      if (level === 'error') log.error({ label, err: meta?.['error'] }, message);
      else if (level === 'warning') log.warn({ label }, message);
    });
  }
}
