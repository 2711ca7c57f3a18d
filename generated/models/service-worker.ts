// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A worker of jobs.
 */
export interface ServiceWorker {
  /** Its id. */
  worker_id: string;
  /** How often it has said that it lives. */
  beats: number;
  /** When it did last. */
  seen_at: string;
}
