// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * Types of events that an endpoint can subscribe to. New types may be added without a new version.
 */
export type WebhookEventType = 'order.created' | 'order.refunded' | 'assignment.updated' | 'conversation.ai_control_requested';
