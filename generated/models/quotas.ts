// Generated from spec/ by `npm run generate`. Do not edit.

import type { Quota } from './quota.ts';

/**
 * What the agency of the key has and is allowed.
 */
export interface Quotas {
  /** Bytes of the histories of notes: of each edit the text that it replaced, in UTF-8, and 256. Beyond it the agency's oldest edits go. */
  insight_history_bytes: Quota;
  /** Publications that are `scheduled`. Who has them is refused another one with 422 `quota_reached`. */
  scheduled_publications: Quota;
  /** Bytes of the publications that were not deleted, whatever their status: of each its text and media, in UTF-8, and 384. An agency that would have more is refused another one with 422 `quota_reached`. */
  publication_bytes: Quota;
  /** Deliveries that are pending for active endpoints, counted every minute, no further than to one more than is allowed. An agency that has more for 10 minutes has its fullest endpoint disabled, with `auto_quota`: what was pending becomes failure records, which can be replayed. Facts are taken in all the same. */
  pending_deliveries: Quota;
  /** Failure records of all endpoints, counted every ten minutes. Beyond it the oldest go, whether they were replayed or not. */
  failure_records: Quota;
  /** Bytes of the history of deliveries, counted every minute: of each delivery that ended its attempts, of each event its payload, and 384 for each of both. Beyond it the oldest deliveries lose the excerpts of their answers, then the oldest deliveries and events go; so they do where one day takes more than a tenth of it. Counters and failure records stay. */
  delivery_history_bytes: Quota;
  /** API keys that are neither revoked nor expired, without those of links to the portal. */
  api_keys: Quota;
  /** Links to the portal that were made within 24 hours. Beyond it another one is refused with 422 `quota_reached`. */
  portal_links: Quota;
}
