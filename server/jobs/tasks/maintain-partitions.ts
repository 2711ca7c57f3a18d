import type { JobTask } from '../task.ts';

/** Makes the partitions of the days to come and drops those of days that are over. */
export function maintainPartitionsTask(keep: (signal: AbortSignal) => Promise<void>): JobTask {
  return { name: 'keep_partitions', class: 'upkeep', cron: '41 * * * *', runsAtStart: true, run: (_payload, signal) => keep(signal) };
}
