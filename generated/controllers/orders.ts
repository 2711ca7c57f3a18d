// Generated from spec/ by `npm run generate`. Do not edit.

import { Get, Inject, Request, Route } from '../routes/declarations.ts';
import type { Order, OrderPage, OrderType } from '../models/index.ts';
import type { OrdersApi, GetOrderRequest, ListOrdersRequest } from '../interfaces/orders.ts';

/** Declares the routes of the tag Orders and hands their requests to the implementation. */
@Route()
export class Orders<Context> {
  readonly #implementation: OrdersApi<Context>;

  constructor(implementation: OrdersApi<Context>) {
    this.#implementation = implementation;
  }

  @Get('/v1/orders/:order_id')
  getOrder(@Request() request: GetOrderRequest, @Inject() context: Context): Promise<Order> {
    return this.#implementation.getOrder(request, context);
  }

  @Get('/v1/orders')
  listOrders(@Request() request: ListOrdersRequest, @Inject() context: Context): Promise<OrderPage> {
    return this.#implementation.listOrders(request, context);
  }
}
