import { endEndpointsOfExpiredLinks } from '../../access/keys/link-endpoints.ts';
import type { TransactingSql } from '../../database/client/sql.ts';
import type { JobTask } from '../task.ts';

/** Disables endpoints whose portal link has ended. Each link has a job for the instant at which it expires; the job of each minute covers the rest. */
export function endLinksTask(sql: TransactingSql): JobTask {
  return { name: 'end_links', class: 'upkeep', cron: '* * * * *', runsAtStart: true, run: () => endEndpointsOfExpiredLinks(sql) };
}
