// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * The jobs of a task.
 */
export interface ServiceJobs {
  /** Name of the task. */
  task: string;
  /** Jobs that are to run now or later. */
  waiting_count: number;
  /** Jobs that run now. */
  running_count: number;
  /** Jobs that have used up their attempts. */
  failed_count: number;
  /** When the first of those that wait is to run. Null where none waits. */
  oldest_due_at: string | null;
}
