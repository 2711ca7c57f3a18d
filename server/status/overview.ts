import { limits } from '../../generated/limits.ts';
import type { Sql } from '../database/client/sql.ts';
import { cachedFor, type Measured } from '../lib/cached-for.ts';
import { agenciesWithChanges, type WorkList } from '../database/work-lists.ts';

export interface DelivererRow {
  readonly lease_id: number;
  readonly beats: number;
  readonly oldest_due_at: Date | null;
  readonly ended_at: Date | null;
}

export interface WorkerRow {
  readonly worker_id: string;
  readonly beats: number;
  readonly seen_at: Date;
}

export interface JobsRow {
  readonly task: string;
  readonly waiting_count: number;
  readonly running_count: number;
  readonly failed_count: number;
  readonly oldest_due_at: Date | null;
}

export interface ProjectionRow {
  readonly projection: string;
  readonly refreshed_at: Date | null;
  readonly oldest_change_at: Date | null;
  readonly waiting_count: number;
}

export interface BacklogRow {
  readonly agency_id: string;
  readonly agency_name: string;
  readonly delivery_count: number;
  readonly oldest_due_at: Date;
  /** Of all that were counted. */
  readonly whole_count: number;
  /** The same. */
  readonly first_due_at: Date;
}

export interface TableRow {
  readonly name: string;
  readonly size_bytes: number;
  readonly row_estimate: number;
}

export interface ConnectionsRow {
  readonly application: string;
  readonly active_count: number;
  readonly idle_count: number;
  readonly oldest_transaction_at: Date | null;
}

/** What the database knows about the service. */
export interface Overview {
  readonly deliverers: readonly DelivererRow[];
  readonly workers: readonly WorkerRow[];
  readonly jobs: readonly JobsRow[];
  readonly projections: readonly ProjectionRow[];
  readonly backlog: readonly BacklogRow[];
  readonly sizeBytes: number;
  readonly tables: readonly TableRow[];
  readonly connections: readonly ConnectionsRow[];
}

/** Processes come and go: so many are shown of what they leave behind. */
const mostProcesses = 100;

const deliverers = `SELECT id AS lease_id, beat AS beats, oldest_due_at, ended_at FROM delivery_leases ORDER BY id DESC LIMIT ${mostProcesses}`;

const workers = `SELECT worker_id, beat AS beats, seen_at FROM job_workers ORDER BY seen_at DESC, worker_id LIMIT ${mostProcesses}`;

const jobs = `
  SELECT t.identifier AS task,
         count(*) FILTER (WHERE j.is_running) AS running_count,
         count(*) FILTER (WHERE NOT j.is_running AND NOT j.has_failed) AS waiting_count,
         count(*) FILTER (WHERE NOT j.is_running AND j.has_failed) AS failed_count,
         min(j.run_at) FILTER (WHERE NOT j.is_running AND NOT j.has_failed) AS oldest_due_at
    FROM graphile_worker._private_tasks t
    LEFT JOIN (SELECT task_id, run_at, locked_at IS NOT NULL AS is_running, attempts >= max_attempts AS has_failed
                 FROM graphile_worker._private_jobs LIMIT ${limits.overviewRows}) j ON j.task_id = t.id
   GROUP BY t.identifier ORDER BY t.identifier`;

const countUpTo = (table: string) =>
  `(SELECT least(coalesce(sum(count::bigint), 0), ${limits.overviewRows})::bigint FROM on_shards('${table}', 'SELECT count(*)::text FROM (SELECT FROM %1$s LIMIT ${limits.overviewRows}) counted') AS part (count))`;

const oldestIn = (list: WorkList) => `(SELECT min(changed_at) FROM (${agenciesWithChanges(list)}) pending)`;

const projections = `
  SELECT p.projection, r.refreshed_at, p.oldest_change_at, p.waiting_count
    FROM (VALUES ('sent_messages', ${oldestIn('changed_sends')}, ${countUpTo('changed_sends')}),
                 ('analytics', ${oldestIn('changed_quarters')}, ${countUpTo('changed_quarters')})) AS p (projection, oldest_change_at, waiting_count)
    LEFT JOIN projection_refreshes r ON r.projection = p.projection`;

/** The deliveries that are due longest, by the sweeps' index. */
const backlog = `
  WITH waiting AS MATERIALIZED (
    SELECT agency_id, due_at FROM delivery_queue WHERE lease IS NULL ORDER BY (due_at AT TIME ZONE 'UTC') LIMIT ${limits.overviewDeliveries}
  )
  SELECT w.agency_id, a.name AS agency_name, count(*) AS delivery_count, min(w.due_at) AS oldest_due_at, (sum(count(*)) OVER ())::bigint AS whole_count,
         min(min(w.due_at)) OVER () AS first_due_at
    FROM waiting w JOIN agencies a ON a.id = w.agency_id
   GROUP BY w.agency_id, a.name ORDER BY delivery_count DESC, w.agency_id LIMIT ${limits.overviewItems}`;

const size = 'SELECT pg_database_size(current_database()) AS bytes';

const tables = `
  SELECT coalesce(p.relname, c.relname)::text AS name, sum(pg_total_relation_size(c.oid))::bigint AS size_bytes,
         sum(greatest(c.reltuples, 0))::bigint AS row_estimate
    FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
   WHERE c.relkind = 'r' AND c.relnamespace IN (current_schema()::regnamespace, 'graphile_worker'::regnamespace)
   GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limits.overviewItems}`;

const connections = 'SELECT application, active_count, idle_count, oldest_transaction_at FROM service_connections() ORDER BY application';

async function look(sql: Sql): Promise<Overview> {
  const found = await Promise.all([
    sql.query<DelivererRow>({ text: deliverers }),
    sql.query<WorkerRow>({ text: workers }),
    sql.query<JobsRow>({ text: jobs }),
    sql.query<ProjectionRow>({ text: projections }),
    sql.query<BacklogRow>({ text: backlog }),
    sql.query<{ bytes: number }>({ text: size }),
    sql.query<TableRow>({ text: tables }),
    sql.query<ConnectionsRow>({ text: connections }),
  ]);
  return {
    deliverers: found[0],
    workers: found[1],
    jobs: found[2],
    projections: found[3],
    backlog: found[4],
    sizeBytes: found[5][0]!.bytes,
    tables: found[6],
    connections: found[7],
  };
}

/** Queries at most once in some seconds, however many callers ask. Rejects while the database does not answer. */
export const serviceOverview = (sql: Sql, maxAgeMs = limits.overviewSeconds * 1_000): (() => Promise<Measured<Overview>>) =>
  cachedFor(() => look(sql), maxAgeMs);
