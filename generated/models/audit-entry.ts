// Generated from spec/ by `npm run generate`. Do not edit.

import type { AuditAction } from './audit-action.ts';
import type { AuditActor } from './audit-actor.ts';

/**
 * One thing that was done to keys, endpoints, secrets or failures of the agency, or that an operator changed in its place.
 */
export interface AuditEntry {
  /** Entry id. Later entries have greater ids. */
  id: string;
  /** When it was done. */
  recorded_at: string;
  action: AuditAction;
  actor: AuditActor;
  /** Id of what it was done to. Null where that has none, or an id of upstream, which is in `details`. */
  subject_id: string | null;
  /** Label or name that it had then, or the id of a fan. Empty for what has none. */
  subject_name: string;
  /** What else there is to know, by action. Neither secrets and keys nor whole URLs are in it, only the `host` of a URL. */
  details: { [key: string]: any };
  /** Address that the request came from. Null where it is not known, and where agencies are shown what an operator did. */
  address: string | null;
  /** `x-request-id` of the answer, up to 200 characters. Null where agencies are shown what an operator or the service did. */
  request_id: string | null;
}
