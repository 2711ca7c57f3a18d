// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * Who did it.
 */
export interface AuditActor {
  /** `key`: an API key of the agency. `operator`: who runs the service. */
  kind: 'key' | 'operator';
  /** Id of the key, or of the operator's token. Null for the token that the service was started with, and where agencies are shown what an operator did. */
  id: string | null;
  /** Label that the key, or name that the operator's token, had then. Null where agencies are shown what an operator did. */
  name: string | null;
}
