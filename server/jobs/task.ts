/** A kind of job. A task calls what it stands for and holds no logic of its own. */
/** Jobs of one class wait for each other at the most. */
export type JobClass = 'wake-up' | 'replay' | 'projection' | 'upkeep';

export interface JobTask {
  readonly name: string;
  readonly class: JobClass;
  /** When it runs by itself, in crontab's five fields, UTC. */
  readonly cron?: string;
  /** Whether it also runs when a worker starts, so that what no worker did meanwhile does not wait for the cron's time. */
  readonly runsAtStart?: boolean;
  /** Rejects when the job is to run again. `signal` tells that the process stops. */
  run(payload: unknown, signal: AbortSignal): Promise<void>;
}
