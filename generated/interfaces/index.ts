// Generated from spec/ by `npm run generate`. Do not edit.

import type { AiRequestsApi, AcknowledgeAiRequestsRequest, ListAiRequestsRequest } from './ai-requests.ts';
import type {
  AnalyticsApi,
  GetCreatorAnalyticsRequest,
  GetEmployeeAnalyticsRequest,
  GetRevenueRequest,
  GetRevenueTimeseriesRequest,
} from './analytics.ts';
import type { CreatorsApi, GetCreatorRequest, ListCreatorsRequest } from './creators.ts';
import type { EmployeesApi, ListEmployeesRequest } from './employees.ts';
import type {
  FansApi,
  AssignFanRequest,
  GetFanRequest,
  ListFansRequest,
  ReleaseAiLockRequest,
  SetAiLockRequest,
  UnassignFanRequest,
} from './fans.ts';
import type { InsightsApi, GetInsightRequest, UpdateInsightRequest } from './insights.ts';
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
import type {
  OperatorApi,
  ClaimPublicationsRequest,
  CreateAgencyRequest,
  CreateApiKeyRequest,
  GetMetricsRequest,
  GetOperatorDocsRequest,
  GetOperatorDocumentRequest,
  ImportWebhookEndpointRequest,
  IngestRecordsRequest,
  ListAgenciesRequest,
  ListApiKeysRequest,
  RefreshProjectionsRequest,
  ReportPublicationRequest,
  RevokeApiKeyRequest,
} from './operator.ts';
import type { OrdersApi, GetOrderRequest, ListOrdersRequest } from './orders.ts';
import type { PublicationsApi, CreatePublicationRequest, DeletePublicationRequest, ListPublicationsRequest } from './publications.ts';
import type { SentMessagesApi, ListSentMessagesRequest } from './sent-messages.ts';
import type { TagsApi, ListTagsRequest } from './tags.ts';
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
export type * from './ai-requests.ts';
export type * from './analytics.ts';
export type * from './creators.ts';
export type * from './employees.ts';
export type * from './fans.ts';
export type * from './insights.ts';
export type * from './meta.ts';
export type * from './operator.ts';
export type * from './orders.ts';
export type * from './publications.ts';
export type * from './sent-messages.ts';
export type * from './tags.ts';
export type * from './webhooks.ts';

/** The request of every operation: parameters by their contract names, and `body`. */
export interface OperationRequests {
  acknowledgeAiRequests: AcknowledgeAiRequestsRequest;
  assignFan: AssignFanRequest;
  claimPublications: ClaimPublicationsRequest;
  createAgency: CreateAgencyRequest;
  createApiKey: CreateApiKeyRequest;
  createPublication: CreatePublicationRequest;
  createWebhookEndpoint: CreateWebhookEndpointRequest;
  deletePublication: DeletePublicationRequest;
  deleteWebhookEndpoint: DeleteWebhookEndpointRequest;
  getChangelog: GetChangelogRequest;
  getCreator: GetCreatorRequest;
  getCreatorAnalytics: GetCreatorAnalyticsRequest;
  getDocs: GetDocsRequest;
  getEmployeeAnalytics: GetEmployeeAnalyticsRequest;
  getErrorPage: GetErrorPageRequest;
  getFan: GetFanRequest;
  getHealth: GetHealthRequest;
  getInsight: GetInsightRequest;
  getMe: GetMeRequest;
  getMetrics: GetMetricsRequest;
  getOpenapiDocument: GetOpenapiDocumentRequest;
  getOperatorDocs: GetOperatorDocsRequest;
  getOperatorDocument: GetOperatorDocumentRequest;
  getOrder: GetOrderRequest;
  getRevenue: GetRevenueRequest;
  getRevenueTimeseries: GetRevenueTimeseriesRequest;
  getStatus: GetStatusRequest;
  getWebhookEndpoint: GetWebhookEndpointRequest;
  getWebhookStats: GetWebhookStatsRequest;
  importWebhookEndpoint: ImportWebhookEndpointRequest;
  ingestRecords: IngestRecordsRequest;
  listAgencies: ListAgenciesRequest;
  listAiRequests: ListAiRequestsRequest;
  listApiKeys: ListApiKeysRequest;
  listCreators: ListCreatorsRequest;
  listEmployees: ListEmployeesRequest;
  listFans: ListFansRequest;
  listOrders: ListOrdersRequest;
  listPublications: ListPublicationsRequest;
  listSentMessages: ListSentMessagesRequest;
  listTags: ListTagsRequest;
  listWebhookDeliveries: ListWebhookDeliveriesRequest;
  listWebhookEndpoints: ListWebhookEndpointsRequest;
  listWebhookFailures: ListWebhookFailuresRequest;
  pingWebhookEndpoint: PingWebhookEndpointRequest;
  refreshProjections: RefreshProjectionsRequest;
  releaseAiLock: ReleaseAiLockRequest;
  replayWebhookFailure: ReplayWebhookFailureRequest;
  replayWebhookFailures: ReplayWebhookFailuresRequest;
  reportPublication: ReportPublicationRequest;
  revokeApiKey: RevokeApiKeyRequest;
  rotateWebhookSecret: RotateWebhookSecretRequest;
  setAiLock: SetAiLockRequest;
  unassignFan: UnassignFanRequest;
  updateInsight: UpdateInsightRequest;
  updateWebhookEndpoint: UpdateWebhookEndpointRequest;
}

/** What the implementation of every operation answers. */
export interface OperationResponses {
  acknowledgeAiRequests: Awaited<ReturnType<AiRequestsApi<unknown>['acknowledgeAiRequests']>>;
  assignFan: Awaited<ReturnType<FansApi<unknown>['assignFan']>>;
  claimPublications: Awaited<ReturnType<OperatorApi<unknown>['claimPublications']>>;
  createAgency: Awaited<ReturnType<OperatorApi<unknown>['createAgency']>>;
  createApiKey: Awaited<ReturnType<OperatorApi<unknown>['createApiKey']>>;
  createPublication: Awaited<ReturnType<PublicationsApi<unknown>['createPublication']>>;
  createWebhookEndpoint: Awaited<ReturnType<WebhooksApi<unknown>['createWebhookEndpoint']>>;
  deletePublication: Awaited<ReturnType<PublicationsApi<unknown>['deletePublication']>>;
  deleteWebhookEndpoint: Awaited<ReturnType<WebhooksApi<unknown>['deleteWebhookEndpoint']>>;
  getChangelog: Awaited<ReturnType<MetaApi<unknown>['getChangelog']>>;
  getCreator: Awaited<ReturnType<CreatorsApi<unknown>['getCreator']>>;
  getCreatorAnalytics: Awaited<ReturnType<AnalyticsApi<unknown>['getCreatorAnalytics']>>;
  getDocs: Awaited<ReturnType<MetaApi<unknown>['getDocs']>>;
  getEmployeeAnalytics: Awaited<ReturnType<AnalyticsApi<unknown>['getEmployeeAnalytics']>>;
  getErrorPage: Awaited<ReturnType<MetaApi<unknown>['getErrorPage']>>;
  getFan: Awaited<ReturnType<FansApi<unknown>['getFan']>>;
  getHealth: Awaited<ReturnType<MetaApi<unknown>['getHealth']>>;
  getInsight: Awaited<ReturnType<InsightsApi<unknown>['getInsight']>>;
  getMe: Awaited<ReturnType<MetaApi<unknown>['getMe']>>;
  getMetrics: Awaited<ReturnType<OperatorApi<unknown>['getMetrics']>>;
  getOpenapiDocument: Awaited<ReturnType<MetaApi<unknown>['getOpenapiDocument']>>;
  getOperatorDocs: Awaited<ReturnType<OperatorApi<unknown>['getOperatorDocs']>>;
  getOperatorDocument: Awaited<ReturnType<OperatorApi<unknown>['getOperatorDocument']>>;
  getOrder: Awaited<ReturnType<OrdersApi<unknown>['getOrder']>>;
  getRevenue: Awaited<ReturnType<AnalyticsApi<unknown>['getRevenue']>>;
  getRevenueTimeseries: Awaited<ReturnType<AnalyticsApi<unknown>['getRevenueTimeseries']>>;
  getStatus: Awaited<ReturnType<MetaApi<unknown>['getStatus']>>;
  getWebhookEndpoint: Awaited<ReturnType<WebhooksApi<unknown>['getWebhookEndpoint']>>;
  getWebhookStats: Awaited<ReturnType<WebhooksApi<unknown>['getWebhookStats']>>;
  importWebhookEndpoint: Awaited<ReturnType<OperatorApi<unknown>['importWebhookEndpoint']>>;
  ingestRecords: Awaited<ReturnType<OperatorApi<unknown>['ingestRecords']>>;
  listAgencies: Awaited<ReturnType<OperatorApi<unknown>['listAgencies']>>;
  listAiRequests: Awaited<ReturnType<AiRequestsApi<unknown>['listAiRequests']>>;
  listApiKeys: Awaited<ReturnType<OperatorApi<unknown>['listApiKeys']>>;
  listCreators: Awaited<ReturnType<CreatorsApi<unknown>['listCreators']>>;
  listEmployees: Awaited<ReturnType<EmployeesApi<unknown>['listEmployees']>>;
  listFans: Awaited<ReturnType<FansApi<unknown>['listFans']>>;
  listOrders: Awaited<ReturnType<OrdersApi<unknown>['listOrders']>>;
  listPublications: Awaited<ReturnType<PublicationsApi<unknown>['listPublications']>>;
  listSentMessages: Awaited<ReturnType<SentMessagesApi<unknown>['listSentMessages']>>;
  listTags: Awaited<ReturnType<TagsApi<unknown>['listTags']>>;
  listWebhookDeliveries: Awaited<ReturnType<WebhooksApi<unknown>['listWebhookDeliveries']>>;
  listWebhookEndpoints: Awaited<ReturnType<WebhooksApi<unknown>['listWebhookEndpoints']>>;
  listWebhookFailures: Awaited<ReturnType<WebhooksApi<unknown>['listWebhookFailures']>>;
  pingWebhookEndpoint: Awaited<ReturnType<WebhooksApi<unknown>['pingWebhookEndpoint']>>;
  refreshProjections: Awaited<ReturnType<OperatorApi<unknown>['refreshProjections']>>;
  releaseAiLock: Awaited<ReturnType<FansApi<unknown>['releaseAiLock']>>;
  replayWebhookFailure: Awaited<ReturnType<WebhooksApi<unknown>['replayWebhookFailure']>>;
  replayWebhookFailures: Awaited<ReturnType<WebhooksApi<unknown>['replayWebhookFailures']>>;
  reportPublication: Awaited<ReturnType<OperatorApi<unknown>['reportPublication']>>;
  revokeApiKey: Awaited<ReturnType<OperatorApi<unknown>['revokeApiKey']>>;
  rotateWebhookSecret: Awaited<ReturnType<WebhooksApi<unknown>['rotateWebhookSecret']>>;
  setAiLock: Awaited<ReturnType<FansApi<unknown>['setAiLock']>>;
  unassignFan: Awaited<ReturnType<FansApi<unknown>['unassignFan']>>;
  updateInsight: Awaited<ReturnType<InsightsApi<unknown>['updateInsight']>>;
  updateWebhookEndpoint: Awaited<ReturnType<WebhooksApi<unknown>['updateWebhookEndpoint']>>;
}

/** What the public listener needs: one implementation per tag. */
export interface PublicImplementations<Context> {
  AiRequests: AiRequestsApi<Context>;
  Analytics: AnalyticsApi<Context>;
  Creators: CreatorsApi<Context>;
  Employees: EmployeesApi<Context>;
  Fans: FansApi<Context>;
  Insights: InsightsApi<Context>;
  Meta: MetaApi<Context>;
  Orders: OrdersApi<Context>;
  Publications: PublicationsApi<Context>;
  SentMessages: SentMessagesApi<Context>;
  Tags: TagsApi<Context>;
  Webhooks: WebhooksApi<Context>;
}

/** What the operator listener needs: one implementation per tag. */
export interface OperatorImplementations<Context> {
  Operator: OperatorApi<Context>;
}
