// Generated from spec/ by `npm run generate`. Do not edit.

import type { DeliveryEventType } from './models.ts';

/** Every type of event that is delivered, in the contract's order. */
export const deliveryEventTypes: readonly DeliveryEventType[] = [
  'order.created',
  'order.refunded',
  'assignment.updated',
  'conversation.ai_control_requested',
  'ping',
];
