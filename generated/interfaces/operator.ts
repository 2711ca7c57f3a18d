// Generated from spec/ by `npm run generate`. Do not edit.

import type {
  Agency,
  AgencyCreate,
  AgencyList,
  AgencyQuotas,
  AgencyQuotasChange,
  ApiKeyCreate,
  ApiKeyList,
  ApiKeyWithSecret,
  ClaimedPublications,
  Containment,
  ContainmentRelease,
  ContainmentRequest,
  EncryptionStatus,
  IngestResult,
  IngestionOutcome,
  IngestionPage,
  OperatorAuditAction,
  OperatorAuditPage,
  OperatorTokenCreate,
  OperatorTokenList,
  OperatorTokenWithSecret,
  PortalLink,
  PortalLinkCreate,
  ProjectionRefresh,
  Publication,
  PublicationClaim,
  PublicationOutcome,
  RecordBatch,
  ServiceOverview,
  WebhookEndpoint,
  WebhookEndpointImport,
  WebhookEndpointList,
  WebhookEndpointStatusChange,
} from '../models.ts';
import type { Problems } from '../problems.ts';
import type { AccessContexts } from './access-contexts.ts';

import type { TextAnswer } from './text-answer.ts';

/** The request of `claimPublications`: its parameters by their contract names, and its body. */
export interface ClaimPublicationsRequest {
  body?: PublicationClaim;
}

/** What the handler of `claimPublications` is given besides: what its access has, and the problems that it may answer. */
export type ClaimPublicationsContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'unavailable'>;

/** The request of `containAgency`: its parameters by their contract names, and its body. */
export interface ContainAgencyRequest {
  /** Agency id, a UUID. */
  agency_id: string;
  body?: ContainmentRequest;
}

/** What the handler of `containAgency` is given besides: what its access has, and the problems that it may answer. */
export type ContainAgencyContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `containApiKey`: its parameters by their contract names, and its body. */
export interface ContainApiKeyRequest {
  /** Key id, a UUID. */
  key_id: string;
  body?: ContainmentRequest;
}

/** What the handler of `containApiKey` is given besides: what its access has, and the problems that it may answer. */
export type ContainApiKeyContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `createAgency`: its parameters by their contract names, and its body. */
export interface CreateAgencyRequest {
  body: AgencyCreate;
}

/** What the handler of `createAgency` is given besides: what its access has, and the problems that it may answer. */
export type CreateAgencyContext<Contexts extends AccessContexts> = Contexts['operator'] & Problems<'validation_failed' | 'unavailable'>;

/** The request of `createApiKey`: its parameters by their contract names, and its body. */
export interface CreateApiKeyRequest {
  /** Agency id, a UUID. */
  agency_id: string;
  body: ApiKeyCreate;
}

/** What the handler of `createApiKey` is given besides: what its access has, and the problems that it may answer. */
export type CreateApiKeyContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unknown_creator' | 'quota_reached' | 'unavailable'>;

/** The request of `createOperatorToken`: its parameters by their contract names, and its body. */
export interface CreateOperatorTokenRequest {
  body: OperatorTokenCreate;
}

/** What the handler of `createOperatorToken` is given besides: what its access has, and the problems that it may answer. */
export type CreateOperatorTokenContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'unavailable'>;

/** The request of `createPortalLink`: its parameters by their contract names, and its body. */
export interface CreatePortalLinkRequest {
  /** Agency id, a UUID. */
  agency_id: string;
  body: PortalLinkCreate;
}

/** What the handler of `createPortalLink` is given besides: what its access has, and the problems that it may answer. */
export type CreatePortalLinkContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'quota_reached' | 'unavailable'>;

/** The request of `getAgencyQuotas`: its parameters by their contract names. */
export interface GetAgencyQuotasRequest {
  /** Agency id, a UUID. */
  agency_id: string;
}

/** What the handler of `getAgencyQuotas` is given besides: what its access has, and the problems that it may answer. */
export type GetAgencyQuotasContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `getEncryptionStatus`: its parameters by their contract names. */
export interface GetEncryptionStatusRequest {}

/** What the handler of `getEncryptionStatus` is given besides: what its access has, and the problems that it may answer. */
export type GetEncryptionStatusContext<Contexts extends AccessContexts> = Contexts['operator'] & Problems<'unavailable'>;

/** The request of `getMetrics`: its parameters by their contract names. */
export interface GetMetricsRequest {}

/** What the handler of `getMetrics` is given besides: what its access has, and the problems that it may answer. */
export type GetMetricsContext<Contexts extends AccessContexts> = Contexts['operator'] & Problems<'unavailable'>;

/** The request of `getOperatorDocs`: its parameters by their contract names. */
export interface GetOperatorDocsRequest {}

/** What the handler of `getOperatorDocs` is given besides: what its access has, and the problems that it may answer. */
export type GetOperatorDocsContext<Contexts extends AccessContexts> = Contexts['open'] & Problems<'unavailable'>;

/** The request of `getOperatorDocument`: its parameters by their contract names. */
export interface GetOperatorDocumentRequest {}

/** What the handler of `getOperatorDocument` is given besides: what its access has, and the problems that it may answer. */
export type GetOperatorDocumentContext<Contexts extends AccessContexts> = Contexts['open'] & Problems<'unavailable'>;

/** The request of `getServiceOverview`: its parameters by their contract names. */
export interface GetServiceOverviewRequest {}

/** What the handler of `getServiceOverview` is given besides: what its access has, and the problems that it may answer. */
export type GetServiceOverviewContext<Contexts extends AccessContexts> = Contexts['operator'] & Problems<'unavailable'>;

/** The request of `importWebhookEndpoint`: its parameters by their contract names, and its body. */
export interface ImportWebhookEndpointRequest {
  /** Agency id, a UUID. */
  agency_id: string;
  body: WebhookEndpointImport;
}

/** What the handler of `importWebhookEndpoint` is given besides: what its access has, and the problems that it may answer. */
export type ImportWebhookEndpointContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unknown_creator' | 'undeliverable_url' | 'webhook_endpoint_limit' | 'unavailable'>;

/** The request of `ingestRecords`: its parameters by their contract names, and its body. */
export interface IngestRecordsRequest {
  /** Agency id, a UUID. */
  agency_id: string;
  body: RecordBatch;
}

/** What the handler of `ingestRecords` is given besides: what its access has, and the problems that it may answer. */
export type IngestRecordsContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `listAgencies`: its parameters by their contract names. */
export interface ListAgenciesRequest {}

/** What the handler of `listAgencies` is given besides: what its access has, and the problems that it may answer. */
export type ListAgenciesContext<Contexts extends AccessContexts> = Contexts['operator'] & Problems<'unavailable'>;

/** The request of `listAgencyWebhookEndpoints`: its parameters by their contract names. */
export interface ListAgencyWebhookEndpointsRequest {
  /** Agency id, a UUID. */
  agency_id: string;
}

/** What the handler of `listAgencyWebhookEndpoints` is given besides: what its access has, and the problems that it may answer. */
export type ListAgencyWebhookEndpointsContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `listApiKeys`: its parameters by their contract names. */
export interface ListApiKeysRequest {
  /** Agency id, a UUID. */
  agency_id: string;
}

/** What the handler of `listApiKeys` is given besides: what its access has, and the problems that it may answer. */
export type ListApiKeysContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `listAuditLog`: its parameters by their contract names. */
export interface ListAuditLogRequest {
  /** Only what was done to this agency. An unknown one has no entries. */
  agency_id?: string;
  /** Actions, separated by commas or in repeated parameters, at most 50. */
  actions?: Array<OperatorAuditAction>;
  /** First instant of the range, included. */
  start?: string;
  /** Instant at which the range ends, not included. Before `start`, it answers 400. */
  end?: string;
  /** `next_cursor` of the page before. Send the same filters with every page: a cursor holds a position, not the filters. */
  cursor?: string;
  /** Items per page. */
  limit: number;
}

/** What the handler of `listAuditLog` is given besides: what its access has, and the problems that it may answer. */
export type ListAuditLogContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'invalid_cursor' | 'unavailable'>;

/** The request of `listIngestions`: its parameters by their contract names. */
export interface ListIngestionsRequest {
  /** Agency ids, separated by commas or in repeated parameters, at most 50. An unknown one has no entries. */
  agency_ids?: Array<string>;
  /** Only what was recorded, or only what was refused. */
  outcome?: IngestionOutcome;
  /** `next_cursor` of the page before. Send the same filters with every page: a cursor holds a position, not the filters. */
  cursor?: string;
  /** Items per page. */
  limit: number;
}

/** What the handler of `listIngestions` is given besides: what its access has, and the problems that it may answer. */
export type ListIngestionsContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'invalid_cursor' | 'unavailable'>;

/** The request of `listOperatorTokens`: its parameters by their contract names. */
export interface ListOperatorTokensRequest {}

/** What the handler of `listOperatorTokens` is given besides: what its access has, and the problems that it may answer. */
export type ListOperatorTokensContext<Contexts extends AccessContexts> = Contexts['operator'] & Problems<'unavailable'>;

/** The request of `refreshProjections`: its parameters by their contract names. */
export interface RefreshProjectionsRequest {}

/** What the handler of `refreshProjections` is given besides: what its access has, and the problems that it may answer. */
export type RefreshProjectionsContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'unavailable'>;

/** The request of `releaseAgency`: its parameters by their contract names. */
export interface ReleaseAgencyRequest {
  /** Agency id, a UUID. */
  agency_id: string;
}

/** What the handler of `releaseAgency` is given besides: what its access has, and the problems that it may answer. */
export type ReleaseAgencyContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `releaseApiKey`: its parameters by their contract names. */
export interface ReleaseApiKeyRequest {
  /** Key id, a UUID. */
  key_id: string;
}

/** What the handler of `releaseApiKey` is given besides: what its access has, and the problems that it may answer. */
export type ReleaseApiKeyContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `removeWebhookEndpoint`: its parameters by their contract names. */
export interface RemoveWebhookEndpointRequest {
  /** Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist. */
  endpoint_id: string;
}

/** What the handler of `removeWebhookEndpoint` is given besides: what its access has, and the problems that it may answer. */
export type RemoveWebhookEndpointContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'unavailable'>;

/** The request of `reportPublication`: its parameters by their contract names, and its body. */
export interface ReportPublicationRequest {
  /** Publication id. */
  publication_id: string;
  body: PublicationOutcome;
}

/** What the handler of `reportPublication` is given besides: what its access has, and the problems that it may answer. */
export type ReportPublicationContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'unknown_publication' | 'publication_reported' | 'lease_ended' | 'unavailable'>;

/** The request of `revokeApiKey`: its parameters by their contract names. */
export interface RevokeApiKeyRequest {
  /** Key id, a UUID. */
  key_id: string;
}

/** What the handler of `revokeApiKey` is given besides: what its access has, and the problems that it may answer. */
export type RevokeApiKeyContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `revokeOperatorToken`: its parameters by their contract names. */
export interface RevokeOperatorTokenRequest {
  /** Operator token id, a UUID. */
  token_id: string;
}

/** What the handler of `revokeOperatorToken` is given besides: what its access has, and the problems that it may answer. */
export type RevokeOperatorTokenContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `setWebhookEndpointStatus`: its parameters by their contract names, and its body. */
export interface SetWebhookEndpointStatusRequest {
  /** Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist. */
  endpoint_id: string;
  body: WebhookEndpointStatusChange;
}

/** What the handler of `setWebhookEndpointStatus` is given besides: what its access has, and the problems that it may answer. */
export type SetWebhookEndpointStatusContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'unavailable'>;

/** The request of `updateAgencyQuotas`: its parameters by their contract names, and its body. */
export interface UpdateAgencyQuotasRequest {
  /** Agency id, a UUID. */
  agency_id: string;
  body: AgencyQuotasChange;
}

/** What the handler of `updateAgencyQuotas` is given besides: what its access has, and the problems that it may answer. */
export type UpdateAgencyQuotasContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** What the server implements for the tag Operator. */
export interface OperatorApi<Contexts extends AccessContexts> {
  /**
   * Claim publications that are due
   *
   * Hands over due publications of all agencies to the program that posts them on the upstream platform, the ones due longest first. Each goes to one claimer, under a lease: until it ends nobody else is given the publication. One that was not reported by then is handed over again, under another lease. So post each within its lease, then report its outcome. A claim may be repeated: what a lost answer held is handed over again when its leases end. The body may be left out.
   *
   * `POST /operator/v1/publications/claims`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly claimPublications: (
    request: ClaimPublicationsRequest,
    context: ClaimPublicationsContext<Contexts>,
  ) => Promise<ClaimedPublications>;

  /**
   * Contain an agency
   *
   * Refuses all keys of the agency from the next request on, in every process, pauses all its endpoints, and tells what was read and sent. What waits for the endpoints becomes failure records, which can be replayed later; attempts that are running end. A key or an endpoint that operators create for the agency until its release is contained as well. May be repeated: endpoints that were made since are contained too. The body may be left out.
   *
   * `POST /operator/v1/agencies/{agency_id}/containment`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly containAgency: (request: ContainAgencyRequest, context: ContainAgencyContext<Contexts>) => Promise<Containment>;

  /**
   * Contain an API key
   *
   * Refuses the key from the next request on, in every process, pauses the endpoints that it made or whose URL it gave last, and tells what was read with it and what was sent to these endpoints. Otherwise as containing an agency.
   *
   * `POST /operator/v1/keys/{key_id}/containment`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly containApiKey: (request: ContainApiKeyRequest, context: ContainApiKeyContext<Contexts>) => Promise<Containment>;

  /**
   * Create an agency
   *
   * Creates an agency. Every call creates another one.
   *
   * `POST /operator/v1/agencies`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly createAgency: (request: CreateAgencyRequest, context: CreateAgencyContext<Contexts>) => Promise<Agency>;

  /**
   * Create an API key
   *
   * Creates a key and shows it once. With `api_key`, an existing key of either prefix is brought over and works as it is.
   *
   * `POST /operator/v1/agencies/{agency_id}/keys`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `unknown_creator`, `quota_reached`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly createApiKey: (request: CreateApiKeyRequest, context: CreateApiKeyContext<Contexts>) => Promise<ApiKeyWithSecret>;

  /**
   * Create an operator token
   *
   * Creates a named token with scopes and an expiry, and shows it once. The token that the service was started with needs none of these: it holds every scope and does not expire.
   *
   * `POST /operator/v1/tokens`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly createOperatorToken: (
    request: CreateOperatorTokenRequest,
    context: CreateOperatorTokenContext<Contexts>,
  ) => Promise<OperatorTokenWithSecret>;

  /**
   * Create a link to the portal
   *
   * Makes a link under which people of the agency see its webhooks in a browser, replay failures and, with `write:webhooks`, create and change endpoints. The key behind the `#` of `url`, which browsers never send, opens the portal `uses` times and is not an API key: the portal exchanges it for a session that lasts until `expires_at`. Revoking `key_id` ends the link and its sessions. Endpoints that were created through the link are disabled when it ends, unless a key of the agency keeps them. The link's key is listed among the agency's keys until 7 days after it expired, and for as long as an endpoint names it. Pages of `allowed_origins` may show the portal inside of their own. Every call makes another link.
   *
   * `POST /operator/v1/agencies/{agency_id}/portal-links`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `quota_reached`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly createPortalLink: (request: CreatePortalLinkRequest, context: CreatePortalLinkContext<Contexts>) => Promise<PortalLink>;

  /**
   * Get the quotas of an agency
   *
   * Returns what the agency has, what it is allowed, and what agencies are allowed where nothing else was decided.
   *
   * `GET /operator/v1/agencies/{agency_id}/quotas`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `request_timeout`, `headers_too_large`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getAgencyQuotas: (request: GetAgencyQuotasRequest, context: GetAgencyQuotasContext<Contexts>) => Promise<AgencyQuotas>;

  /**
   * Get the state of encryption
   *
   * With which keys the stored signing secrets are encrypted. After `ENCRYPTION_KEY` was replaced, with the former one among `ENCRYPTION_KEYS_PREVIOUS`, a job encrypts the rest with the new one; the former may go when nothing remains.
   *
   * `GET /operator/v1/encryption`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getEncryptionStatus: (
    request: GetEncryptionStatusRequest,
    context: GetEncryptionStatusContext<Contexts>,
  ) => Promise<EncryptionStatus>;

  /**
   * Get metrics
   *
   * Metrics of this process in the text format of Prometheus.
   *
   * `GET /metrics`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getMetrics: (request: GetMetricsRequest, context: GetMetricsContext<Contexts>) => Promise<TextAnswer<'text/plain'>>;

  /**
   * Read the documentation
   *
   * This contract as a page. Needs no token, which a browser could not send.
   *
   * `GET /operator/docs`
   *
   * Problems: `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
   */
  readonly getOperatorDocs: (
    request: GetOperatorDocsRequest,
    context: GetOperatorDocsContext<Contexts>,
  ) => Promise<TextAnswer<'text/html'>>;

  /**
   * Get this contract
   *
   * Returns the OpenAPI 3.1 document of the operator listener. Needs no token: it holds nothing that is secret.
   *
   * `GET /operator/v1/openapi.json`
   *
   * Problems: `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
   */
  readonly getOperatorDocument: (
    request: GetOperatorDocumentRequest,
    context: GetOperatorDocumentContext<Contexts>,
  ) => Promise<{ [key: string]: any }>;

  /**
   * Get an overview of the service
   *
   * What delivers and works, what waits, and how the database is. It is looked up at most once in 5 seconds, by bounded looks: of the backlog 20,000 deliveries are counted, of jobs and of what waits for projections 10,000 rows, and rows of tables are estimates of the database.
   *
   * `GET /operator/v1/service`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getServiceOverview: (
    request: GetServiceOverviewRequest,
    context: GetServiceOverviewContext<Contexts>,
  ) => Promise<ServiceOverview>;

  /**
   * Bring over a webhook endpoint
   *
   * Creates an endpoint with a signing secret that its receiver already holds, of either prefix. It keeps signing. The endpoint of a contained agency is disabled until the agency is released.
   *
   * `POST /operator/v1/agencies/{agency_id}/webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `unknown_creator`, `undeliverable_url`, `webhook_endpoint_limit`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly importWebhookEndpoint: (
    request: ImportWebhookEndpointRequest,
    context: ImportWebhookEndpointContext<Contexts>,
  ) => Promise<WebhookEndpoint>;

  /**
   * Ingest records
   *
   * Takes in what the upstream platform and the agency's app know. A batch is one transaction: all of it or none. Every record is an upsert on its id, so a repeated batch changes nothing and publishes nothing twice. Records may come in any order within a batch. A new order publishes `order.created`, a refund `order.refunded`, an AI request `conversation.ai_control_requested`. 400 when a record names an unknown creator, account or tag, changes a creator's account, or refunds an order that is not known. Unknown fans, employees and messages are kept as pointers. The body may have up to 8 MB.
   *
   * `POST /operator/v1/agencies/{agency_id}/records`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly ingestRecords: (request: IngestRecordsRequest, context: IngestRecordsContext<Contexts>) => Promise<IngestResult>;

  /**
   * List agencies
   *
   * All agencies of this installation.
   *
   * `GET /operator/v1/agencies`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listAgencies: (request: ListAgenciesRequest, context: ListAgenciesContext<Contexts>) => Promise<AgencyList>;

  /**
   * List webhook endpoints of an agency
   *
   * All endpoints of the agency, in one answer, without their secrets.
   *
   * `GET /operator/v1/agencies/{agency_id}/webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `request_timeout`, `headers_too_large`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listAgencyWebhookEndpoints: (
    request: ListAgencyWebhookEndpointsRequest,
    context: ListAgencyWebhookEndpointsContext<Contexts>,
  ) => Promise<WebhookEndpointList>;

  /**
   * List API keys
   *
   * All keys of the agency, revoked and expired ones included. The keys themselves are not shown.
   *
   * `GET /operator/v1/agencies/{agency_id}/keys`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `request_timeout`, `headers_too_large`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listApiKeys: (request: ListApiKeysRequest, context: ListApiKeysContext<Contexts>) => Promise<ApiKeyList>;

  /**
   * List the audit log
   *
   * Who did what to agencies, keys, endpoints, secrets, failures and operator tokens, when and from where, most recent first. Each entry was written in the transaction of what it tells of. Entries are kept for 400 days and are never changed.
   *
   * `GET /operator/v1/audit`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `request_timeout`, `headers_too_large`, `invalid_cursor`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listAuditLog: (request: ListAuditLogRequest, context: ListAuditLogContext<Contexts>) => Promise<OperatorAuditPage>;

  /**
   * List ingestions
   *
   * What came in of records and what was refused, most recent first. Requests of an agency that ended alike within 10 seconds are one entry, which is written when these are over. Entries are kept for 7 days, and of an agency the latest 1,000. What a process that is killed gathered last is missing.
   *
   * `GET /operator/v1/ingestions`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `request_timeout`, `headers_too_large`, `invalid_cursor`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listIngestions: (request: ListIngestionsRequest, context: ListIngestionsContext<Contexts>) => Promise<IngestionPage>;

  /**
   * List operator tokens
   *
   * All named operator tokens, revoked and expired ones included. The tokens themselves are not shown.
   *
   * `GET /operator/v1/tokens`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listOperatorTokens: (
    request: ListOperatorTokensRequest,
    context: ListOperatorTokensContext<Contexts>,
  ) => Promise<OperatorTokenList>;

  /**
   * Refresh the projections
   *
   * Brings the sent-message projection and the analytics roll-ups up to date now. It answers when everything that was recorded before the request is in them, however long that takes: with a backlog of millions of records, minutes. Each batch is committed by itself, so a request that is given up loses nothing.
   *
   * `POST /operator/v1/projections/refresh`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly refreshProjections: (
    request: RefreshProjectionsRequest,
    context: RefreshProjectionsContext<Contexts>,
  ) => Promise<ProjectionRefresh>;

  /**
   * Release an agency
   *
   * Undoes the containment of the agency: its keys are accepted and its endpoints receive again, as far as the containment stopped them. Repeated, it answers the same. 404 for an agency that never was contained.
   *
   * `DELETE /operator/v1/agencies/{agency_id}/containment`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly releaseAgency: (request: ReleaseAgencyRequest, context: ReleaseAgencyContext<Contexts>) => Promise<ContainmentRelease>;

  /**
   * Release an API key
   *
   * Undoes the containment of the key, as releasing an agency does. 404 for a key that never was contained.
   *
   * `DELETE /operator/v1/keys/{key_id}/containment`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly releaseApiKey: (request: ReleaseApiKeyRequest, context: ReleaseApiKeyContext<Contexts>) => Promise<ContainmentRelease>;

  /**
   * Delete a webhook endpoint
   *
   * Deletes an endpoint of any agency with its deliveries and failures. Repeated, it answers 404.
   *
   * `DELETE /operator/v1/webhooks/{endpoint_id}`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_webhook_endpoint`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly removeWebhookEndpoint: (request: RemoveWebhookEndpointRequest, context: RemoveWebhookEndpointContext<Contexts>) => Promise<void>;

  /**
   * Report the outcome of a publication
   *
   * Says, under the lease of the claim, whether the publication was posted; its `status` follows. The same report may be repeated, also when the lease has ended meanwhile. Under the same lease another outcome answers 409 `publication_reported`. Under a lease that has ended before anything was reported, 409 `lease_ended`, whether or not somebody else has claimed the publication since. A publication that was deleted answers 404.
   *
   * `POST /operator/v1/publications/{publication_id}/outcome`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_publication`, `publication_reported`, `lease_ended`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly reportPublication: (request: ReportPublicationRequest, context: ReportPublicationContext<Contexts>) => Promise<Publication>;

  /**
   * Revoke an API key
   *
   * The key is refused from the next request on, in every process. Endpoints that it made go on receiving: contain the key to pause them. May be repeated.
   *
   * `DELETE /operator/v1/keys/{key_id}`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly revokeApiKey: (request: RevokeApiKeyRequest, context: RevokeApiKeyContext<Contexts>) => Promise<void>;

  /**
   * Revoke an operator token
   *
   * The token is refused from the next request on, in every process. May be repeated.
   *
   * `DELETE /operator/v1/tokens/{token_id}`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly revokeOperatorToken: (request: RevokeOperatorTokenRequest, context: RevokeOperatorTokenContext<Contexts>) => Promise<void>;

  /**
   * Pause or enable a webhook endpoint
   *
   * Pauses an endpoint of any agency, or enables it again, as its agency may.
   *
   * `PATCH /operator/v1/webhooks/{endpoint_id}`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_webhook_endpoint`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly setWebhookEndpointStatus: (
    request: SetWebhookEndpointStatusRequest,
    context: SetWebhookEndpointStatusContext<Contexts>,
  ) => Promise<WebhookEndpoint>;

  /**
   * Change the quotas of an agency
   *
   * Allows the agency more or less. Where it already has more than it is allowed then, it keeps its publications and keys and gets no others; of histories and failure records the oldest go, and for pending deliveries the fullest endpoint is disabled, as always.
   *
   * `PATCH /operator/v1/agencies/{agency_id}/quotas`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly updateAgencyQuotas: (request: UpdateAgencyQuotasRequest, context: UpdateAgencyQuotasContext<Contexts>) => Promise<AgencyQuotas>;
}
