import { endEndpointsOfExpiredLinks } from '../../access/keys/link-endpoints.ts';
import type { TransactingSql } from '../../retention/pending-deliveries.ts';
import type { JobTask } from '../task.ts';

/** Disables endpoints whose link to the portal has ended: each link has a job for the instant at which it expires, and each minute finds what they left. */
export function endLinksTask(sql: TransactingSql): JobTask {
  return { name: 'end_links', class: 'upkeep', cron: '* * * * *', runsAtStart: true, run: () => endEndpointsOfExpiredLinks(sql) };
}
