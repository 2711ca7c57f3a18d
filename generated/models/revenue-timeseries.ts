// Generated from spec/ by `npm run generate`. Do not edit.

import type { Granularity } from './granularity.ts';
import type { RevenuePeriod } from './revenue-period.ts';

/**
 * Revenue per period.
 */
export interface RevenueTimeseries {
  /** First day, included. */
  start: string;
  /** Last day, included. */
  end: string;
  /** Zone in which the days were read. */
  timezone: string;
  granularity: Granularity;
  /** One item per period, or per period and creator, in order of time. Empty periods are present. */
  data: Array<RevenuePeriod>;
}
