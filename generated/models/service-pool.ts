// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A pool of database connections.
 */
export interface ServicePool {
  /** What it is for. */
  name: string;
  /** Connections that are lent. */
  in_use_count: number;
  /** Connections that are open and free. */
  idle_count: number;
  /** What waits for a connection. */
  waiting_count: number;
}
