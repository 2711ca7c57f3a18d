// Generated from spec/ by `npm run generate`. Do not edit.

import type { AccessContexts } from './access-contexts.ts';
import type {
  AiRequestsApi,
  AcknowledgeAiRequestsContext,
  AcknowledgeAiRequestsRequest,
  ListAiRequestsContext,
  ListAiRequestsRequest,
} from './ai-requests.ts';
import type {
  AnalyticsApi,
  GetCreatorAnalyticsContext,
  GetCreatorAnalyticsRequest,
  GetEmployeeAnalyticsContext,
  GetEmployeeAnalyticsRequest,
  GetRevenueContext,
  GetRevenueRequest,
  GetRevenueTimeseriesContext,
  GetRevenueTimeseriesRequest,
} from './analytics.ts';
import type { AuditApi, ListAuditEntriesContext, ListAuditEntriesRequest } from './audit.ts';
import type { CreatorsApi, GetCreatorContext, GetCreatorRequest, ListCreatorsContext, ListCreatorsRequest } from './creators.ts';
import type { EmployeesApi, ListEmployeesContext, ListEmployeesRequest } from './employees.ts';
import type {
  FansApi,
  AssignFanContext,
  AssignFanRequest,
  GetFanContext,
  GetFanRequest,
  ListFansContext,
  ListFansRequest,
  ReleaseAiLockContext,
  ReleaseAiLockRequest,
  SetAiLockContext,
  SetAiLockRequest,
  UnassignFanContext,
  UnassignFanRequest,
} from './fans.ts';
import type { InsightsApi, GetInsightContext, GetInsightRequest, UpdateInsightContext, UpdateInsightRequest } from './insights.ts';
import type {
  MetaApi,
  GetChangelogContext,
  GetChangelogRequest,
  GetDocsContext,
  GetDocsRequest,
  GetErrorPageContext,
  GetErrorPageRequest,
  GetHealthContext,
  GetHealthRequest,
  GetMeContext,
  GetMeRequest,
  GetOpenapiDocumentContext,
  GetOpenapiDocumentRequest,
  GetStatusContext,
  GetStatusRequest,
} from './meta.ts';
import type {
  OperatorApi,
  AcknowledgeIncidentGroupContext,
  AcknowledgeIncidentGroupRequest,
  ClaimPublicationsContext,
  ClaimPublicationsRequest,
  ContainAgencyContext,
  ContainAgencyRequest,
  ContainApiKeyContext,
  ContainApiKeyRequest,
  CreateAgencyContext,
  CreateAgencyRequest,
  CreateApiKeyContext,
  CreateApiKeyRequest,
  CreateOperatorTokenContext,
  CreateOperatorTokenRequest,
  CreatePortalLinkContext,
  CreatePortalLinkRequest,
  EraseAgencyContext,
  EraseAgencyRequest,
  EraseFanContext,
  EraseFanRequest,
  ExportAgencyContext,
  ExportAgencyRequest,
  ExportFanContext,
  ExportFanRequest,
  FindWebhookEndpointsContext,
  FindWebhookEndpointsRequest,
  GetAgencyContext,
  GetAgencyRequest,
  GetAgencyQuotasContext,
  GetAgencyQuotasRequest,
  GetDiagnosticsContext,
  GetDiagnosticsRequest,
  GetEncryptionStatusContext,
  GetEncryptionStatusRequest,
  GetErasureContext,
  GetErasureRequest,
  GetMetricsContext,
  GetMetricsRequest,
  GetOperatorDocsContext,
  GetOperatorDocsRequest,
  GetOperatorDocumentContext,
  GetOperatorDocumentRequest,
  GetServiceOverviewContext,
  GetServiceOverviewRequest,
  ImportWebhookEndpointContext,
  ImportWebhookEndpointRequest,
  IngestRecordsContext,
  IngestRecordsRequest,
  ListAgenciesContext,
  ListAgenciesRequest,
  ListAgencyActivityContext,
  ListAgencyActivityRequest,
  ListAgencyWebhookEndpointsContext,
  ListAgencyWebhookEndpointsRequest,
  ListApiKeysContext,
  ListApiKeysRequest,
  ListAuditLogContext,
  ListAuditLogRequest,
  ListExportedRowsContext,
  ListExportedRowsRequest,
  ListIncidentsContext,
  ListIncidentsRequest,
  ListIngestionsContext,
  ListIngestionsRequest,
  ListOperatorTokensContext,
  ListOperatorTokensRequest,
  RefreshProjectionsContext,
  RefreshProjectionsRequest,
  ReleaseAgencyContext,
  ReleaseAgencyRequest,
  ReleaseApiKeyContext,
  ReleaseApiKeyRequest,
  RemoveWebhookEndpointContext,
  RemoveWebhookEndpointRequest,
  ReportPublicationContext,
  ReportPublicationRequest,
  RevokeApiKeyContext,
  RevokeApiKeyRequest,
  RevokeOperatorTokenContext,
  RevokeOperatorTokenRequest,
  SetWebhookEndpointStatusContext,
  SetWebhookEndpointStatusRequest,
  UnacknowledgeIncidentGroupContext,
  UnacknowledgeIncidentGroupRequest,
  UpdateAgencyQuotasContext,
  UpdateAgencyQuotasRequest,
} from './operator.ts';
import type { OrdersApi, GetOrderContext, GetOrderRequest, ListOrdersContext, ListOrdersRequest } from './orders.ts';
import type {
  PublicationsApi,
  CreatePublicationContext,
  CreatePublicationRequest,
  DeletePublicationContext,
  DeletePublicationRequest,
  ListPublicationsContext,
  ListPublicationsRequest,
} from './publications.ts';
import type { SentMessagesApi, ListSentMessagesContext, ListSentMessagesRequest } from './sent-messages.ts';
import type { TagsApi, ListTagsContext, ListTagsRequest } from './tags.ts';
import type {
  WebhooksApi,
  AnswerListenerAttemptContext,
  AnswerListenerAttemptRequest,
  CancelWebhookRecoveryContext,
  CancelWebhookRecoveryRequest,
  CreateWebhookEndpointContext,
  CreateWebhookEndpointRequest,
  CreateWebhookListenerContext,
  CreateWebhookListenerRequest,
  DeleteWebhookEndpointContext,
  DeleteWebhookEndpointRequest,
  DeleteWebhookListenerContext,
  DeleteWebhookListenerRequest,
  GetSentWebhookRequestContext,
  GetSentWebhookRequestRequest,
  GetWebhookDeliveryContext,
  GetWebhookDeliveryRequest,
  GetWebhookEndpointContext,
  GetWebhookEndpointRequest,
  GetWebhookEventContext,
  GetWebhookEventRequest,
  GetWebhookFiguresContext,
  GetWebhookFiguresRequest,
  GetWebhookRecoveryContext,
  GetWebhookRecoveryRequest,
  GetWebhookStatsContext,
  GetWebhookStatsRequest,
  ListWebhookDeliveriesContext,
  ListWebhookDeliveriesRequest,
  ListWebhookEndpointsContext,
  ListWebhookEndpointsRequest,
  ListWebhookEventsContext,
  ListWebhookEventsRequest,
  ListWebhookFailuresContext,
  ListWebhookFailuresRequest,
  ListWebhookFiguresContext,
  ListWebhookFiguresRequest,
  PingWebhookEndpointContext,
  PingWebhookEndpointRequest,
  RecoverWebhookEventsContext,
  RecoverWebhookEventsRequest,
  ReplayWebhookFailureContext,
  ReplayWebhookFailureRequest,
  ReplayWebhookFailuresContext,
  ReplayWebhookFailuresRequest,
  ResendWebhookDeliveriesContext,
  ResendWebhookDeliveriesRequest,
  ResendWebhookDeliveryContext,
  ResendWebhookDeliveryRequest,
  RetryWebhookDeliveryContext,
  RetryWebhookDeliveryRequest,
  RotateWebhookSecretContext,
  RotateWebhookSecretRequest,
  SendTestWebhookEventContext,
  SendTestWebhookEventRequest,
  StreamWebhookListenerContext,
  StreamWebhookListenerRequest,
  UpdateWebhookEndpointContext,
  UpdateWebhookEndpointRequest,
  VerifyWebhookSignatureContext,
  VerifyWebhookSignatureRequest,
  WatchWebhooksContext,
  WatchWebhooksRequest,
} from './webhooks.ts';
export type * from './access-contexts.ts';
export type * from './text-answer.ts';
export type * from './ai-requests.ts';
export type * from './analytics.ts';
export type * from './audit.ts';
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

/** The request of every operation: parameters by their names in the contract, and `body`. */
export interface OperationRequests {
  acknowledgeAiRequests: AcknowledgeAiRequestsRequest;
  acknowledgeIncidentGroup: AcknowledgeIncidentGroupRequest;
  answerListenerAttempt: AnswerListenerAttemptRequest;
  assignFan: AssignFanRequest;
  cancelWebhookRecovery: CancelWebhookRecoveryRequest;
  claimPublications: ClaimPublicationsRequest;
  containAgency: ContainAgencyRequest;
  containApiKey: ContainApiKeyRequest;
  createAgency: CreateAgencyRequest;
  createApiKey: CreateApiKeyRequest;
  createOperatorToken: CreateOperatorTokenRequest;
  createPortalLink: CreatePortalLinkRequest;
  createPublication: CreatePublicationRequest;
  createWebhookEndpoint: CreateWebhookEndpointRequest;
  createWebhookListener: CreateWebhookListenerRequest;
  deletePublication: DeletePublicationRequest;
  deleteWebhookEndpoint: DeleteWebhookEndpointRequest;
  deleteWebhookListener: DeleteWebhookListenerRequest;
  eraseAgency: EraseAgencyRequest;
  eraseFan: EraseFanRequest;
  exportAgency: ExportAgencyRequest;
  exportFan: ExportFanRequest;
  findWebhookEndpoints: FindWebhookEndpointsRequest;
  getAgency: GetAgencyRequest;
  getAgencyQuotas: GetAgencyQuotasRequest;
  getChangelog: GetChangelogRequest;
  getCreator: GetCreatorRequest;
  getCreatorAnalytics: GetCreatorAnalyticsRequest;
  getDiagnostics: GetDiagnosticsRequest;
  getDocs: GetDocsRequest;
  getEmployeeAnalytics: GetEmployeeAnalyticsRequest;
  getEncryptionStatus: GetEncryptionStatusRequest;
  getErasure: GetErasureRequest;
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
  getSentWebhookRequest: GetSentWebhookRequestRequest;
  getServiceOverview: GetServiceOverviewRequest;
  getStatus: GetStatusRequest;
  getWebhookDelivery: GetWebhookDeliveryRequest;
  getWebhookEndpoint: GetWebhookEndpointRequest;
  getWebhookEvent: GetWebhookEventRequest;
  getWebhookFigures: GetWebhookFiguresRequest;
  getWebhookRecovery: GetWebhookRecoveryRequest;
  getWebhookStats: GetWebhookStatsRequest;
  importWebhookEndpoint: ImportWebhookEndpointRequest;
  ingestRecords: IngestRecordsRequest;
  listAgencies: ListAgenciesRequest;
  listAgencyActivity: ListAgencyActivityRequest;
  listAgencyWebhookEndpoints: ListAgencyWebhookEndpointsRequest;
  listAiRequests: ListAiRequestsRequest;
  listApiKeys: ListApiKeysRequest;
  listAuditEntries: ListAuditEntriesRequest;
  listAuditLog: ListAuditLogRequest;
  listCreators: ListCreatorsRequest;
  listEmployees: ListEmployeesRequest;
  listExportedRows: ListExportedRowsRequest;
  listFans: ListFansRequest;
  listIncidents: ListIncidentsRequest;
  listIngestions: ListIngestionsRequest;
  listOperatorTokens: ListOperatorTokensRequest;
  listOrders: ListOrdersRequest;
  listPublications: ListPublicationsRequest;
  listSentMessages: ListSentMessagesRequest;
  listTags: ListTagsRequest;
  listWebhookDeliveries: ListWebhookDeliveriesRequest;
  listWebhookEndpoints: ListWebhookEndpointsRequest;
  listWebhookEvents: ListWebhookEventsRequest;
  listWebhookFailures: ListWebhookFailuresRequest;
  listWebhookFigures: ListWebhookFiguresRequest;
  pingWebhookEndpoint: PingWebhookEndpointRequest;
  recoverWebhookEvents: RecoverWebhookEventsRequest;
  refreshProjections: RefreshProjectionsRequest;
  releaseAgency: ReleaseAgencyRequest;
  releaseAiLock: ReleaseAiLockRequest;
  releaseApiKey: ReleaseApiKeyRequest;
  removeWebhookEndpoint: RemoveWebhookEndpointRequest;
  replayWebhookFailure: ReplayWebhookFailureRequest;
  replayWebhookFailures: ReplayWebhookFailuresRequest;
  reportPublication: ReportPublicationRequest;
  resendWebhookDeliveries: ResendWebhookDeliveriesRequest;
  resendWebhookDelivery: ResendWebhookDeliveryRequest;
  retryWebhookDelivery: RetryWebhookDeliveryRequest;
  revokeApiKey: RevokeApiKeyRequest;
  revokeOperatorToken: RevokeOperatorTokenRequest;
  rotateWebhookSecret: RotateWebhookSecretRequest;
  sendTestWebhookEvent: SendTestWebhookEventRequest;
  setAiLock: SetAiLockRequest;
  setWebhookEndpointStatus: SetWebhookEndpointStatusRequest;
  streamWebhookListener: StreamWebhookListenerRequest;
  unacknowledgeIncidentGroup: UnacknowledgeIncidentGroupRequest;
  unassignFan: UnassignFanRequest;
  updateAgencyQuotas: UpdateAgencyQuotasRequest;
  updateInsight: UpdateInsightRequest;
  updateWebhookEndpoint: UpdateWebhookEndpointRequest;
  verifyWebhookSignature: VerifyWebhookSignatureRequest;
  watchWebhooks: WatchWebhooksRequest;
}

/** The context of every operation's handler. */
export interface OperationContexts<Contexts extends AccessContexts> {
  acknowledgeAiRequests: AcknowledgeAiRequestsContext<Contexts>;
  acknowledgeIncidentGroup: AcknowledgeIncidentGroupContext<Contexts>;
  answerListenerAttempt: AnswerListenerAttemptContext<Contexts>;
  assignFan: AssignFanContext<Contexts>;
  cancelWebhookRecovery: CancelWebhookRecoveryContext<Contexts>;
  claimPublications: ClaimPublicationsContext<Contexts>;
  containAgency: ContainAgencyContext<Contexts>;
  containApiKey: ContainApiKeyContext<Contexts>;
  createAgency: CreateAgencyContext<Contexts>;
  createApiKey: CreateApiKeyContext<Contexts>;
  createOperatorToken: CreateOperatorTokenContext<Contexts>;
  createPortalLink: CreatePortalLinkContext<Contexts>;
  createPublication: CreatePublicationContext<Contexts>;
  createWebhookEndpoint: CreateWebhookEndpointContext<Contexts>;
  createWebhookListener: CreateWebhookListenerContext<Contexts>;
  deletePublication: DeletePublicationContext<Contexts>;
  deleteWebhookEndpoint: DeleteWebhookEndpointContext<Contexts>;
  deleteWebhookListener: DeleteWebhookListenerContext<Contexts>;
  eraseAgency: EraseAgencyContext<Contexts>;
  eraseFan: EraseFanContext<Contexts>;
  exportAgency: ExportAgencyContext<Contexts>;
  exportFan: ExportFanContext<Contexts>;
  findWebhookEndpoints: FindWebhookEndpointsContext<Contexts>;
  getAgency: GetAgencyContext<Contexts>;
  getAgencyQuotas: GetAgencyQuotasContext<Contexts>;
  getChangelog: GetChangelogContext<Contexts>;
  getCreator: GetCreatorContext<Contexts>;
  getCreatorAnalytics: GetCreatorAnalyticsContext<Contexts>;
  getDiagnostics: GetDiagnosticsContext<Contexts>;
  getDocs: GetDocsContext<Contexts>;
  getEmployeeAnalytics: GetEmployeeAnalyticsContext<Contexts>;
  getEncryptionStatus: GetEncryptionStatusContext<Contexts>;
  getErasure: GetErasureContext<Contexts>;
  getErrorPage: GetErrorPageContext<Contexts>;
  getFan: GetFanContext<Contexts>;
  getHealth: GetHealthContext<Contexts>;
  getInsight: GetInsightContext<Contexts>;
  getMe: GetMeContext<Contexts>;
  getMetrics: GetMetricsContext<Contexts>;
  getOpenapiDocument: GetOpenapiDocumentContext<Contexts>;
  getOperatorDocs: GetOperatorDocsContext<Contexts>;
  getOperatorDocument: GetOperatorDocumentContext<Contexts>;
  getOrder: GetOrderContext<Contexts>;
  getRevenue: GetRevenueContext<Contexts>;
  getRevenueTimeseries: GetRevenueTimeseriesContext<Contexts>;
  getSentWebhookRequest: GetSentWebhookRequestContext<Contexts>;
  getServiceOverview: GetServiceOverviewContext<Contexts>;
  getStatus: GetStatusContext<Contexts>;
  getWebhookDelivery: GetWebhookDeliveryContext<Contexts>;
  getWebhookEndpoint: GetWebhookEndpointContext<Contexts>;
  getWebhookEvent: GetWebhookEventContext<Contexts>;
  getWebhookFigures: GetWebhookFiguresContext<Contexts>;
  getWebhookRecovery: GetWebhookRecoveryContext<Contexts>;
  getWebhookStats: GetWebhookStatsContext<Contexts>;
  importWebhookEndpoint: ImportWebhookEndpointContext<Contexts>;
  ingestRecords: IngestRecordsContext<Contexts>;
  listAgencies: ListAgenciesContext<Contexts>;
  listAgencyActivity: ListAgencyActivityContext<Contexts>;
  listAgencyWebhookEndpoints: ListAgencyWebhookEndpointsContext<Contexts>;
  listAiRequests: ListAiRequestsContext<Contexts>;
  listApiKeys: ListApiKeysContext<Contexts>;
  listAuditEntries: ListAuditEntriesContext<Contexts>;
  listAuditLog: ListAuditLogContext<Contexts>;
  listCreators: ListCreatorsContext<Contexts>;
  listEmployees: ListEmployeesContext<Contexts>;
  listExportedRows: ListExportedRowsContext<Contexts>;
  listFans: ListFansContext<Contexts>;
  listIncidents: ListIncidentsContext<Contexts>;
  listIngestions: ListIngestionsContext<Contexts>;
  listOperatorTokens: ListOperatorTokensContext<Contexts>;
  listOrders: ListOrdersContext<Contexts>;
  listPublications: ListPublicationsContext<Contexts>;
  listSentMessages: ListSentMessagesContext<Contexts>;
  listTags: ListTagsContext<Contexts>;
  listWebhookDeliveries: ListWebhookDeliveriesContext<Contexts>;
  listWebhookEndpoints: ListWebhookEndpointsContext<Contexts>;
  listWebhookEvents: ListWebhookEventsContext<Contexts>;
  listWebhookFailures: ListWebhookFailuresContext<Contexts>;
  listWebhookFigures: ListWebhookFiguresContext<Contexts>;
  pingWebhookEndpoint: PingWebhookEndpointContext<Contexts>;
  recoverWebhookEvents: RecoverWebhookEventsContext<Contexts>;
  refreshProjections: RefreshProjectionsContext<Contexts>;
  releaseAgency: ReleaseAgencyContext<Contexts>;
  releaseAiLock: ReleaseAiLockContext<Contexts>;
  releaseApiKey: ReleaseApiKeyContext<Contexts>;
  removeWebhookEndpoint: RemoveWebhookEndpointContext<Contexts>;
  replayWebhookFailure: ReplayWebhookFailureContext<Contexts>;
  replayWebhookFailures: ReplayWebhookFailuresContext<Contexts>;
  reportPublication: ReportPublicationContext<Contexts>;
  resendWebhookDeliveries: ResendWebhookDeliveriesContext<Contexts>;
  resendWebhookDelivery: ResendWebhookDeliveryContext<Contexts>;
  retryWebhookDelivery: RetryWebhookDeliveryContext<Contexts>;
  revokeApiKey: RevokeApiKeyContext<Contexts>;
  revokeOperatorToken: RevokeOperatorTokenContext<Contexts>;
  rotateWebhookSecret: RotateWebhookSecretContext<Contexts>;
  sendTestWebhookEvent: SendTestWebhookEventContext<Contexts>;
  setAiLock: SetAiLockContext<Contexts>;
  setWebhookEndpointStatus: SetWebhookEndpointStatusContext<Contexts>;
  streamWebhookListener: StreamWebhookListenerContext<Contexts>;
  unacknowledgeIncidentGroup: UnacknowledgeIncidentGroupContext<Contexts>;
  unassignFan: UnassignFanContext<Contexts>;
  updateAgencyQuotas: UpdateAgencyQuotasContext<Contexts>;
  updateInsight: UpdateInsightContext<Contexts>;
  updateWebhookEndpoint: UpdateWebhookEndpointContext<Contexts>;
  verifyWebhookSignature: VerifyWebhookSignatureContext<Contexts>;
  watchWebhooks: WatchWebhooksContext<Contexts>;
}

/** The result of every operation's handler. */
export interface OperationResponses {
  acknowledgeAiRequests: Awaited<ReturnType<AiRequestsApi<AccessContexts>['acknowledgeAiRequests']>>;
  acknowledgeIncidentGroup: Awaited<ReturnType<OperatorApi<AccessContexts>['acknowledgeIncidentGroup']>>;
  answerListenerAttempt: Awaited<ReturnType<WebhooksApi<AccessContexts>['answerListenerAttempt']>>;
  assignFan: Awaited<ReturnType<FansApi<AccessContexts>['assignFan']>>;
  cancelWebhookRecovery: Awaited<ReturnType<WebhooksApi<AccessContexts>['cancelWebhookRecovery']>>;
  claimPublications: Awaited<ReturnType<OperatorApi<AccessContexts>['claimPublications']>>;
  containAgency: Awaited<ReturnType<OperatorApi<AccessContexts>['containAgency']>>;
  containApiKey: Awaited<ReturnType<OperatorApi<AccessContexts>['containApiKey']>>;
  createAgency: Awaited<ReturnType<OperatorApi<AccessContexts>['createAgency']>>;
  createApiKey: Awaited<ReturnType<OperatorApi<AccessContexts>['createApiKey']>>;
  createOperatorToken: Awaited<ReturnType<OperatorApi<AccessContexts>['createOperatorToken']>>;
  createPortalLink: Awaited<ReturnType<OperatorApi<AccessContexts>['createPortalLink']>>;
  createPublication: Awaited<ReturnType<PublicationsApi<AccessContexts>['createPublication']>>;
  createWebhookEndpoint: Awaited<ReturnType<WebhooksApi<AccessContexts>['createWebhookEndpoint']>>;
  createWebhookListener: Awaited<ReturnType<WebhooksApi<AccessContexts>['createWebhookListener']>>;
  deletePublication: Awaited<ReturnType<PublicationsApi<AccessContexts>['deletePublication']>>;
  deleteWebhookEndpoint: Awaited<ReturnType<WebhooksApi<AccessContexts>['deleteWebhookEndpoint']>>;
  deleteWebhookListener: Awaited<ReturnType<WebhooksApi<AccessContexts>['deleteWebhookListener']>>;
  eraseAgency: Awaited<ReturnType<OperatorApi<AccessContexts>['eraseAgency']>>;
  eraseFan: Awaited<ReturnType<OperatorApi<AccessContexts>['eraseFan']>>;
  exportAgency: Awaited<ReturnType<OperatorApi<AccessContexts>['exportAgency']>>;
  exportFan: Awaited<ReturnType<OperatorApi<AccessContexts>['exportFan']>>;
  findWebhookEndpoints: Awaited<ReturnType<OperatorApi<AccessContexts>['findWebhookEndpoints']>>;
  getAgency: Awaited<ReturnType<OperatorApi<AccessContexts>['getAgency']>>;
  getAgencyQuotas: Awaited<ReturnType<OperatorApi<AccessContexts>['getAgencyQuotas']>>;
  getChangelog: Awaited<ReturnType<MetaApi<AccessContexts>['getChangelog']>>;
  getCreator: Awaited<ReturnType<CreatorsApi<AccessContexts>['getCreator']>>;
  getCreatorAnalytics: Awaited<ReturnType<AnalyticsApi<AccessContexts>['getCreatorAnalytics']>>;
  getDiagnostics: Awaited<ReturnType<OperatorApi<AccessContexts>['getDiagnostics']>>;
  getDocs: Awaited<ReturnType<MetaApi<AccessContexts>['getDocs']>>;
  getEmployeeAnalytics: Awaited<ReturnType<AnalyticsApi<AccessContexts>['getEmployeeAnalytics']>>;
  getEncryptionStatus: Awaited<ReturnType<OperatorApi<AccessContexts>['getEncryptionStatus']>>;
  getErasure: Awaited<ReturnType<OperatorApi<AccessContexts>['getErasure']>>;
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
  getSentWebhookRequest: Awaited<ReturnType<WebhooksApi<AccessContexts>['getSentWebhookRequest']>>;
  getServiceOverview: Awaited<ReturnType<OperatorApi<AccessContexts>['getServiceOverview']>>;
  getStatus: Awaited<ReturnType<MetaApi<AccessContexts>['getStatus']>>;
  getWebhookDelivery: Awaited<ReturnType<WebhooksApi<AccessContexts>['getWebhookDelivery']>>;
  getWebhookEndpoint: Awaited<ReturnType<WebhooksApi<AccessContexts>['getWebhookEndpoint']>>;
  getWebhookEvent: Awaited<ReturnType<WebhooksApi<AccessContexts>['getWebhookEvent']>>;
  getWebhookFigures: Awaited<ReturnType<WebhooksApi<AccessContexts>['getWebhookFigures']>>;
  getWebhookRecovery: Awaited<ReturnType<WebhooksApi<AccessContexts>['getWebhookRecovery']>>;
  getWebhookStats: Awaited<ReturnType<WebhooksApi<AccessContexts>['getWebhookStats']>>;
  importWebhookEndpoint: Awaited<ReturnType<OperatorApi<AccessContexts>['importWebhookEndpoint']>>;
  ingestRecords: Awaited<ReturnType<OperatorApi<AccessContexts>['ingestRecords']>>;
  listAgencies: Awaited<ReturnType<OperatorApi<AccessContexts>['listAgencies']>>;
  listAgencyActivity: Awaited<ReturnType<OperatorApi<AccessContexts>['listAgencyActivity']>>;
  listAgencyWebhookEndpoints: Awaited<ReturnType<OperatorApi<AccessContexts>['listAgencyWebhookEndpoints']>>;
  listAiRequests: Awaited<ReturnType<AiRequestsApi<AccessContexts>['listAiRequests']>>;
  listApiKeys: Awaited<ReturnType<OperatorApi<AccessContexts>['listApiKeys']>>;
  listAuditEntries: Awaited<ReturnType<AuditApi<AccessContexts>['listAuditEntries']>>;
  listAuditLog: Awaited<ReturnType<OperatorApi<AccessContexts>['listAuditLog']>>;
  listCreators: Awaited<ReturnType<CreatorsApi<AccessContexts>['listCreators']>>;
  listEmployees: Awaited<ReturnType<EmployeesApi<AccessContexts>['listEmployees']>>;
  listExportedRows: Awaited<ReturnType<OperatorApi<AccessContexts>['listExportedRows']>>;
  listFans: Awaited<ReturnType<FansApi<AccessContexts>['listFans']>>;
  listIncidents: Awaited<ReturnType<OperatorApi<AccessContexts>['listIncidents']>>;
  listIngestions: Awaited<ReturnType<OperatorApi<AccessContexts>['listIngestions']>>;
  listOperatorTokens: Awaited<ReturnType<OperatorApi<AccessContexts>['listOperatorTokens']>>;
  listOrders: Awaited<ReturnType<OrdersApi<AccessContexts>['listOrders']>>;
  listPublications: Awaited<ReturnType<PublicationsApi<AccessContexts>['listPublications']>>;
  listSentMessages: Awaited<ReturnType<SentMessagesApi<AccessContexts>['listSentMessages']>>;
  listTags: Awaited<ReturnType<TagsApi<AccessContexts>['listTags']>>;
  listWebhookDeliveries: Awaited<ReturnType<WebhooksApi<AccessContexts>['listWebhookDeliveries']>>;
  listWebhookEndpoints: Awaited<ReturnType<WebhooksApi<AccessContexts>['listWebhookEndpoints']>>;
  listWebhookEvents: Awaited<ReturnType<WebhooksApi<AccessContexts>['listWebhookEvents']>>;
  listWebhookFailures: Awaited<ReturnType<WebhooksApi<AccessContexts>['listWebhookFailures']>>;
  listWebhookFigures: Awaited<ReturnType<WebhooksApi<AccessContexts>['listWebhookFigures']>>;
  pingWebhookEndpoint: Awaited<ReturnType<WebhooksApi<AccessContexts>['pingWebhookEndpoint']>>;
  recoverWebhookEvents: Awaited<ReturnType<WebhooksApi<AccessContexts>['recoverWebhookEvents']>>;
  refreshProjections: Awaited<ReturnType<OperatorApi<AccessContexts>['refreshProjections']>>;
  releaseAgency: Awaited<ReturnType<OperatorApi<AccessContexts>['releaseAgency']>>;
  releaseAiLock: Awaited<ReturnType<FansApi<AccessContexts>['releaseAiLock']>>;
  releaseApiKey: Awaited<ReturnType<OperatorApi<AccessContexts>['releaseApiKey']>>;
  removeWebhookEndpoint: Awaited<ReturnType<OperatorApi<AccessContexts>['removeWebhookEndpoint']>>;
  replayWebhookFailure: Awaited<ReturnType<WebhooksApi<AccessContexts>['replayWebhookFailure']>>;
  replayWebhookFailures: Awaited<ReturnType<WebhooksApi<AccessContexts>['replayWebhookFailures']>>;
  reportPublication: Awaited<ReturnType<OperatorApi<AccessContexts>['reportPublication']>>;
  resendWebhookDeliveries: Awaited<ReturnType<WebhooksApi<AccessContexts>['resendWebhookDeliveries']>>;
  resendWebhookDelivery: Awaited<ReturnType<WebhooksApi<AccessContexts>['resendWebhookDelivery']>>;
  retryWebhookDelivery: Awaited<ReturnType<WebhooksApi<AccessContexts>['retryWebhookDelivery']>>;
  revokeApiKey: Awaited<ReturnType<OperatorApi<AccessContexts>['revokeApiKey']>>;
  revokeOperatorToken: Awaited<ReturnType<OperatorApi<AccessContexts>['revokeOperatorToken']>>;
  rotateWebhookSecret: Awaited<ReturnType<WebhooksApi<AccessContexts>['rotateWebhookSecret']>>;
  sendTestWebhookEvent: Awaited<ReturnType<WebhooksApi<AccessContexts>['sendTestWebhookEvent']>>;
  setAiLock: Awaited<ReturnType<FansApi<AccessContexts>['setAiLock']>>;
  setWebhookEndpointStatus: Awaited<ReturnType<OperatorApi<AccessContexts>['setWebhookEndpointStatus']>>;
  streamWebhookListener: Awaited<ReturnType<WebhooksApi<AccessContexts>['streamWebhookListener']>>;
  unacknowledgeIncidentGroup: Awaited<ReturnType<OperatorApi<AccessContexts>['unacknowledgeIncidentGroup']>>;
  unassignFan: Awaited<ReturnType<FansApi<AccessContexts>['unassignFan']>>;
  updateAgencyQuotas: Awaited<ReturnType<OperatorApi<AccessContexts>['updateAgencyQuotas']>>;
  updateInsight: Awaited<ReturnType<InsightsApi<AccessContexts>['updateInsight']>>;
  updateWebhookEndpoint: Awaited<ReturnType<WebhooksApi<AccessContexts>['updateWebhookEndpoint']>>;
  verifyWebhookSignature: Awaited<ReturnType<WebhooksApi<AccessContexts>['verifyWebhookSignature']>>;
  watchWebhooks: Awaited<ReturnType<WebhooksApi<AccessContexts>['watchWebhooks']>>;
}

/** One implementation per tag of the public listener. */
export interface PublicImplementations<Contexts extends AccessContexts> {
  readonly AiRequests: AiRequestsApi<Contexts>;
  readonly Analytics: AnalyticsApi<Contexts>;
  readonly Audit: AuditApi<Contexts>;
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

/** One implementation per tag of the operator listener. */
export interface OperatorImplementations<Contexts extends AccessContexts> {
  readonly Operator: OperatorApi<Contexts>;
}
