// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * The state of one dependency.
 */
export interface HealthCheck {
  /** Name of the dependency, for example `database` or `encryption_key`. The list is open. */
  name: string;
  /** Outcome of the check. */
  status: 'ok' | 'failed';
  /** What is wrong, without secrets. Null when nothing is. */
  detail: string | null;
}
