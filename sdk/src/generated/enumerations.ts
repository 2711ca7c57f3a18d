// Generated from spec/ by `npm run generate`. Do not edit.

/** The values of the contract's enumerations, in the contract's order. */
export const enumerations = {
  AiRequestAction: ['relaunch', 'stop'],
  DeliveryError: ['http_status', 'timeout', 'connection_error', 'tls_error', 'redirect', 'destination_forbidden', 'endpoint_disabled'],
  DeliveryEventType: ['order.created', 'order.refunded', 'assignment.updated', 'conversation.ai_control_requested', 'ping'],
  DeliveryStatus: ['pending', 'delivered', 'failed'],
  FanSubscriptionStatus: ['active_subscriber', 'former_subscriber', 'interested'],
  Granularity: ['hour', 'day', 'week', 'month'],
  MessageSource: ['messaging', 'script'],
  OrderType: ['tip', 'push', 'private_media', 'subscription'],
  PublicationStatus: ['scheduled', 'published', 'failed'],
  Scope: [
    'read:creators',
    'read:employees',
    'read:fans',
    'write:fans',
    'read:messages',
    'read:orders',
    'read:insights',
    'write:insights',
    'read:analytics',
    'read:publications',
    'write:publications',
    'read:ai_requests',
    'write:ai_requests',
    'read:webhooks',
    'write:webhooks',
  ],
  WebhookEndpointStatus: ['active', 'disabled'],
  WebhookEventType: ['order.created', 'order.refunded', 'assignment.updated', 'conversation.ai_control_requested'],
} as const;
