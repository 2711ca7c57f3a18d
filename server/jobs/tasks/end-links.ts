import { endEndpointsOfExpiredLinks } from '../../access/keys/link-endpoints.ts';
import type { TransactingSql } from '../../retention/pending-deliveries.ts';
import type { JobTask } from '../task.ts';

/** Disables endpoints whose link to the portal has ended. */
export function endLinksTask(sql: TransactingSql): JobTask {
  return { name: 'end_links', class: 'upkeep', cron: '* * * * *', runsAtStart: true, run: () => endEndpointsOfExpiredLinks(sql) };
}
