// Generated from spec/ by `npm run generate`. Do not edit.

import type { AiRequest, AssignmentUpdated, Order, Ping } from './models.ts';

/** What every event carries: by the date of the release that its endpoint is pinned to, and by its type. */
export interface EventPayloads {
  '2026-07-06': {
    'order.created': Order;
    'order.refunded': Order;
    'assignment.updated': AssignmentUpdated;
    'conversation.ai_control_requested': AiRequest;
    ping: Ping;
  };
}

/** What events carry in the newest release, in whose form they are recorded. */
export type CurrentPayloads = EventPayloads['2026-07-06'];

export type EventType = keyof CurrentPayloads;

/** The release before each but the first, by their dates. */
export interface ReleaseBefore {}
