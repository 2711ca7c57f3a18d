// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A disabled endpoint receives nothing until it is enabled again, and events that occur meanwhile are not recorded for it.
 */
export type WebhookEndpointStatus = 'active' | 'disabled';
