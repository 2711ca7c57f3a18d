import { largeDatabase } from './much-data-people.ts';
import type { MuchDataServer } from './much-data-server.ts';

export interface TableSize {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly indexBytes: number;
}

/** Tables, each with its partitions. */
export async function readSizes(server: MuchDataServer): Promise<TableSize[]> {
  return server.run<TableSize & Record<string, unknown>>(
    largeDatabase,
    `SELECT coalesce(p.relname, c.relname)::text AS name, sum(greatest(c.reltuples, 0))::float8 AS rows,
            sum(pg_total_relation_size(c.oid))::float8 AS bytes, sum(pg_indexes_size(c.oid))::float8 AS "indexBytes"
       FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      GROUP BY 1 HAVING sum(pg_total_relation_size(c.oid)) > 1000000 ORDER BY 3 DESC`,
  );
}

/** Tables whose rows change or go while facts are delivered. */
export const busyTables = [
  'delivery_queue',
  'delivery_leases',
  'changed_quarters',
  'delivery_minutes',
  'history_days',
  'fan_spends',
  'webhook_endpoints',
];

export interface Vacuumed {
  readonly name: string;
  readonly bytes: number;
  readonly live: number;
  readonly dead: number;
  readonly vacuums: number;
  /** Together. */
  readonly vacuumMs: number;
}

export async function readVacuums(server: MuchDataServer): Promise<Vacuumed[]> {
  return server.run<Vacuumed & Record<string, unknown>>(
    largeDatabase,
    `SELECT relname::text AS name, pg_total_relation_size(relid)::float8 AS bytes, n_live_tup::float8 AS live, n_dead_tup::float8 AS dead,
            autovacuum_count::float8 AS vacuums, total_autovacuum_time AS "vacuumMs"
       FROM pg_stat_user_tables WHERE relname = ANY ('{${busyTables.join(',')}}') ORDER BY relname`,
  );
}

/** What the server has written since its counters began. */
export interface Written {
  readonly walBytes: number;
  readonly pageImages: number;
  readonly timedCheckpoints: number;
  readonly requestedCheckpoints: number;
  readonly checkpointBuffers: number;
  readonly writerBuffers: number;
  readonly backendBuffers: number;
}

const readWritten = `
  SELECT w.wal_bytes::float8 AS "walBytes", w.wal_fpi::float8 AS "pageImages", c.num_timed::float8 AS "timedCheckpoints",
         c.num_requested::float8 AS "requestedCheckpoints", c.buffers_written::float8 AS "checkpointBuffers", b.buffers_clean::float8 AS "writerBuffers",
         (SELECT coalesce(sum(writes), 0) FROM pg_stat_io WHERE backend_type = 'client backend' AND object = 'relation')::float8 AS "backendBuffers"
    FROM pg_stat_wal w, pg_stat_checkpointer c, pg_stat_bgwriter b`;

export async function writtenBy(server: MuchDataServer): Promise<Written> {
  const [row] = await server.run<Written & Record<string, unknown>>(largeDatabase, readWritten);
  return row!;
}

export function difference(before: Written, after: Written): Written {
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, (value as number) - before[name as keyof Written]]),
  ) as unknown as Written;
}
