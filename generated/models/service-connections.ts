// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * Connections of one kind.
 */
export interface ServiceConnections {
  /** What they are for. */
  application: string;
  /** Connections that work, or hold a transaction. */
  active_count: number;
  /** Connections that wait for work. */
  idle_count: number;
}
