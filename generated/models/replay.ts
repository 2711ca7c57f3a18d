// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * The delivery that the replay queued.
 */
export interface Replay {
  /** Id of the original event. */
  event_id: string;
  /** Id of the new delivery. */
  delivery_id: string;
}
