import { limits } from '../../../generated/limits.ts';
import type { JobTask } from '../task.ts';

/** Keeps the figures behind sent messages and analytics as fresh as the contract says. A long backlog delays no upkeep. */
export function refreshProjectionsTask(refresh: (signal: AbortSignal) => Promise<void>): JobTask {
  return {
    name: 'refresh_projections',
    class: 'projection',
    cron: `*/${limits.refreshMinutes} * * * *`,
    runsAtStart: true,
    run: (_payload, signal) => refresh(signal),
  };
}
