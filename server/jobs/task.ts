/** A kind of job. A task calls what it stands for and holds no logic of its own. */
/** Jobs wait only for jobs of the same class. */
export type JobClass = 'wake-up' | 'replay' | 'projection' | 'upkeep';

/** How often the job was tried, this time included, and how often it may be. */
export interface JobAttempt {
  readonly number: number;
  readonly most: number;
}

export interface JobTask {
  readonly name: string;
  readonly class: JobClass;
  /** When it runs by itself, in crontab's five fields, UTC. */
  readonly cron?: string;
  /** Whether it also runs when a worker starts, so that what no worker did meanwhile does not wait for the cron's time. */
  readonly runsAtStart?: boolean;
  /** Rejects when the job must run again, unless `attempt` is the last one. `signal` aborts when the process stops. */
  run(payload: unknown, signal: AbortSignal, attempt: JobAttempt): Promise<void>;
}
