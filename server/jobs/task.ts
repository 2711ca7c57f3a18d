/** A kind of job. A task calls what it stands for and holds no logic of its own. */
/** Jobs wait only for jobs of the same class. */
export type JobClass = 'wake-up' | 'replay' | 'projection' | 'upkeep';

export interface JobTask {
  readonly name: string;
  readonly class: JobClass;
  /** When it runs by itself, in crontab's five fields, UTC. */
  readonly cron?: string;
  /** Whether it also runs when a worker starts, so that what no worker did meanwhile does not wait for the cron's time. */
  readonly runsAtStart?: boolean;
  /** Rejects when the job must run again. `signal` aborts when the process stops. */
  run(payload: unknown, signal: AbortSignal): Promise<void>;
}
