// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * What was bought: a tip, a push, a private media or a subscription. Tips, pushes and private media are the à-la-carte purchases.
 */
export type OrderType = 'tip' | 'push' | 'private_media' | 'subscription';
