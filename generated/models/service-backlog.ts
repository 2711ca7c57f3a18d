// Generated from spec/ by `npm run generate`. Do not edit.

import type { ServiceAgencyBacklog } from './service-agency-backlog.ts';

/**
 * Deliveries that wait for an attempt, now or later, without those that a process has taken over.
 */
export interface ServiceBacklog {
  /** How many, counted up to 20,000. */
  delivery_count: number;
  /** Whether all were counted. Else they are those that are due longest. */
  is_whole: boolean;
  /** Since when the first of them is due, or when it will be. Null where none waits. */
  oldest_due_at: string | null;
  /** The agencies with the most of those that were counted, at most 10. */
  agencies: Array<ServiceAgencyBacklog>;
}
