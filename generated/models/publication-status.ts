// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * `scheduled` until whoever posts it on the upstream platform has reported what became of it: then `published`, or `failed`.
 */
export type PublicationStatus = 'scheduled' | 'published' | 'failed';
