export { getOrder } from './get-order.ts';
export { listOrders } from './list-orders.ts';
