import type { JobTask } from '../../server/jobs/runner.ts';
import { jobTasks, type TaskDependencies } from '../../server/jobs/tasks.ts';

/** A task of the service with the dependencies that it needs. */
export function jobTask(name: string, dependencies: Partial<TaskDependencies>): JobTask {
  return jobTasks(dependencies as TaskDependencies).find((task) => task.name === name)!;
}
