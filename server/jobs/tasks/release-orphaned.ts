import type { Sql } from '../../database/client/sql.ts';
import { findOrphaned, releaseOrphaned, type HeldDelivery, type OrphanedDelivery } from '../../delivery/upkeep/orphaned-deliveries.ts';
import type { JobTask } from '../task.ts';

const releaseJob = 'release_orphaned';

/** Searches for deliveries that may be orphaned. */
export function findOrphanedTask(sql: Sql): JobTask {
  return { name: 'find_orphaned', class: 'upkeep', cron: '*/5 * * * *', run: () => findOrphaned(sql, releaseJob) };
}

/** Frees those that are orphaned, a minute later. */
export function releaseOrphanedTask(sql: Sql, onReleased: (deliveries: readonly OrphanedDelivery[]) => void): JobTask {
  return {
    name: releaseJob,
    class: 'upkeep',
    async run(payload) {
      const released = await releaseOrphaned(sql, payload as HeldDelivery[]);
      if (released.length > 0) onReleased(released);
    },
  };
}
