// Generated from spec/ by `npm run generate`. Do not edit.

import type { ApiKey } from './api-key.ts';

/**
 * All keys of an agency.
 */
export interface ApiKeyList {
  /** The keys, oldest first. */
  data: Array<ApiKey>;
}
