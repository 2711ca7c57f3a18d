// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * `pending` while attempts remain, `delivered` after a 2xx, `failed` when it became a failure record.
 */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';
