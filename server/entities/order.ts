import type { Order } from '../../generated/models.ts';
import { tables, type Rows } from '../models/tables.ts';
import type { EventOf } from './new-event.ts';
import { qualifiedColumns } from './qualified-columns.ts';

/** A row of `orders` with the fan's name. */
export type OrderRow = Rows['orders'] & { readonly fan_username: string | null };

/** SQL: the columns of `OrderRow` that the table with the alias has. */
export const orderColumns = (alias: string) =>
  qualifiedColumns(
    alias,
    Object.keys(tables.orders.columns).filter((name) => name !== 'agency_id'),
  );

/** SQL that joins the fan `f`, if known, of the order with the alias. */
export const fanOfOrder = (alias: string) =>
  `LEFT JOIN fans f ON f.agency_id = ${alias}.agency_id AND f.account_id = ${alias}.account_id AND f.fan_id = ${alias}.fan_id`;

/** An order as the contract shows it, in lists and in events. */
export function presentOrder(row: Omit<OrderRow, 'agency_id'>): Order {
  return {
    id: row.id,
    order_type: row.order_type,
    creator_id: row.creator_id,
    account_id: row.account_id,
    fan_id: row.fan_id,
    fan_username: row.fan_username,
    user_id: row.user_id,
    message_id: row.message_id,
    amount_cents: row.amount_cents,
    created_at: row.created_at.toISOString(),
    refunded_at: row.refunded_at?.toISOString() ?? null,
  };
}

/** The event of a new order. An order that the same batch refunds was not refunded when it was created. */
export function orderCreated(row: OrderRow): EventOf<'order.created'> {
  const data = presentOrder({ ...row, refunded_at: null });
  return { agencyId: row.agency_id, type: 'order.created', creatorId: row.creator_id, occurredAt: row.created_at, data };
}

/** The event of a refund, with the refunded order. */
export function orderRefunded(row: OrderRow): EventOf<'order.refunded'> {
  return {
    agencyId: row.agency_id,
    type: 'order.refunded',
    creatorId: row.creator_id,
    occurredAt: row.refunded_at!,
    data: presentOrder(row),
  };
}
