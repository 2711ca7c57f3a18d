import { publishTask } from '../../resources/publications/publish-due-publications.ts';
import type { JobTask } from '../task.ts';

/** Publishes what is due. Each publication has a job at its time; once a minute finds what a lost job would leave. */
export function publishPublicationsTask(publishDue: () => Promise<unknown>): JobTask {
  return {
    name: publishTask,
    cron: '* * * * *',
    async run() {
      await publishDue();
    },
  };
}
