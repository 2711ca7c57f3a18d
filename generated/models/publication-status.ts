// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * `scheduled` until its time, then `published`, or `failed` when the upstream platform refused it.
 */
export type PublicationStatus = 'scheduled' | 'published' | 'failed';
