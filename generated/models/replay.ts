// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * The delivery of the replay.
 */
export interface Replay {
  /** Id of the original event. */
  event_id: string;
  /** Id of the new delivery. */
  delivery_id: string;
  /** Whether the delivery was queued. False where the endpoint cannot be sent it now, because it is disabled: the failure stays, with this delivery id. Replay it once the endpoint is enabled. */
  is_queued: boolean;
}
