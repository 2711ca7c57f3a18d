// Generated from spec/ by `npm run generate`. Do not edit.

import type { EndpointUse } from './endpoint-use.ts';
import type { KeyUse } from './key-use.ts';

/**
 * What is contained, and what was read and sent before.
 */
export interface Containment {
  /** Id of the containment. */
  id: string;
  /** The agency. */
  agency_id: string;
  /** The key that is contained. Null where the whole agency is. */
  key_id: string | null;
  /** Why, for operators alone. Empty when nothing was given. */
  reason: string;
  /** Text for the agency. */
  notice: string;
  /** When it was contained first. */
  contained_at: string;
  /** Keys that are refused by this containment, of every call that it was asked for by. */
  key_ids: Array<string>;
  /** Endpoints that this containment paused and that still are. */
  endpoint_ids: Array<string>;
  /** Instant from which on is told what was read and sent. */
  since: string;
  /** Requests that keys made, by key and operation, most first. They are counted by the hour and kept for 30 days; what a process counted in its last 10 seconds may be missing, and is lost with a process that is killed. */
  reads: Array<KeyUse>;
  /** Deliveries to each endpoint that there is, most first. They are counted by the minute, also those of requests for older events, and kept for 90 days. */
  deliveries: Array<EndpointUse>;
}
