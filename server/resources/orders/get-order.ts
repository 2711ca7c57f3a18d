import type { GetOrderRequest } from '../../../generated/interfaces/orders.ts';
import type { Order } from '../../../generated/models/index.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentOrder, type OrderRow } from '../../entities/order.ts';

export async function getOrder(request: GetOrderRequest, context: ContextOf<'getOrder'>): Promise<Order> {
  const [row] = await context.data.query<OrderRow>({
    text: `
      SELECT o.*, f.fan_username
        FROM {orders} o
        LEFT JOIN {fans} f ON f.account_id = o.account_id AND f.fan_id = o.fan_id
       WHERE o.id = $1`,
    values: [request.order_id],
  });
  if (!row) throw context.problem('unknown_order');
  return presentOrder(row);
}
