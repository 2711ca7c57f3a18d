import type { JobTask } from '../task.ts';

/** Publishes what is scheduled, in the minute in which it is due. */
export function publishPublicationsTask(publishDue: () => Promise<unknown>): JobTask {
  return {
    name: 'publish_publications',
    cron: '* * * * *',
    async run() {
      await publishDue();
    },
  };
}
