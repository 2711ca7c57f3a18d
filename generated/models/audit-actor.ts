// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * Who did it.
 */
export interface AuditActor {
  /** `key`: an API key of the agency. `operator`: who runs the service. `service`: the service by itself, where it disables an endpoint by the quota of pending deliveries. */
  kind: 'key' | 'operator' | 'service';
  /** Id of the key, or of the operator's token. Null for the token that the service was started with, for the service, and where agencies are shown what an operator did. */
  id: string | null;
  /** Label that the key, or name that the operator's token, had then. Null where agencies are shown what an operator did. */
  name: string | null;
}
