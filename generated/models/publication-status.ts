// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * `scheduled` until the program that posts it on the upstream platform has reported the outcome: then `published`, or `failed`.
 */
export type PublicationStatus = 'scheduled' | 'published' | 'failed';
