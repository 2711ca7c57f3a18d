import type { AiRequest } from '../../generated/models/ai-request.ts';
import type { Order } from '../../generated/models/order.ts';
import type { EventOf } from '../events/event.ts';

/** A row of `orders` with the fan's name. */
export interface OrderRow {
  readonly agency_id: string;
  readonly id: string;
  readonly order_type: Order['order_type'];
  readonly creator_id: string;
  readonly account_id: string;
  readonly fan_id: string | null;
  readonly fan_username: string | null;
  readonly user_id: string | null;
  readonly message_id: string | null;
  readonly amount_cents: number;
  readonly created_at: Date;
  readonly refunded_at: Date | null;
}

/** What is shown of a row of `ai_requests`. */
export interface AiRequestRow {
  readonly id: string;
  readonly account_id: string;
  readonly fan_id: string;
  readonly action: AiRequest['action'];
  readonly requested_by_user_id: string | null;
  readonly requested_at: Date;
}

/** The columns of `AiRequestRow`. */
export const aiRequestColumns = 'id, account_id, fan_id, action, requested_by_user_id, requested_at';

/** An order as the contract shows it, in lists and in events alike. */
export function orderOf(row: Omit<OrderRow, 'agency_id'>): Order {
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

/** An AI request as the contract shows it, in lists and in events alike. */
export function aiRequestOf(row: AiRequestRow): AiRequest {
  return {
    id: row.id,
    account_id: row.account_id,
    fan_id: row.fan_id,
    action: row.action,
    requested_by_user_id: row.requested_by_user_id,
    requested_at: row.requested_at.toISOString(),
  };
}

/** The event of a new order. One that is refunded in the transaction that brings it in was not so when it was made. */
export function orderCreated(row: OrderRow): EventOf<'order.created'> {
  const data = orderOf({ ...row, refunded_at: null });
  return { agencyId: row.agency_id, type: 'order.created', creatorId: row.creator_id, occurredAt: row.created_at, data };
}

/** The event of a refund, with the order as the refund leaves it. */
export function orderRefunded(row: OrderRow): EventOf<'order.refunded'> {
  return { agencyId: row.agency_id, type: 'order.refunded', creatorId: row.creator_id, occurredAt: row.refunded_at!, data: orderOf(row) };
}

/** The event of a new AI request. */
export function aiControlRequested(
  row: AiRequestRow & { readonly agency_id: string; readonly creator_id: string },
): EventOf<'conversation.ai_control_requested'> {
  return {
    agencyId: row.agency_id,
    type: 'conversation.ai_control_requested',
    creatorId: row.creator_id,
    occurredAt: row.requested_at,
    data: aiRequestOf(row),
  };
}
