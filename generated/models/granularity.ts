// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * Length of a period. Weeks begin on Monday in `timezone`; hours are real hours.
 */
export type Granularity = 'hour' | 'day' | 'week' | 'month';
