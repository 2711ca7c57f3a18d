import type { ErasedRows, Erasure } from '../../generated/models.ts';
import type { Erasure as ErasureModel } from '../models/erasure.ts';
import type { RowOf } from '../database/table/columns.ts';
import type { TableName } from '../models/tables.ts';

/** A row of `erasures`. */
export type ErasureRow = RowOf<ErasureModel>;

/** SQL: the rows of a table that belong to the agency $1. */
const ofAgency = 'agency_id = $1';

/** A table from which an erasure removes rows, and SQL of these rows: `$1` is the agency, `$2` the fan. */
export interface ErasedTable {
  readonly table: TableName;
  readonly rows: string;
  /** Columns that find a row of a table that has partitions or is on the workers of Citus; in others, its place (`ctid`) does. */
  readonly key?: readonly string[];
  /** Columns of an index that an export follows in place of the primary key, which other agencies share. */
  readonly exportOrder?: readonly string[];
}

/** A table with rows about a fan. */
export interface TableOfFan extends ErasedTable {
  /** No index finds the rows: an export reads all of the agency, in bounded runs. */
  readonly isSparse?: true;
}

/**
 * The tables of an agency in the order in which they are emptied: first what is sent and what causes it, then facts before those that they
 * point to. The audit log is not among them: its entries stay, without names.
 */
export const tablesOfAgency: readonly ErasedTable[] = [
  { table: 'webhook_endpoints', rows: ofAgency },
  { table: 'delivery_queue', rows: ofAgency },
  { table: 'replay_orders', rows: ofAgency },
  { table: 'webhook_recoveries', rows: ofAgency },
  { table: 'listener_attempts', rows: ofAgency },
  { table: 'delivery_failures', rows: ofAgency, key: ['agency_id', 'endpoint_id', 'event_type', 'id'] },
  { table: 'delivery_history', rows: ofAgency, key: ['agency_id', 'endpoint_id', 'event_type', 'status', 'id'] },
  { table: 'webhook_events', rows: ofAgency, key: ['agency_id', 'id'] },
  { table: 'delivery_minutes', rows: ofAgency },
  { table: 'delivery_hours', rows: ofAgency },
  { table: 'insight_edits', rows: ofAgency, exportOrder: ['edited_at', 'id'] },
  { table: 'insights', rows: ofAgency },
  { table: 'fan_spends', rows: ofAgency },
  { table: 'ai_requests', rows: ofAgency },
  { table: 'orders', rows: ofAgency, key: ['agency_id', 'id'] },
  { table: 'sends', rows: ofAgency, key: ['agency_id', 'id'] },
  { table: 'sent_messages', rows: ofAgency, key: ['agency_id', 'id'] },
  { table: 'publications', rows: ofAgency },
  { table: 'changed_sends', rows: ofAgency, key: ['agency_id', 'send_id'] },
  { table: 'changed_quarters', rows: ofAgency, key: ['agency_id', 'quarter'] },
  { table: 'revenue_quarters', rows: ofAgency, key: ['agency_id', 'quarter', 'creator_id', 'user_id', 'order_type'] },
  { table: 'message_quarters', rows: ofAgency, key: ['agency_id', 'quarter', 'creator_id', 'user_id'] },
  { table: 'activity_blocks', rows: ofAgency, key: ['agency_id', 'dimension', 'length_hours', 'value', 'starts_at', 'creator_id'] },
  { table: 'fans', rows: ofAgency },
  { table: 'employees', rows: ofAgency },
  { table: 'tags', rows: ofAgency },
  { table: 'creators', rows: ofAgency },
  { table: 'rate_windows', rows: 'key_id IN (SELECT k.id FROM api_keys k WHERE k.agency_id = $1)' },
  { table: 'portal_sessions', rows: 'link_id IN (SELECT l.id FROM portal_links l WHERE l.agency_id = $1)' },
  { table: 'portal_links', rows: ofAgency },
  { table: 'key_uses', rows: ofAgency },
  { table: 'containments', rows: ofAgency },
  { table: 'api_keys', rows: ofAgency },
  { table: 'ingestions', rows: ofAgency },
  { table: 'history_days', rows: ofAgency },
  { table: 'idempotent_answers', rows: ofAgency },
  { table: 'agency_writes', rows: ofAgency },
  { table: 'demo_agencies', rows: ofAgency },
  { table: 'agency_quotas', rows: ofAgency },
  { table: 'agencies', rows: 'id = $1' },
];

const ofFan = 'agency_id = $1 AND fan_id = $2';

/** SQL: rows of a table whose index begins with the account, on which few accounts of the agency have the fan. */
export const ofFanByAccount = `${ofFan} AND account_id IN (SELECT c.account_id FROM creators c WHERE c.agency_id = $1)`;

const payloadOfFan = "agency_id = $1 AND data ->> 'fan_id' = $2";

/** SQL: ingestions that may have refused a record about the fan. */
export const ingestionsOfFan = 'agency_id = $1 AND position($2 IN concat(detail, errors::text)) > 0';

/** SQL: recoveries whose position is an assignment of the fan. */
export const recoveriesOfFan = `agency_id = $1 AND ended_at IS NULL AND source = 'assignments' AND after_id LIKE '[%' AND after_id::jsonb ->> 1 = $2`;

/** Further rows that an erasure of a fan changes, and that a dry run does not count. */
export const uncountedTablesOfFan: readonly TableOfFan[] = [
  { table: 'delivery_queue', rows: payloadOfFan, isSparse: true },
  { table: 'ingestions', rows: ingestionsOfFan },
  { table: 'webhook_recoveries', rows: recoveriesOfFan },
  { table: 'erasures', rows: ofFan },
];

/** The rows about a fan that a dry run counts. */
export const tablesOfFan: readonly TableOfFan[] = [
  { table: 'fans', rows: ofFanByAccount },
  { table: 'fan_spends', rows: ofFanByAccount },
  { table: 'insights', rows: ofFanByAccount },
  { table: 'insight_edits', rows: ofFanByAccount },
  { table: 'orders', rows: ofFan },
  { table: 'sends', rows: ofFan, isSparse: true },
  { table: 'sent_messages', rows: ofFan, isSparse: true },
  { table: 'ai_requests', rows: ofFan, isSparse: true },
  { table: 'webhook_events', rows: "agency_id = $1 AND subject = $2 AND data ->> 'fan_id' = $2" },
  { table: 'delivery_failures', rows: payloadOfFan, isSparse: true },
  { table: 'audit_log', rows: "agency_id = $1 AND subject_name = $2 AND details ->> 'fan_id' = $2", isSparse: true },
];

/** A dry run counts no further in each table. */
export const mostCounted = 1_000_000;

/** SQL that counts the rows of one table. */
export const countRows = ({ table, rows }: ErasedTable) =>
  `SELECT count(*) AS count FROM (SELECT FROM ${table} WHERE ${rows} LIMIT ${mostCounted}) counted`;

/** Adds rows of a table to the counts. */
export function addErased(counts: readonly ErasedRows[], table: string, count: number): readonly ErasedRows[] {
  if (count === 0) return counts;
  const known = counts.find((one) => one.table === table);
  if (!known) return [...counts, { table, count }];
  return counts.map((one) => (one === known ? { table, count: one.count + count } : one));
}

export function presentErasure(row: ErasureRow): Erasure {
  return {
    id: row.id,
    agency_id: row.agency_id,
    kind: row.kind,
    status: row.status,
    counts: row.counts,
    requested_at: row.requested_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}
