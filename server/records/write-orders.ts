import type { Sql } from '../database/sql.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { OrderRow } from './facts.ts';
import type { Purchase } from './fan-spend.ts';
import type { Identified, Written } from './tally.ts';

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

/** An upsert never touches `refunded_at`. Names what changed in the work list of the roll-up. */
export function writeOrders(sql: Sql, entries: readonly Entry<'order'>[]): Promise<WrittenOrder[]> {
  return sql.query({
    name: 'write-orders',
    text: `
      WITH written AS (
        INSERT INTO orders AS o (agency_id, id, order_type, creator_id, account_id, fan_id, user_id, message_id, amount_cents, created_at)
        SELECT r.agency_id, r.id, r.order_type, r.creator_id, c.account_id, r.fan_id, r.user_id, r.message_id, r.amount_cents, r.created_at
          FROM jsonb_to_recordset($1::jsonb) AS r (agency_id uuid, id text, order_type text, creator_id text, fan_id text, user_id text,
               message_id text, amount_cents integer, created_at timestamptz(3))
          JOIN creators c ON c.agency_id = r.agency_id AND c.id = r.creator_id
         ORDER BY r.agency_id, r.id COLLATE "C"
        ON CONFLICT (agency_id, id) DO UPDATE
           SET order_type = EXCLUDED.order_type, creator_id = EXCLUDED.creator_id, account_id = EXCLUDED.account_id,
               fan_id = EXCLUDED.fan_id, user_id = EXCLUDED.user_id, message_id = EXCLUDED.message_id,
               amount_cents = EXCLUDED.amount_cents, created_at = EXCLUDED.created_at
         WHERE (o.order_type, o.creator_id, o.fan_id, o.user_id, o.message_id, o.amount_cents, o.created_at)
               IS DISTINCT FROM
               (EXCLUDED.order_type, EXCLUDED.creator_id, EXCLUDED.fan_id, EXCLUDED.user_id, EXCLUDED.message_id, EXCLUDED.amount_cents, EXCLUDED.created_at)
        RETURNING new.*, old.id IS NULL AS is_new, old.account_id AS old_account_id, old.fan_id AS old_fan_id, old.order_type AS old_order_type,
                  old.amount_cents AS old_amount_cents, old.created_at AS old_created_at
      ), counted AS (
        INSERT INTO changed_quarters (agency_id, quarter)
        SELECT DISTINCT agency_id, date_bin('15 minutes', instant, 'epoch')
          FROM written, LATERAL (VALUES (old_created_at), (created_at), (refunded_at)) AS v (instant)
         WHERE instant IS NOT NULL
      )
      SELECT w.*, f.fan_username
        FROM written w
        LEFT JOIN fans f ON f.agency_id = w.agency_id AND f.account_id = w.account_id AND f.fan_id = w.fan_id`,
    values: [rowsOf(entries)],
  });
}
