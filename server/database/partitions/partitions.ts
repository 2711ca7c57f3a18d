import { limits } from '../../../generated/limits.ts';
import { lockTransaction, tryLockSession } from '../advisory-locks.ts';
import { firstIdAt } from '../id-times.ts';
import type { Sql } from '../client/sql.ts';

/** Tables that are partitioned by the day in the ids of their rows. */
export const dailyTables = ['webhook_events', 'delivery_history', 'delivery_failures'] as const;
type DailyTable = (typeof dailyTables)[number];

/** Partitions are created so many days ahead. */
const daysAhead = 14;

/** The number of days for which rows are shown. A partition is dropped when its last row is older. */
const retentionDays = limits.historyDays;

/** SQL: the first id of the rows that are shown. */
export const firstShownId = `first_id_at(now() - interval '${retentionDays} days')`;

/** SQL: the first id of the oldest day with rows to show, and so with a partition. */
export const firstKeptId = `first_id_at(date_trunc('day', now() - interval '${retentionDays} days', 'UTC'))`;

const dayMs = 24 * 60 * 60 * 1_000;

/** The days that need partitions, and the oldest day that may have some. */
export interface PartitionPlan {
  readonly needed: readonly string[];
  /** The needed days up to tomorrow. */
  readonly soon: readonly string[];
  readonly oldestKept: string;
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Days are in UTC. `now` is the database's clock, in milliseconds. */
export function planPartitions(now: number): PartitionPlan {
  const today = Math.floor(now / dayMs) * dayMs;
  const needed = Array.from({ length: retentionDays + 2 + daysAhead }, (_, index) => dayOf(today + (index - retentionDays - 1) * dayMs));
  return { needed, soon: needed.slice(0, needed.length - daysAhead + 1), oldestKept: needed[0]! };
}

/** The database's clock, in milliseconds. */
export async function readClock(sql: Sql): Promise<number> {
  const [clock] = await sql.query<{ now: number }>({ text: 'SELECT (extract(epoch FROM now()) * 1000)::float8 AS now' });
  return clock!.now;
}

const nameOf = (table: DailyTable, day: string) => `${table}_${day.replaceAll('-', '')}`;
const nextDay = (day: string) => dayOf(Date.parse(day) + dayMs);
const boundOf = (day: string) => firstIdAt(Date.parse(day));

export interface Partition {
  readonly table: DailyTable;
  readonly name: string;
  readonly day: string;
  readonly isDetached: boolean;
  readonly isPending: boolean;
}

/** All partitions, including those that an interrupted clean-up has detached, or began to detach. */
export async function readPartitions(sql: Sql): Promise<Partition[]> {
  const rows = await sql.query<{ name: string; parent: DailyTable | null; pending: boolean | null }>({
    text: `
      SELECT c.relname AS name, p.relname AS parent, i.inhdetachpending AS pending
        FROM pg_class c
        LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
        LEFT JOIN pg_class p ON p.oid = i.inhparent
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
         AND c.relname ~ $1
       ORDER BY c.relname`,
    values: [`^(${dailyTables.join('|')})_\\d{8}$`],
  });
  return rows.map(({ name, parent, pending }) => {
    const digits = name.slice(-8);
    return {
      table: name.slice(0, -9) as DailyTable,
      name,
      day: `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`,
      isDetached: parent === null,
      isPending: pending === true,
    };
  });
}

/** One transaction: another session that creates the same partition waits, and then finds it. */
const makePartition = (table: DailyTable, day: string) => {
  const name = nameOf(table, day);
  return `
  DO $$ BEGIN
    PERFORM ${lockTransaction('newPartition')};
    CREATE TABLE IF NOT EXISTS ${name} (LIKE ${table} INCLUDING ALL);
    IF NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = '${name}'::regclass) THEN
      PERFORM grant_on_partition('${name}', '${table}');
      ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${boundOf(day)}') TO ('${boundOf(nextDay(day))}');
    END IF;
  END $$`;
};

/** Creates missing partitions. Each is created separately and then attached, with a lock that blocks neither readers nor writers. */
export async function makePartitions(sql: Sql, plan: PartitionPlan): Promise<void> {
  const attached = new Set((await readPartitions(sql)).filter(({ isDetached }) => !isDetached).map(({ name }) => name));
  for (const table of dailyTables) {
    for (const day of plan.needed) if (!attached.has(nameOf(table, day))) await sql.query({ text: makePartition(table, day) });
  }
}

/** Copies the payloads of events into their pending deliveries, before the events are dropped. */
const copyPayloads = (partition: string) => `
  UPDATE delivery_queue q SET data = ev.data
    FROM ${partition} ev
   WHERE q.agency_id = ev.agency_id AND q.event_id = ev.id AND q.data IS NULL`;

/**
 * Detaches and drops the partitions of past days, oldest first. A detachment waits for transactions that read the partition, while others read and
 * write. Interrupted work resumes at the next run. If another session does it already, nothing happens. Returns the names of the dropped partitions.
 */
export async function dropOldPartitions(sql: Sql, plan: PartitionPlan, signal: AbortSignal): Promise<string[]> {
  const dropped: string[] = [];
  const [lock] = await sql.query<{ is_ours: boolean }>({ text: `SELECT ${tryLockSession('oldPartitions')} AS is_ours` });
  if (!lock!.is_ours) return dropped;
  for (const { table, name, day, isDetached, isPending } of await readPartitions(sql)) {
    if (day >= plan.oldestKept) continue;
    signal.throwIfAborted();
    if (!isDetached) {
      if (table === 'webhook_events') await sql.query({ text: copyPayloads(name) });
      await sql.query({ text: `ALTER TABLE ${table} DETACH PARTITION ${name} ${isPending ? 'FINALIZE' : 'CONCURRENTLY'}` });
    }
    await sql.query({ text: `DROP TABLE IF EXISTS ${name}` });
    dropped.push(name);
  }
  return dropped;
}
