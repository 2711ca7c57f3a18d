import type { AiRequest } from '../../generated/models/ai-request.ts';
import type { Order } from '../../generated/models/order.ts';
import type { Sql } from '../database/sql.ts';
import type { NewEvent } from '../events/outbox.ts';

/** A row of `orders` with the fan's name. */
export interface OrderRow {
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

export interface AiRequestRow {
  readonly id: string;
  readonly account_id: string;
  readonly fan_id: string;
  readonly action: AiRequest['action'];
  readonly requested_by_user_id: string | null;
  readonly requested_at: Date;
}

/** An order as the contract shows it, in lists and in events alike. */
export function orderOf(row: OrderRow): Order {
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

/** What a batch brought about for the first time. */
export interface NewFacts {
  readonly orderIds: readonly string[];
  readonly refundedOrderIds: readonly string[];
  readonly aiRequestIds: readonly string[];
}

/**
 * The events of the facts, with the rows as the transaction leaves them, but for a refund: an order that is refunded in the
 * transaction that brings it in was not so when it was made.
 */
export async function eventsOf(sql: Sql, agencyId: string, facts: NewFacts): Promise<NewEvent[]> {
  const orderIds = [...new Set([...facts.orderIds, ...facts.refundedOrderIds])];
  const orderRows =
    orderIds.length === 0
      ? []
      : await sql.query<OrderRow>({
          name: 'orders-of-facts',
          text: `
            SELECT o.id, o.order_type, o.creator_id, o.account_id, o.fan_id, f.fan_username, o.user_id, o.message_id,
                   o.amount_cents, o.created_at, o.refunded_at
              FROM orders o
              LEFT JOIN fans f ON f.agency_id = o.agency_id AND f.account_id = o.account_id AND f.fan_id = o.fan_id
             WHERE o.agency_id = $1 AND o.id = ANY($2)`,
          values: [agencyId, orderIds],
        });
  const aiRequestRows =
    facts.aiRequestIds.length === 0
      ? []
      : await sql.query<AiRequestRow & { creator_id: string }>({
          name: 'ai-requests-of-facts',
          text: `
            SELECT id, creator_id, account_id, fan_id, action, requested_by_user_id, requested_at
              FROM ai_requests WHERE agency_id = $1 AND id = ANY($2)`,
          values: [agencyId, facts.aiRequestIds],
        });
  const orders = new Map(orderRows.map((row) => [row.id, row]));
  const created = facts.orderIds.map((id): NewEvent => {
    const row = orders.get(id)!;
    return { type: 'order.created', creatorId: row.creator_id, occurredAt: row.created_at, data: orderOf({ ...row, refunded_at: null }) };
  });
  const refunded = facts.refundedOrderIds.map((id): NewEvent => {
    const row = orders.get(id)!;
    return { type: 'order.refunded', creatorId: row.creator_id, occurredAt: row.refunded_at!, data: orderOf(row) };
  });
  const requested = aiRequestRows.map((row): NewEvent => ({
    type: 'conversation.ai_control_requested',
    creatorId: row.creator_id,
    occurredAt: row.requested_at,
    data: aiRequestOf(row),
  }));
  return [...created, ...refunded, ...requested];
}
