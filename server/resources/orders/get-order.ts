import { presentOrder } from '../../entities/order.ts';
import { sql } from '../../orm/conditions.ts';
import type { Handler } from '../handler.ts';

const fanUsername = sql<string | null>(
  '(SELECT f.fan_username FROM {fans} f WHERE f.account_id = orders.account_id AND f.fan_id = orders.fan_id)',
);

export const getOrder: Handler<'getOrder'> = async (request, context) => {
  const row = await context.data.orders.row({ where: { id: request.order_id }, expressions: { fan_username: fanUsername } });
  if (!row) throw context.problem('unknown_order');
  return presentOrder(row);
};
