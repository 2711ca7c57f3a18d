// Generated from spec/ by `npm run generate`. Do not edit.

import type { AiRequest } from './ai-request.ts';

/**
 * Pending AI requests.
 */
export interface AiRequestList {
  /** The requests, oldest first. */
  data: Array<AiRequest>;
}
