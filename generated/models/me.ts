// Generated from spec/ by `npm run generate`. Do not edit.

import type { Quotas } from './quotas.ts';
import type { MeAgency } from './me-agency.ts';
import type { MeKey } from './me-key.ts';
import type { Release } from './release.ts';

/**
 * The key of the request and the agency that it belongs to.
 */
export interface Me {
  agency: MeAgency;
  key: MeKey;
  quotas: Quotas;
  /** The release that answered. */
  version: Release;
}
