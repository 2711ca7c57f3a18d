// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * Types of events that are delivered, those of a test delivery (`ping`) included.
 */
export type DeliveryEventType = 'order.created' | 'order.refunded' | 'assignment.updated' | 'conversation.ai_control_requested' | 'ping';
