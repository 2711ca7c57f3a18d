import type { GetOrderRequest } from '../../../generated/interfaces/orders.ts';
import type { Order } from '../../../generated/models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentOrder } from '../../entities/order.ts';
import { sql } from '../../orm/conditions.ts';

const fanUsername = sql<string | null>(
  '(SELECT f.fan_username FROM {fans} f WHERE f.account_id = orders.account_id AND f.fan_id = orders.fan_id)',
);

export async function getOrder(request: GetOrderRequest, context: ContextOf<'getOrder'>): Promise<Order> {
  const row = await context.data.orders.row({ where: { id: request.order_id }, expressions: { fan_username: fanUsername } });
  if (!row) throw context.problem('unknown_order');
  return presentOrder(row);
}
