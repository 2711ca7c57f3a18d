// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * How a fan stands to the account, subscribed now, subscribed once, or interested only.
 */
export type FanSubscriptionStatus = 'active_subscriber' | 'former_subscriber' | 'interested';
