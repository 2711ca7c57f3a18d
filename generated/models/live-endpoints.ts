// Generated from spec/ by `npm run generate`. Do not edit.

import type { LiveEndpoint } from './live-endpoint.ts';

/**
 * The `data` of a live event `endpoints`.
 */
export interface LiveEndpoints {
  /** Every endpoint within reach, oldest first. */
  endpoints: Array<LiveEndpoint>;
}
