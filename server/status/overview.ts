import { limits } from '../../generated/limits.ts';
import type { Sql } from '../database/client/sql.ts';
import { endpointsBehind, type BehindRow } from '../entities/endpoint-backlog.ts';
import { cachedFor, type Measured } from '../lib/cached-for.ts';
import { agenciesWithChanges, type WorkList } from '../database/work-lists.ts';

/** The rows of ended processes remain for a while: only the latest are shown. */
const maxProcesses = 100;

const deliverersText = `SELECT id AS lease_id, beat AS beats, oldest_due_at, ended_at FROM delivery_leases ORDER BY id DESC LIMIT ${maxProcesses}`;

const workersText = `SELECT worker_id, beat AS beats, seen_at FROM job_workers ORDER BY seen_at DESC, worker_id LIMIT ${maxProcesses}`;

interface JobsRow {
  readonly task: string;
  readonly waiting_count: number;
  readonly running_count: number;
  readonly failed_count: number;
  readonly oldest_due_at: Date | null;
  readonly last_error: string | null;
  readonly retried_at: Date | null;
}

const jobsText = `
  SELECT t.identifier AS task,
         count(*) FILTER (WHERE j.is_running) AS running_count,
         count(*) FILTER (WHERE NOT j.is_running AND NOT j.has_failed) AS waiting_count,
         count(*) FILTER (WHERE NOT j.is_running AND j.has_failed) AS failed_count,
         min(j.run_at) FILTER (WHERE NOT j.is_running AND NOT j.has_failed) AS oldest_due_at,
         left((array_agg(j.last_error ORDER BY j.has_failed DESC, j.updated_at DESC) FILTER (WHERE j.last_error IS NOT NULL))[1], ${limits.jobErrorCharacters}) AS last_error,
         min(j.run_at) FILTER (WHERE NOT j.is_running AND NOT j.has_failed AND j.last_error IS NOT NULL) AS retried_at
    FROM graphile_worker._private_tasks t
    LEFT JOIN (SELECT task_id, run_at, last_error, updated_at, locked_at IS NOT NULL AS is_running, attempts >= max_attempts AS has_failed
                 FROM graphile_worker._private_jobs LIMIT ${limits.overviewRows}) j ON j.task_id = t.id
   GROUP BY t.identifier ORDER BY t.identifier`;

const countUpTo = (table: string) =>
  `(SELECT least(coalesce(sum(count::bigint), 0), ${limits.overviewRows})::bigint FROM on_shards('${table}', 'SELECT count(*)::text FROM (SELECT FROM %1$s LIMIT ${limits.overviewRows}) counted') AS part (count))`;

const oldestIn = (list: WorkList) => `(SELECT min(changed_at) FROM (${agenciesWithChanges(list)}) pending)`;

interface ProjectionRow {
  readonly projection: string;
  readonly refreshed_at: Date | null;
  readonly oldest_change_at: Date | null;
  readonly waiting_count: number;
}

const projectionsText = `
  SELECT p.projection, r.refreshed_at, p.oldest_change_at, p.waiting_count
    FROM (VALUES ('sent_messages', ${oldestIn('changed_sends')}, ${countUpTo('changed_sends')}),
                 ('analytics', ${oldestIn('changed_quarters')}, ${countUpTo('changed_quarters')})) AS p (projection, oldest_change_at, waiting_count)
    LEFT JOIN projection_refreshes r ON r.projection = p.projection`;

export interface BacklogRow {
  readonly agency_id: string;
  readonly agency_name: string;
  readonly delivery_count: number;
  readonly oldest_due_at: Date;
  /** The count of all agencies. */
  readonly whole_count: number;
  /** The earliest of all agencies. */
  readonly first_due_at: Date;
}

/** The deliveries that have been due longest, by the index of the sweeps. */
const backlogText = `
  WITH waiting AS MATERIALIZED (
    SELECT agency_id, due_at FROM delivery_queue WHERE lease IS NULL ORDER BY (due_at AT TIME ZONE 'UTC') LIMIT ${limits.overviewDeliveries}
  )
  SELECT w.agency_id, a.name AS agency_name, count(*) AS delivery_count, min(w.due_at) AS oldest_due_at, (sum(count(*)) OVER ())::bigint AS whole_count,
         min(min(w.due_at)) OVER () AS first_due_at
    FROM waiting w JOIN agencies a ON a.id = w.agency_id
   GROUP BY w.agency_id, a.name ORDER BY delivery_count DESC, w.agency_id LIMIT ${limits.overviewItems}`;

const tablesText = `
  SELECT coalesce(p.relname, c.relname)::text AS name, sum(pg_total_relation_size(c.oid))::bigint AS size_bytes,
         sum(greatest(c.reltuples, 0))::bigint AS row_estimate
    FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
   WHERE c.relkind = 'r' AND c.relnamespace IN (current_schema()::regnamespace, 'graphile_worker'::regnamespace)
   GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limits.overviewItems}`;

interface ConnectionsRow {
  readonly application: string;
  readonly active_count: number;
  readonly idle_count: number;
  readonly oldest_transaction_at: Date | null;
}

const connectionsText =
  'SELECT application, active_count, idle_count, oldest_transaction_at FROM service_connections() ORDER BY application';

async function readOverview(sql: Sql) {
  const [deliverers, workers, jobs, projections, backlog, [behind], [size], tables, connections] = await Promise.all([
    sql.query<{ lease_id: number; beats: number; oldest_due_at: Date | null; ended_at: Date | null }>({ text: deliverersText }),
    sql.query<{ worker_id: string; beats: number; seen_at: Date }>({ text: workersText }),
    sql.query<JobsRow>({ text: jobsText }),
    sql.query<ProjectionRow>({ text: projectionsText }),
    sql.query<BacklogRow>({ text: backlogText }),
    sql.query<BehindRow>({ text: endpointsBehind }),
    sql.query<{ bytes: number }>({ text: 'SELECT pg_database_size(current_database()) AS bytes' }),
    sql.query<{ name: string; size_bytes: number; row_estimate: number }>({ text: tablesText }),
    sql.query<ConnectionsRow>({ text: connectionsText }),
  ]);
  return { deliverers, workers, jobs, projections, backlog, behind: behind!, sizeBytes: size!.bytes, tables, connections };
}

export type Overview = Awaited<ReturnType<typeof readOverview>>;

/** Queries at most once per `maxAgeMs`, however many callers ask. Rejects while the database does not respond. */
export const serviceOverview = (sql: Sql, maxAgeMs = limits.overviewSeconds * 1_000): (() => Promise<Measured<Overview>>) =>
  cachedFor(() => readOverview(sql), maxAgeMs);
