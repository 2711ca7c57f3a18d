// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * The test delivery that was queued.
 */
export interface WebhookPing {
  /** Id of the `ping` event. */
  event_id: string;
  /** Id of its delivery. */
  delivery_id: string;
}
