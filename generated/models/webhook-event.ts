// Generated from spec/ by `npm run generate`. Do not edit.

import type { OrderCreatedEvent } from './order-created-event.ts';
import type { OrderRefundedEvent } from './order-refunded-event.ts';
import type { AiControlRequestedEvent } from './ai-control-requested-event.ts';
import type { Ping } from './ping.ts';
import type { AssignmentUpdatedEvent } from './assignment-updated-event.ts';
import type { PingEvent } from './ping-event.ts';

/**
 * The body of a delivery. `type` names the event.
 */
export type WebhookEvent = AiControlRequestedEvent | AssignmentUpdatedEvent | OrderCreatedEvent | OrderRefundedEvent | PingEvent;
