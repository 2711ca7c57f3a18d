// Generated from spec/ by `npm run generate`. Do not edit.

import type { Order, OrderPage, OrderType } from '../models.ts';
import type { Problems } from '../problems.ts';
import type { AccessContexts } from './access-contexts.ts';

/** The request of `getOrder`: its parameters by their names in the contract. */
export interface GetOrderRequest {
  /** Order id. */
  order_id: string;
}

/** The context of the handler of `getOrder`, with the problems that it may throw. */
export type GetOrderContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_order' | 'unavailable'>;

/** The request of `listOrders`: its parameters by their names in the contract. */
export interface ListOrdersRequest {
  /** Creator ids, separated by commas or in repeated parameters, at most 50. An id that the key cannot access matches nothing. */
  creator_ids?: Array<string>;
  /** Upstream fan ids, separated by commas or in repeated parameters, at most 50. */
  fan_ids?: Array<string>;
  /** Order types, separated by commas or in repeated parameters, at most 50. */
  order_types?: Array<OrderType>;
  /** First instant of the range, inclusive. */
  start?: string;
  /** End of the range, exclusive. An instant before `start` fails with 400. */
  end?: string;
  /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
  cursor?: string;
  /** Items per page. */
  limit: number;
}

/** The context of the handler of `listOrders`, with the problems that it may throw. */
export type ListOrdersContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'invalid_cursor' | 'unavailable'>;

/** The handlers of the tag Orders. */
export interface OrdersApi<Contexts extends AccessContexts> {
  /**
   * Get an order
   *
   * Returns one order, refunded or not.
   *
   * `GET /v1/orders/{order_id}`, scope `read:orders`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `unknown_order`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getOrder: (request: GetOrderRequest, context: GetOrderContext<Contexts>) => Promise<Order>;

  /**
   * List orders
   *
   * Returns orders of the creators that the key can access, most recent first. Different filters are combined with AND, the values of one filter with OR.
   *
   * `GET /v1/orders`, scope `read:orders`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `invalid_cursor`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listOrders: (request: ListOrdersRequest, context: ListOrdersContext<Contexts>) => Promise<OrderPage>;
}
