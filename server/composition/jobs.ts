import type { Deliverer } from '../delivery/deliverer.ts';
import type { OperatorNotifier } from '../delivery/send/operator-notifier.ts';
import type { Outbox } from '../events/outbox.ts';
import { JobRunner } from '../jobs/runner.ts';
import { jobTasks } from '../jobs/tasks.ts';
import type { Core } from './core.ts';

interface JobsOptions {
  readonly deliverer: Deliverer;
  readonly outbox: Outbox;
  /** Undefined without `OPERATOR_WEBHOOK_URL`. */
  readonly notifier: OperatorNotifier | undefined;
}

/** The jobs of a process that delivers. Their workers need lasting sessions. */
export function openJobs(core: Core, options: JobsOptions): JobRunner {
  const { pools, log, metrics, tracing } = core;
  const tasks = jobTasks({ ...core, ...options, sql: pools.jobs });
  return new JobRunner({ sql: pools.sessions, log, metrics, tracing, tasks });
}
