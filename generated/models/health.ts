// Generated from spec/ by `npm run generate`. Do not edit.

import type { HealthCheck } from './health-check.ts';

/**
 * Whether this process can serve requests, and what it depends on.
 */
export interface Health {
  /** `ok` when every check passes. `degraded` when requests are served although a check fails. */
  status: 'ok' | 'degraded';
  /** One item per dependency. */
  checks: Array<HealthCheck>;
}
