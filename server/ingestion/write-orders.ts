import type { Sql } from '../database/client/sql.ts';
import { fanOfOrder, orderTable, type OrderRow } from '../entities/order.ts';
import { columnsOf } from '../models/tables.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { Purchase } from './fan-spend.ts';
import type { Identified, Written } from './tally.ts';
import { isNew, upsert } from './upsert.ts';

export interface WrittenOrder extends Written, Identified, OrderRow {
  /** What the order was before; null for a new one. */
  readonly old_account_id: string | null;
  readonly old_fan_id: string | null;
  readonly old_order_type: OrderRow['order_type'] | null;
  readonly old_amount_cents: number | null;
  readonly old_created_at: Date | null;
}

/** What the order was and is for the spend of its fans. */
export function purchasesOf(order: WrittenOrder): { readonly before: Purchase | null; readonly after: Purchase } {
  const { agency_id, account_id, fan_id, order_type, amount_cents, created_at, refunded_at } = order;
  const isRefunded = refunded_at !== null;
  return {
    before:
      order.old_account_id === null
        ? null
        : {
            agencyId: agency_id,
            accountId: order.old_account_id,
            fanId: order.old_fan_id,
            orderType: order.old_order_type!,
            amountCents: order.old_amount_cents!,
            createdAt: order.old_created_at!,
            isRefunded,
          },
    after: {
      agencyId: agency_id,
      accountId: account_id,
      fanId: fan_id,
      orderType: order_type,
      amountCents: amount_cents,
      createdAt: created_at,
      isRefunded,
    },
  };
}

const upsertOrders = upsert(orderTable);

/** An upsert never touches `refunded_at`. */
export function writeOrders(sql: Sql, entries: readonly Entry<'order'>[]): Promise<WrittenOrder[]> {
  return sql.query({
    name: 'write-orders',
    text: `
      WITH written AS (
        ${upsertOrders}
        RETURNING ${columnsOf('orders', 'new')}, ${isNew}, old.account_id AS old_account_id, old.fan_id AS old_fan_id, old.order_type AS old_order_type,
                  old.amount_cents AS old_amount_cents, old.created_at AS old_created_at
      )
      SELECT w.*, f.fan_username
        FROM written w
        ${fanOfOrder('w')}`,
    values: [rowsOf(entries)],
  });
}
