// Generated from spec/ by `npm run generate`. Do not edit.

import type { ServiceTable } from './service-table.ts';
import type { ServiceConnections } from './service-connections.ts';

/**
 * The database.
 */
export interface ServiceDatabase {
  /** What it takes on the disk. */
  size_bytes: number;
  /** When the oldest transaction of the service began that is still open. Null where none is. */
  oldest_transaction_at: string | null;
  /** The largest tables, with their indexes and partitions, at most 10. */
  tables: Array<ServiceTable>;
  /** Connections of all processes, by what they are for. */
  connections: Array<ServiceConnections>;
}
