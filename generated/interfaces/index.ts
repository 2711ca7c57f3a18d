// Generated from spec/ by `npm run generate`. Do not edit.

import type {
  MetaApi,
  GetChangelogRequest,
  GetDocsRequest,
  GetErrorPageRequest,
  GetHealthRequest,
  GetMeRequest,
  GetOpenapiDocumentRequest,
  GetStatusRequest,
} from './meta.ts';
import type { OrdersApi, GetOrderRequest, ListOrdersRequest } from './orders.ts';
import type {
  WebhooksApi,
  CreateWebhookEndpointRequest,
  DeleteWebhookEndpointRequest,
  GetWebhookEndpointRequest,
  GetWebhookStatsRequest,
  ListWebhookDeliveriesRequest,
  ListWebhookEndpointsRequest,
  ListWebhookFailuresRequest,
  PingWebhookEndpointRequest,
  ReplayWebhookFailureRequest,
  ReplayWebhookFailuresRequest,
  RotateWebhookSecretRequest,
  UpdateWebhookEndpointRequest,
} from './webhooks.ts';
export type * from './meta.ts';
export type * from './orders.ts';
export type * from './webhooks.ts';

/** The request of every operation: parameters by their contract names, and `body`. */
export interface OperationRequests {
  createWebhookEndpoint: CreateWebhookEndpointRequest;
  deleteWebhookEndpoint: DeleteWebhookEndpointRequest;
  getChangelog: GetChangelogRequest;
  getDocs: GetDocsRequest;
  getErrorPage: GetErrorPageRequest;
  getHealth: GetHealthRequest;
  getMe: GetMeRequest;
  getOpenapiDocument: GetOpenapiDocumentRequest;
  getOrder: GetOrderRequest;
  getStatus: GetStatusRequest;
  getWebhookEndpoint: GetWebhookEndpointRequest;
  getWebhookStats: GetWebhookStatsRequest;
  listOrders: ListOrdersRequest;
  listWebhookDeliveries: ListWebhookDeliveriesRequest;
  listWebhookEndpoints: ListWebhookEndpointsRequest;
  listWebhookFailures: ListWebhookFailuresRequest;
  pingWebhookEndpoint: PingWebhookEndpointRequest;
  replayWebhookFailure: ReplayWebhookFailureRequest;
  replayWebhookFailures: ReplayWebhookFailuresRequest;
  rotateWebhookSecret: RotateWebhookSecretRequest;
  updateWebhookEndpoint: UpdateWebhookEndpointRequest;
}

/** What the implementation of every operation answers. */
export interface OperationResponses {
  createWebhookEndpoint: Awaited<ReturnType<WebhooksApi<unknown>['createWebhookEndpoint']>>;
  deleteWebhookEndpoint: Awaited<ReturnType<WebhooksApi<unknown>['deleteWebhookEndpoint']>>;
  getChangelog: Awaited<ReturnType<MetaApi<unknown>['getChangelog']>>;
  getDocs: Awaited<ReturnType<MetaApi<unknown>['getDocs']>>;
  getErrorPage: Awaited<ReturnType<MetaApi<unknown>['getErrorPage']>>;
  getHealth: Awaited<ReturnType<MetaApi<unknown>['getHealth']>>;
  getMe: Awaited<ReturnType<MetaApi<unknown>['getMe']>>;
  getOpenapiDocument: Awaited<ReturnType<MetaApi<unknown>['getOpenapiDocument']>>;
  getOrder: Awaited<ReturnType<OrdersApi<unknown>['getOrder']>>;
  getStatus: Awaited<ReturnType<MetaApi<unknown>['getStatus']>>;
  getWebhookEndpoint: Awaited<ReturnType<WebhooksApi<unknown>['getWebhookEndpoint']>>;
  getWebhookStats: Awaited<ReturnType<WebhooksApi<unknown>['getWebhookStats']>>;
  listOrders: Awaited<ReturnType<OrdersApi<unknown>['listOrders']>>;
  listWebhookDeliveries: Awaited<ReturnType<WebhooksApi<unknown>['listWebhookDeliveries']>>;
  listWebhookEndpoints: Awaited<ReturnType<WebhooksApi<unknown>['listWebhookEndpoints']>>;
  listWebhookFailures: Awaited<ReturnType<WebhooksApi<unknown>['listWebhookFailures']>>;
  pingWebhookEndpoint: Awaited<ReturnType<WebhooksApi<unknown>['pingWebhookEndpoint']>>;
  replayWebhookFailure: Awaited<ReturnType<WebhooksApi<unknown>['replayWebhookFailure']>>;
  replayWebhookFailures: Awaited<ReturnType<WebhooksApi<unknown>['replayWebhookFailures']>>;
  rotateWebhookSecret: Awaited<ReturnType<WebhooksApi<unknown>['rotateWebhookSecret']>>;
  updateWebhookEndpoint: Awaited<ReturnType<WebhooksApi<unknown>['updateWebhookEndpoint']>>;
}

/** What the public listener needs: one implementation per tag. */
export interface PublicImplementations<Context> {
  Meta: MetaApi<Context>;
  Orders: OrdersApi<Context>;
  Webhooks: WebhooksApi<Context>;
}

/** What the operator listener needs: one implementation per tag. */
export interface OperatorImplementations<Context> {}
