// Generated from spec/ by `npm run generate`. Do not edit.

import type { FigureInterval } from './figure-interval.ts';
import type { FigurePoint } from './figure-point.ts';
import type { EndpointBacklog } from './endpoint-backlog.ts';
import type { DeliveryCounter } from './delivery-counter.ts';

/**
 * Deliveries of an endpoint over time, and what waits for it now.
 */
export interface WebhookFigures {
  interval: FigureInterval;
  /** When the first point begins. */
  start: string;
  /** When the last point ends. */
  end: string;
  /** Every minute or hour of the window, oldest first, also those without deliveries. */
  points: Array<FigurePoint>;
  /** The counts of the whole window by event type; every type is always present. */
  by_event_type: Array<DeliveryCounter>;
  now: EndpointBacklog;
}
