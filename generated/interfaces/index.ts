// Generated from spec/ by `npm run generate`. Do not edit.

import type { AccessContexts } from './access-contexts.ts';
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
export type * from './access-contexts.ts';
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
  acknowledgeAiRequests: Awaited<ReturnType<AiRequestsApi<AccessContexts>['acknowledgeAiRequests']>>;
  assignFan: Awaited<ReturnType<FansApi<AccessContexts>['assignFan']>>;
  claimPublications: Awaited<ReturnType<OperatorApi<AccessContexts>['claimPublications']>>;
  createAgency: Awaited<ReturnType<OperatorApi<AccessContexts>['createAgency']>>;
  createApiKey: Awaited<ReturnType<OperatorApi<AccessContexts>['createApiKey']>>;
  createPublication: Awaited<ReturnType<PublicationsApi<AccessContexts>['createPublication']>>;
  createWebhookEndpoint: Awaited<ReturnType<WebhooksApi<AccessContexts>['createWebhookEndpoint']>>;
  deletePublication: Awaited<ReturnType<PublicationsApi<AccessContexts>['deletePublication']>>;
  deleteWebhookEndpoint: Awaited<ReturnType<WebhooksApi<AccessContexts>['deleteWebhookEndpoint']>>;
  getChangelog: Awaited<ReturnType<MetaApi<AccessContexts>['getChangelog']>>;
  getCreator: Awaited<ReturnType<CreatorsApi<AccessContexts>['getCreator']>>;
  getCreatorAnalytics: Awaited<ReturnType<AnalyticsApi<AccessContexts>['getCreatorAnalytics']>>;
  getDocs: Awaited<ReturnType<MetaApi<AccessContexts>['getDocs']>>;
  getEmployeeAnalytics: Awaited<ReturnType<AnalyticsApi<AccessContexts>['getEmployeeAnalytics']>>;
  getErrorPage: Awaited<ReturnType<MetaApi<AccessContexts>['getErrorPage']>>;
  getFan: Awaited<ReturnType<FansApi<AccessContexts>['getFan']>>;
  getHealth: Awaited<ReturnType<MetaApi<AccessContexts>['getHealth']>>;
  getInsight: Awaited<ReturnType<InsightsApi<AccessContexts>['getInsight']>>;
  getMe: Awaited<ReturnType<MetaApi<AccessContexts>['getMe']>>;
  getMetrics: Awaited<ReturnType<OperatorApi<AccessContexts>['getMetrics']>>;
  getOpenapiDocument: Awaited<ReturnType<MetaApi<AccessContexts>['getOpenapiDocument']>>;
  getOperatorDocs: Awaited<ReturnType<OperatorApi<AccessContexts>['getOperatorDocs']>>;
  getOperatorDocument: Awaited<ReturnType<OperatorApi<AccessContexts>['getOperatorDocument']>>;
  getOrder: Awaited<ReturnType<OrdersApi<AccessContexts>['getOrder']>>;
  getRevenue: Awaited<ReturnType<AnalyticsApi<AccessContexts>['getRevenue']>>;
  getRevenueTimeseries: Awaited<ReturnType<AnalyticsApi<AccessContexts>['getRevenueTimeseries']>>;
  getStatus: Awaited<ReturnType<MetaApi<AccessContexts>['getStatus']>>;
  getWebhookEndpoint: Awaited<ReturnType<WebhooksApi<AccessContexts>['getWebhookEndpoint']>>;
  getWebhookStats: Awaited<ReturnType<WebhooksApi<AccessContexts>['getWebhookStats']>>;
  importWebhookEndpoint: Awaited<ReturnType<OperatorApi<AccessContexts>['importWebhookEndpoint']>>;
  ingestRecords: Awaited<ReturnType<OperatorApi<AccessContexts>['ingestRecords']>>;
  listAgencies: Awaited<ReturnType<OperatorApi<AccessContexts>['listAgencies']>>;
  listAiRequests: Awaited<ReturnType<AiRequestsApi<AccessContexts>['listAiRequests']>>;
  listApiKeys: Awaited<ReturnType<OperatorApi<AccessContexts>['listApiKeys']>>;
  listCreators: Awaited<ReturnType<CreatorsApi<AccessContexts>['listCreators']>>;
  listEmployees: Awaited<ReturnType<EmployeesApi<AccessContexts>['listEmployees']>>;
  listFans: Awaited<ReturnType<FansApi<AccessContexts>['listFans']>>;
  listOrders: Awaited<ReturnType<OrdersApi<AccessContexts>['listOrders']>>;
  listPublications: Awaited<ReturnType<PublicationsApi<AccessContexts>['listPublications']>>;
  listSentMessages: Awaited<ReturnType<SentMessagesApi<AccessContexts>['listSentMessages']>>;
  listTags: Awaited<ReturnType<TagsApi<AccessContexts>['listTags']>>;
  listWebhookDeliveries: Awaited<ReturnType<WebhooksApi<AccessContexts>['listWebhookDeliveries']>>;
  listWebhookEndpoints: Awaited<ReturnType<WebhooksApi<AccessContexts>['listWebhookEndpoints']>>;
  listWebhookFailures: Awaited<ReturnType<WebhooksApi<AccessContexts>['listWebhookFailures']>>;
  pingWebhookEndpoint: Awaited<ReturnType<WebhooksApi<AccessContexts>['pingWebhookEndpoint']>>;
  refreshProjections: Awaited<ReturnType<OperatorApi<AccessContexts>['refreshProjections']>>;
  releaseAiLock: Awaited<ReturnType<FansApi<AccessContexts>['releaseAiLock']>>;
  replayWebhookFailure: Awaited<ReturnType<WebhooksApi<AccessContexts>['replayWebhookFailure']>>;
  replayWebhookFailures: Awaited<ReturnType<WebhooksApi<AccessContexts>['replayWebhookFailures']>>;
  reportPublication: Awaited<ReturnType<OperatorApi<AccessContexts>['reportPublication']>>;
  revokeApiKey: Awaited<ReturnType<OperatorApi<AccessContexts>['revokeApiKey']>>;
  rotateWebhookSecret: Awaited<ReturnType<WebhooksApi<AccessContexts>['rotateWebhookSecret']>>;
  setAiLock: Awaited<ReturnType<FansApi<AccessContexts>['setAiLock']>>;
  unassignFan: Awaited<ReturnType<FansApi<AccessContexts>['unassignFan']>>;
  updateInsight: Awaited<ReturnType<InsightsApi<AccessContexts>['updateInsight']>>;
  updateWebhookEndpoint: Awaited<ReturnType<WebhooksApi<AccessContexts>['updateWebhookEndpoint']>>;
}

/** What the public listener needs: one implementation per tag. */
export interface PublicImplementations<Contexts extends AccessContexts> {
  readonly AiRequests: AiRequestsApi<Contexts>;
  readonly Analytics: AnalyticsApi<Contexts>;
  readonly Creators: CreatorsApi<Contexts>;
  readonly Employees: EmployeesApi<Contexts>;
  readonly Fans: FansApi<Contexts>;
  readonly Insights: InsightsApi<Contexts>;
  readonly Meta: MetaApi<Contexts>;
  readonly Orders: OrdersApi<Contexts>;
  readonly Publications: PublicationsApi<Contexts>;
  readonly SentMessages: SentMessagesApi<Contexts>;
  readonly Tags: TagsApi<Contexts>;
  readonly Webhooks: WebhooksApi<Contexts>;
}

/** What the operator listener needs: one implementation per tag. */
export interface OperatorImplementations<Contexts extends AccessContexts> {
  readonly Operator: OperatorApi<Contexts>;
}
