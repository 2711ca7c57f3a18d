// Generated from spec/ by `npm run generate`. Do not edit.

import type { OperatorQuotas } from './operator-quotas.ts';

/**
 * The quotas of an agency.
 */
export interface AgencyQuotas {
  /** The agency. */
  agency_id: string;
  quotas: OperatorQuotas;
}
