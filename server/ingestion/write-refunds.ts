import type { Sql } from '../database/client/sql.ts';
import { fanOfOrder, type OrderRow } from '../entities/order.ts';
import { columnsOf } from '../models/tables.ts';
import { forEachAgency, rowsOf, type Entry } from './batch.ts';
import type { Written } from './tally.ts';

export interface WrittenRefund extends Written, OrderRow {
  readonly order_id: string;
}

/**
 * Locks the stored orders that a batch upserts or refunds, in the order of their ids: the two statements that write them
 * would each keep that order, but not both together.
 */
export async function lockOrders(sql: Sql, orders: readonly { readonly agencyId: string; readonly orderId: string }[]): Promise<void> {
  await forEachAgency(orders, (agencyId, ofAgency) =>
    sql.query({
      name: 'lock-orders',
      text: 'SELECT 1 FROM orders o WHERE o.agency_id = $1 AND o.id = ANY ($2::text[]) ORDER BY o.id FOR NO KEY UPDATE',
      values: [agencyId, ofAgency.map(({ orderId }) => orderId)],
    }),
  );
}

const refundsOfAgency = `
      WITH written AS (
        UPDATE orders o
           SET refunded_at = r.refunded_at
          FROM jsonb_to_recordset($2::jsonb) AS r (order_id text, refunded_at timestamptz(3))
         WHERE o.agency_id = $1 AND o.id = r.order_id AND o.refunded_at IS NULL
        RETURNING ${columnsOf('orders', 'o')}
      )
      SELECT w.*, w.id AS order_id, true AS is_new, f.fan_username
        FROM written w
        ${fanOfOrder('w')}`;

/** An order is refunded once: the first `refunded_at` stays. */
export function writeRefunds(sql: Sql, entries: readonly Entry<'refund'>[]): Promise<WrittenRefund[]> {
  return forEachAgency(entries, (agencyId, refunds) =>
    sql.query<WrittenRefund>({ name: 'write-refunds', text: refundsOfAgency, values: [agencyId, rowsOf(refunds)] }),
  );
}
