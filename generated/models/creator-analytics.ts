// Generated from spec/ by `npm run generate`. Do not edit.

import type { CreatorFigures } from './creator-figures.ts';

/**
 * Figures per creator over a window.
 */
export interface CreatorAnalytics {
  /** First day, included. */
  start: string;
  /** Last day, included. */
  end: string;
  /** Zone in which the days were read. */
  timezone: string;
  /** One item per creator within reach, highest revenue first. */
  data: Array<CreatorFigures>;
}
