// Generated from spec/ by `npm run generate`. Do not edit.

import type { Agency } from './agency.ts';

/**
 * All agencies.
 */
export interface AgencyList {
  /** The agencies, oldest first. */
  data: Array<Agency>;
}
