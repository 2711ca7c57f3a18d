import type { OrdersApi } from '../../../generated/interfaces/orders.ts';
import type { Contexts } from '../../access/request-context.ts';
import type { Cursors } from '../../paging/cursor.ts';
import { getOrder } from './get-order.ts';
import { listOrders } from './list-orders.ts';

export interface OrdersDependencies {
  readonly cursors: Cursors;
}

export function ordersController(dependencies: OrdersDependencies): OrdersApi<Contexts> {
  return {
    listOrders: (request, context) => listOrders(dependencies, request, context),
    getOrder: (request, context) => getOrder(request, context),
  };
}
