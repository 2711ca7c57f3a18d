// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * `messaging`: a one-to-one chat send. `script`: a send from a saved script.
 */
export type MessageSource = 'messaging' | 'script';
