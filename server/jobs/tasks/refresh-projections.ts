import type { JobTask } from '../task.ts';

/** Keeps the figures behind sent messages and analytics at most 15 minutes old. */
export function refreshProjectionsTask(refresh: (signal: AbortSignal) => Promise<void>): JobTask {
  return {
    name: 'refresh_projections',
    class: 'upkeep',
    cron: '*/15 * * * *',
    runsAtStart: true,
    run: (_payload, signal) => refresh(signal),
  };
}
