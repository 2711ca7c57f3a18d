// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * `fits`: at most 300 seconds from now. `too_old`, `in_future`: further away, as of anything that was received a while ago. `malformed`: no whole number of seconds. `missing`: no header has one.
 */
export type TimestampResult = 'fits' | 'too_old' | 'in_future' | 'malformed' | 'missing';
