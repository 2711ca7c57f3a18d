import type { Sql } from '../database/client/sql.ts';
import type { AiRequestRow } from '../entities/ai-request.ts';
import { fanOfOrder, type OrderRow } from '../entities/order.ts';
import { columnsOf } from '../models/tables.ts';
import { jsonOfEntries, queryPerAgency, type Entry } from './batch.ts';
import {
  aiRequestTable,
  creatorTable,
  employeeTable,
  fanTable,
  orderTable,
  sendTable,
  tagTable,
  type RecordOf,
  type RecordTable,
} from './record-tables.ts';
import { upsert } from './upsert.ts';

/** A row that a statement wrote. Unchanged rows are not written. */
export interface WrittenRow {
  readonly agency_id: string;
  readonly is_new: boolean;
}

interface WrittenById extends WrittenRow {
  readonly id: string;
}

/** SQL that upserts records and returns columns of the rows that it wrote. */
const upsertReturning = (table: RecordTable, columns: string) => `${upsert(table)} RETURNING ${columns}, old.agency_id IS NULL AS is_new`;

const upsertCreators = upsertReturning(creatorTable, 'new.agency_id, new.id');

function accountColumns({ account }: RecordOf<'creator'>): object {
  const { external_id, username, connected_at, ...others } = account;
  others satisfies Record<string, never>;
  return { account_id: external_id, account_username: username, account_connected_at: connected_at };
}

export const writeCreators = (sql: Sql, entries: readonly Entry<'creator'>[]): Promise<WrittenById[]> =>
  sql.query({ name: 'write-creators', text: upsertCreators, values: [jsonOfEntries(entries, accountColumns)] });

const upsertEmployees = upsertReturning(employeeTable, 'new.agency_id, new.id');

export const writeEmployees = (sql: Sql, entries: readonly Entry<'employee'>[]): Promise<WrittenById[]> =>
  sql.query({ name: 'write-employees', text: upsertEmployees, values: [jsonOfEntries(entries)] });

const upsertTags = upsertReturning(tagTable, 'new.agency_id, new.id');

export const writeTags = (sql: Sql, entries: readonly Entry<'tag'>[]): Promise<WrittenById[]> =>
  sql.query({ name: 'write-tags', text: upsertTags, values: [jsonOfEntries(entries)] });

interface WrittenFan extends WrittenRow {
  readonly account_id: string;
  readonly fan_id: string;
}

const upsertFans = upsertReturning(fanTable, 'new.agency_id, new.account_id, new.fan_id');

/** A fan's tags are a set. They are stored sorted, so that another order of the same tags changes nothing. */
const sortedTags = ({ tag_ids }: RecordOf<'fan'>) => ({ tag_ids: [...new Set(tag_ids)].sort() });

export const writeFans = (sql: Sql, entries: readonly Entry<'fan'>[]): Promise<WrittenFan[]> =>
  sql.query({ name: 'write-fans', text: upsertFans, values: [jsonOfEntries(entries, sortedTags)] });

export interface WrittenSend extends WrittenById {
  /** Null for a new one. */
  readonly old_sent_at: Date | null;
  readonly sent_at: Date;
}

const upsertSends = upsertReturning(sendTable, 'new.agency_id, new.id, old.sent_at AS old_sent_at, new.sent_at');

export const writeSends = (sql: Sql, entries: readonly Entry<'send'>[]): Promise<WrittenSend[]> =>
  sql.query({ name: 'write-sends', text: upsertSends, values: [jsonOfEntries(entries)] });

/** The row, and the former values that the fan's spend depends on; null for a new order. */
export interface WrittenOrder extends WrittenById, OrderRow {
  readonly old_account_id: string | null;
  readonly old_fan_id: string | null;
  readonly old_order_type: OrderRow['order_type'] | null;
  readonly old_amount_cents: number | null;
  readonly old_created_at: Date | null;
}

const formerColumns = ['account_id', 'fan_id', 'order_type', 'amount_cents', 'created_at'].map((name) => `old.${name} AS old_${name}`);

const upsertOrders = `
  WITH written AS (
    ${upsertReturning(orderTable, [columnsOf('orders', 'new'), ...formerColumns].join(', '))}
  )
  SELECT w.*, f.fan_username FROM written w ${fanOfOrder('w')}`;

/** `refunded_at` stays as it is. */
export const writeOrders = (sql: Sql, entries: readonly Entry<'order'>[]): Promise<WrittenOrder[]> =>
  sql.query({ name: 'write-orders', text: upsertOrders, values: [jsonOfEntries(entries)] });

/**
 * Locks the stored orders that a batch upserts or refunds, in the order of their ids. Each of the two statements that write them locks in
 * this order, but both together do not.
 */
export async function lockOrders(sql: Sql, orders: readonly { readonly agencyId: string; readonly orderId: string }[]): Promise<void> {
  await queryPerAgency(orders, (agencyId, ofAgency) =>
    sql.query({
      name: 'lock-orders',
      text: 'SELECT 1 FROM orders o WHERE o.agency_id = $1 AND o.id = ANY ($2::text[]) ORDER BY o.id FOR NO KEY UPDATE',
      values: [agencyId, ofAgency.map(({ orderId }) => orderId)],
    }),
  );
}

export interface WrittenRefund extends WrittenRow, OrderRow {
  readonly order_id: string;
}

const refundOrders = `
  WITH written AS (
    UPDATE orders o
       SET refunded_at = r.refunded_at
      FROM jsonb_to_recordset($2::jsonb) AS r (order_id text, refunded_at timestamptz(3))
     WHERE o.agency_id = $1 AND o.id = r.order_id AND o.refunded_at IS NULL
    RETURNING ${columnsOf('orders', 'o')}
  )
  SELECT w.*, w.id AS order_id, true AS is_new, f.fan_username FROM written w ${fanOfOrder('w')}`;

/** An order is refunded once: its first `refunded_at` stays. */
export const writeRefunds = (sql: Sql, entries: readonly Entry<'refund'>[]): Promise<WrittenRefund[]> =>
  queryPerAgency(entries, (agencyId, refunds) =>
    sql.query<WrittenRefund>({ name: 'write-refunds', text: refundOrders, values: [agencyId, jsonOfEntries(refunds)] }),
  );

export interface WrittenAiRequest extends WrittenById, AiRequestRow {
  readonly creator_id: string;
}

const returnedOfAiRequest = ['agency_id', 'creator_id', ...Object.keys(aiRequestTable.columns)].map((name) => `new.${name}`);
const upsertAiRequests = upsertReturning(aiRequestTable, returnedOfAiRequest.join(', '));

/** `acknowledged_at` stays as it is. */
export const writeAiRequests = (sql: Sql, entries: readonly Entry<'ai_request'>[]): Promise<WrittenAiRequest[]> =>
  sql.query({ name: 'write-ai-requests', text: upsertAiRequests, values: [jsonOfEntries(entries)] });
