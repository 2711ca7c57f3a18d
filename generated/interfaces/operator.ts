// Generated from spec/ by `npm run generate`. Do not edit.

import type {
  Agency,
  AgencyActivityPage,
  AgencyCreate,
  AgencyDetails,
  AgencyErasureRequest,
  AgencyList,
  AgencyQuotas,
  AgencyQuotasChange,
  AgencySort,
  ApiKeyCreate,
  ApiKeyList,
  ApiKeyWithSecret,
  ClaimedPublications,
  Containment,
  ContainmentRelease,
  ContainmentRequest,
  Diagnostics,
  EncryptionStatus,
  Erasure,
  Export,
  ExportedRowPage,
  FanErasureRequest,
  FanExportRequest,
  FoundWebhookEndpoints,
  IncidentAcknowledgement,
  IncidentAcknowledgementRequest,
  Incidents,
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

/** The request of `acknowledgeIncidentGroup`: its parameters by their names in the contract, and its body. */
export interface AcknowledgeIncidentGroupRequest {
  /** Id of a group of incidents. */
  group_id: string;
  body: IncidentAcknowledgementRequest;
}

/** The context of the handler of `acknowledgeIncidentGroup`, with the problems that it may throw. */
export type AcknowledgeIncidentGroupContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `claimPublications`: its parameters by their names in the contract, and its body. */
export interface ClaimPublicationsRequest {
  body?: PublicationClaim;
}

/** The context of the handler of `claimPublications`, with the problems that it may throw. */
export type ClaimPublicationsContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'unavailable'>;

/** The request of `containAgency`: its parameters by their names in the contract, and its body. */
export interface ContainAgencyRequest {
  /** Agency id, a UUID. */
  agency_id: string;
  body?: ContainmentRequest;
}

/** The context of the handler of `containAgency`, with the problems that it may throw. */
export type ContainAgencyContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `containApiKey`: its parameters by their names in the contract, and its body. */
export interface ContainApiKeyRequest {
  /** Key id, a UUID. */
  key_id: string;
  body?: ContainmentRequest;
}

/** The context of the handler of `containApiKey`, with the problems that it may throw. */
export type ContainApiKeyContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `createAgency`: its parameters by their names in the contract, and its body. */
export interface CreateAgencyRequest {
  body: AgencyCreate;
}

/** The context of the handler of `createAgency`, with the problems that it may throw. */
export type CreateAgencyContext<Contexts extends AccessContexts> = Contexts['operator'] & Problems<'validation_failed' | 'unavailable'>;

/** The request of `createApiKey`: its parameters by their names in the contract, and its body. */
export interface CreateApiKeyRequest {
  /** Agency id, a UUID. */
  agency_id: string;
  body: ApiKeyCreate;
}

/** The context of the handler of `createApiKey`, with the problems that it may throw. */
export type CreateApiKeyContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unknown_creator' | 'quota_reached' | 'unavailable'>;

/** The request of `createOperatorToken`: its parameters by their names in the contract, and its body. */
export interface CreateOperatorTokenRequest {
  body: OperatorTokenCreate;
}

/** The context of the handler of `createOperatorToken`, with the problems that it may throw. */
export type CreateOperatorTokenContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'unavailable'>;

/** The request of `createPortalLink`: its parameters by their names in the contract, and its body. */
export interface CreatePortalLinkRequest {
  /** Agency id, a UUID. */
  agency_id: string;
  body: PortalLinkCreate;
}

/** The context of the handler of `createPortalLink`, with the problems that it may throw. */
export type CreatePortalLinkContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'quota_reached' | 'unavailable'>;

/** The request of `eraseAgency`: its parameters by their names in the contract, and its body. */
export interface EraseAgencyRequest {
  /** Agency id, a UUID. */
  agency_id: string;
  body: AgencyErasureRequest;
}

/** The context of the handler of `eraseAgency`, with the problems that it may throw. */
export type EraseAgencyContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `eraseFan`: its parameters by their names in the contract, and its body. */
export interface EraseFanRequest {
  /** Agency id, a UUID. */
  agency_id: string;
  body: FanErasureRequest;
}

/** The context of the handler of `eraseFan`, with the problems that it may throw. */
export type EraseFanContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `exportAgency`: its parameters by their names in the contract. */
export interface ExportAgencyRequest {
  /** Agency id, a UUID. */
  agency_id: string;
}

/** The context of the handler of `exportAgency`, with the problems that it may throw. */
export type ExportAgencyContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `exportFan`: its parameters by their names in the contract, and its body. */
export interface ExportFanRequest {
  /** Agency id, a UUID. */
  agency_id: string;
  body: FanExportRequest;
}

/** The context of the handler of `exportFan`, with the problems that it may throw. */
export type ExportFanContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `findWebhookEndpoints`: its parameters by their names in the contract. */
export interface FindWebhookEndpointsRequest {
  /** Text that the label or the URL contains, regardless of case, or with which the id begins. */
  search: string;
}

/** The context of the handler of `findWebhookEndpoints`, with the problems that it may throw. */
export type FindWebhookEndpointsContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'unavailable'>;

/** The request of `getAgency`: its parameters by their names in the contract. */
export interface GetAgencyRequest {
  /** Agency id, a UUID. */
  agency_id: string;
}

/** The context of the handler of `getAgency`, with the problems that it may throw. */
export type GetAgencyContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `getAgencyQuotas`: its parameters by their names in the contract. */
export interface GetAgencyQuotasRequest {
  /** Agency id, a UUID. */
  agency_id: string;
}

/** The context of the handler of `getAgencyQuotas`, with the problems that it may throw. */
export type GetAgencyQuotasContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `getDiagnostics`: its parameters by their names in the contract. */
export interface GetDiagnosticsRequest {}

/** The context of the handler of `getDiagnostics`, with the problems that it may throw. */
export type GetDiagnosticsContext<Contexts extends AccessContexts> = Contexts['operator'] & Problems<'unavailable'>;

/** The request of `getEncryptionStatus`: its parameters by their names in the contract. */
export interface GetEncryptionStatusRequest {}

/** The context of the handler of `getEncryptionStatus`, with the problems that it may throw. */
export type GetEncryptionStatusContext<Contexts extends AccessContexts> = Contexts['operator'] & Problems<'unavailable'>;

/** The request of `getErasure`: its parameters by their names in the contract. */
export interface GetErasureRequest {
  /** Id of an erasure, a UUID. */
  erasure_id: string;
}

/** The context of the handler of `getErasure`, with the problems that it may throw. */
export type GetErasureContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `getMetrics`: its parameters by their names in the contract. */
export interface GetMetricsRequest {}

/** The context of the handler of `getMetrics`, with the problems that it may throw. */
export type GetMetricsContext<Contexts extends AccessContexts> = Contexts['operator'] & Problems<'unavailable'>;

/** The request of `getOperatorDocs`: its parameters by their names in the contract. */
export interface GetOperatorDocsRequest {}

/** The context of the handler of `getOperatorDocs`, with the problems that it may throw. */
export type GetOperatorDocsContext<Contexts extends AccessContexts> = Contexts['open'] & Problems<'unavailable'>;

/** The request of `getOperatorDocument`: its parameters by their names in the contract. */
export interface GetOperatorDocumentRequest {}

/** The context of the handler of `getOperatorDocument`, with the problems that it may throw. */
export type GetOperatorDocumentContext<Contexts extends AccessContexts> = Contexts['open'] & Problems<'unavailable'>;

/** The request of `getServiceOverview`: its parameters by their names in the contract. */
export interface GetServiceOverviewRequest {}

/** The context of the handler of `getServiceOverview`, with the problems that it may throw. */
export type GetServiceOverviewContext<Contexts extends AccessContexts> = Contexts['operator'] & Problems<'unavailable'>;

/** The request of `importWebhookEndpoint`: its parameters by their names in the contract, and its body. */
export interface ImportWebhookEndpointRequest {
  /** Agency id, a UUID. */
  agency_id: string;
  body: WebhookEndpointImport;
}

/** The context of the handler of `importWebhookEndpoint`, with the problems that it may throw. */
export type ImportWebhookEndpointContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unknown_creator' | 'undeliverable_url' | 'webhook_endpoint_limit' | 'unavailable'>;

/** The request of `ingestRecords`: its parameters by their names in the contract, and its body. */
export interface IngestRecordsRequest {
  /** Agency id, a UUID. */
  agency_id: string;
  body: RecordBatch;
}

/** The context of the handler of `ingestRecords`, with the problems that it may throw. */
export type IngestRecordsContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `listAgencies`: its parameters by their names in the contract. */
export interface ListAgenciesRequest {}

/** The context of the handler of `listAgencies`, with the problems that it may throw. */
export type ListAgenciesContext<Contexts extends AccessContexts> = Contexts['operator'] & Problems<'unavailable'>;

/** The request of `listAgencyActivity`: its parameters by their names in the contract. */
export interface ListAgencyActivityRequest {
  /** Returns only agencies whose name contains this text, regardless of case, or whose id begins with it. */
  search?: string;
  /** The order of the agencies. */
  sort?: AgencySort;
  /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
  cursor?: string;
  /** Items per page. */
  limit: number;
}

/** The context of the handler of `listAgencyActivity`, with the problems that it may throw. */
export type ListAgencyActivityContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'invalid_cursor' | 'unavailable'>;

/** The request of `listAgencyWebhookEndpoints`: its parameters by their names in the contract. */
export interface ListAgencyWebhookEndpointsRequest {
  /** Agency id, a UUID. */
  agency_id: string;
}

/** The context of the handler of `listAgencyWebhookEndpoints`, with the problems that it may throw. */
export type ListAgencyWebhookEndpointsContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `listApiKeys`: its parameters by their names in the contract. */
export interface ListApiKeysRequest {
  /** Agency id, a UUID. */
  agency_id: string;
}

/** The context of the handler of `listApiKeys`, with the problems that it may throw. */
export type ListApiKeysContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `listAuditLog`: its parameters by their names in the contract. */
export interface ListAuditLogRequest {
  /** Returns only actions on this agency. An unknown agency has no entries. */
  agency_id?: string;
  /** Actions, separated by commas or in repeated parameters, at most 50. */
  actions?: Array<OperatorAuditAction>;
  /** Actions that are left out, separated by commas or in repeated parameters, at most 50. */
  excluded_actions?: Array<OperatorAuditAction>;
  /** First instant of the range, inclusive. */
  start?: string;
  /** End of the range, exclusive. An instant before `start` fails with 400. */
  end?: string;
  /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
  cursor?: string;
  /** Items per page. */
  limit: number;
}

/** The context of the handler of `listAuditLog`, with the problems that it may throw. */
export type ListAuditLogContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'invalid_cursor' | 'unavailable'>;

/** The request of `listExportedRows`: its parameters by their names in the contract. */
export interface ListExportedRowsRequest {
  /** Id of an export, as the service returned it when it was opened. */
  export_id: string;
  /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
  cursor?: string;
  /** Items per page. */
  limit: number;
}

/** The context of the handler of `listExportedRows`, with the problems that it may throw. */
export type ListExportedRowsContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'invalid_cursor' | 'not_found' | 'unavailable'>;

/** The request of `listIncidents`: its parameters by their names in the contract. */
export interface ListIncidentsRequest {
  /** Returns only this group, and at most 500 of its endpoints in `data`. Nothing is returned if it has ended. */
  group_id?: string;
}

/** The context of the handler of `listIncidents`, with the problems that it may throw. */
export type ListIncidentsContext<Contexts extends AccessContexts> = Contexts['operator'] & Problems<'validation_failed' | 'unavailable'>;

/** The request of `listIngestions`: its parameters by their names in the contract. */
export interface ListIngestionsRequest {
  /** Agency ids, separated by commas or in repeated parameters, at most 50. An unknown agency has no entries. */
  agency_ids?: Array<string>;
  /** Returns only ingested, or only refused batches. */
  outcome?: IngestionOutcome;
  /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
  cursor?: string;
  /** Items per page. */
  limit: number;
}

/** The context of the handler of `listIngestions`, with the problems that it may throw. */
export type ListIngestionsContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'invalid_cursor' | 'unavailable'>;

/** The request of `listOperatorTokens`: its parameters by their names in the contract. */
export interface ListOperatorTokensRequest {}

/** The context of the handler of `listOperatorTokens`, with the problems that it may throw. */
export type ListOperatorTokensContext<Contexts extends AccessContexts> = Contexts['operator'] & Problems<'unavailable'>;

/** The request of `refreshProjections`: its parameters by their names in the contract. */
export interface RefreshProjectionsRequest {}

/** The context of the handler of `refreshProjections`, with the problems that it may throw. */
export type RefreshProjectionsContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'unavailable'>;

/** The request of `releaseAgency`: its parameters by their names in the contract. */
export interface ReleaseAgencyRequest {
  /** Agency id, a UUID. */
  agency_id: string;
}

/** The context of the handler of `releaseAgency`, with the problems that it may throw. */
export type ReleaseAgencyContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `releaseApiKey`: its parameters by their names in the contract. */
export interface ReleaseApiKeyRequest {
  /** Key id, a UUID. */
  key_id: string;
}

/** The context of the handler of `releaseApiKey`, with the problems that it may throw. */
export type ReleaseApiKeyContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `removeWebhookEndpoint`: its parameters by their names in the contract. */
export interface RemoveWebhookEndpointRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
}

/** The context of the handler of `removeWebhookEndpoint`, with the problems that it may throw. */
export type RemoveWebhookEndpointContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'unavailable'>;

/** The request of `reportPublication`: its parameters by their names in the contract, and its body. */
export interface ReportPublicationRequest {
  /** Publication id. */
  publication_id: string;
  body: PublicationOutcome;
}

/** The context of the handler of `reportPublication`, with the problems that it may throw. */
export type ReportPublicationContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'unknown_publication' | 'publication_reported' | 'lease_ended' | 'unavailable'>;

/** The request of `revokeApiKey`: its parameters by their names in the contract. */
export interface RevokeApiKeyRequest {
  /** Key id, a UUID. */
  key_id: string;
  /** Seconds for which the key is still accepted, up to 7 days. 0 or omitted revokes it at once. */
  after_seconds: number;
}

/** The context of the handler of `revokeApiKey`, with the problems that it may throw. */
export type RevokeApiKeyContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `revokeOperatorToken`: its parameters by their names in the contract. */
export interface RevokeOperatorTokenRequest {
  /** Operator token id, a UUID. */
  token_id: string;
}

/** The context of the handler of `revokeOperatorToken`, with the problems that it may throw. */
export type RevokeOperatorTokenContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `setWebhookEndpointStatus`: its parameters by their names in the contract, and its body. */
export interface SetWebhookEndpointStatusRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  body: WebhookEndpointStatusChange;
}

/** The context of the handler of `setWebhookEndpointStatus`, with the problems that it may throw. */
export type SetWebhookEndpointStatusContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'unavailable'>;

/** The request of `unacknowledgeIncidentGroup`: its parameters by their names in the contract. */
export interface UnacknowledgeIncidentGroupRequest {
  /** Id of a group of incidents. */
  group_id: string;
}

/** The context of the handler of `unacknowledgeIncidentGroup`, with the problems that it may throw. */
export type UnacknowledgeIncidentGroupContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'unavailable'>;

/** The request of `updateAgencyQuotas`: its parameters by their names in the contract, and its body. */
export interface UpdateAgencyQuotasRequest {
  /** Agency id, a UUID. */
  agency_id: string;
  body: AgencyQuotasChange;
}

/** The context of the handler of `updateAgencyQuotas`, with the problems that it may throw. */
export type UpdateAgencyQuotasContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The handlers of the tag Operator. */
export interface OperatorApi<Contexts extends AccessContexts> {
  /**
   * Acknowledge or mute a group of incidents
   *
   * Records that an operator knows of the group, with a note, or mutes it until an instant. Muted groups are listed last. The acknowledgement ends when the group begins again, and after 90 days. Notices and the endpoints themselves are not affected. Fails with 404 if no present incident has this group.
   *
   * `PUT /operator/v1/incidents/{group_id}/acknowledgement`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly acknowledgeIncidentGroup: (
    request: AcknowledgeIncidentGroupRequest,
    context: AcknowledgeIncidentGroupContext<Contexts>,
  ) => Promise<IncidentAcknowledgement>;

  /**
   * Claim due publications
   *
   * Returns due publications of all agencies to the program that posts them on the upstream platform, longest due first. Each goes to one claim, under a lease: until the lease ends, no other claim receives the publication. If its outcome is not reported by then, a later claim receives it under another lease. So post each publication within its lease, then report its outcome. A claim may be repeated: if its response was lost, its publications are returned again when their leases end. The body may be omitted.
   *
   * `POST /operator/v1/publications/claims`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly claimPublications: (
    request: ClaimPublicationsRequest,
    context: ClaimPublicationsContext<Contexts>,
  ) => Promise<ClaimedPublications>;

  /**
   * Contain an agency
   *
   * Refuses all keys of the agency from the next request on, in every process, pauses all its endpoints, and reports what was read and sent. Deliveries pending for the endpoints become failure records, which can be replayed later; running attempts end. A key or an endpoint that operators create for the agency before its release is contained as well. May be repeated: later endpoints are then contained too. The body may be omitted.
   *
   * `POST /operator/v1/agencies/{agency_id}/containment`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly containAgency: (request: ContainAgencyRequest, context: ContainAgencyContext<Contexts>) => Promise<Containment>;

  /**
   * Contain an API key
   *
   * Refuses the key from the next request on, in every process. Pauses the endpoints that it created or whose URL it last set. Reports the data read with it, and the data sent to these endpoints. Otherwise works like containing an agency.
   *
   * `POST /operator/v1/keys/{key_id}/containment`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly containApiKey: (request: ContainApiKeyRequest, context: ContainApiKeyContext<Contexts>) => Promise<Containment>;

  /**
   * Create an agency
   *
   * Creates an agency. Every call creates another one.
   *
   * `POST /operator/v1/agencies`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly createAgency: (request: CreateAgencyRequest, context: CreateAgencyContext<Contexts>) => Promise<Agency>;

  /**
   * Create an API key
   *
   * Creates a key and shows it once. With `api_key`, it imports an existing key of either prefix, which works unchanged.
   *
   * `POST /operator/v1/agencies/{agency_id}/keys`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `unknown_creator`, `quota_reached`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly createApiKey: (request: CreateApiKeyRequest, context: CreateApiKeyContext<Contexts>) => Promise<ApiKeyWithSecret>;

  /**
   * Create an operator token
   *
   * Creates a named token with scopes and an expiry, and shows it once. The token that the service was started with needs neither: it has every scope and does not expire.
   *
   * `POST /operator/v1/tokens`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly createOperatorToken: (
    request: CreateOperatorTokenRequest,
    context: CreateOperatorTokenContext<Contexts>,
  ) => Promise<OperatorTokenWithSecret>;

  /**
   * Create a link to the portal
   *
   * Creates a link under which people of the agency see its webhooks in a browser, replay failures and, with `write:webhooks`, create and change endpoints. The key in the fragment of `url` (behind the `#`, which browsers never send) opens the portal `uses` times. It is not an API key: the portal exchanges it for a session that lasts until `expires_at`. Revoking `key_id` ends the link and its sessions. When the link ends, the endpoints created through it are disabled, unless a key of the agency marks them to stay. The link's key is listed among the agency's keys until 7 days after it expired, and as long as an endpoint refers to it. Pages of `allowed_origins` may embed the portal. Every call creates another link.
   *
   * `POST /operator/v1/agencies/{agency_id}/portal-links`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `quota_reached`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly createPortalLink: (request: CreatePortalLinkRequest, context: CreatePortalLinkContext<Contexts>) => Promise<PortalLink>;

  /**
   * Erase an agency
   *
   * Erases everything of an agency, in the background and in batches. It cannot be undone. From this request on, the agency's keys are refused, operators no longer find it, and nothing is sent to its endpoints. Deliveries in flight end within seconds. Entries of the audit log stay for 400 days without names, addresses and details. The erasure survives restarts, and a last pass removes what arrived meanwhile.
   *
   * `POST /operator/v1/agencies/{agency_id}/erasure`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly eraseAgency: (request: EraseAgencyRequest, context: EraseAgencyContext<Contexts>) => Promise<Erasure>;

  /**
   * Erase a fan
   *
   * Erases a fan on all accounts of an agency, in the background and in batches. It cannot be undone. Orders and sent messages stay without the person, so that amounts and figures do not change. The fan, notes with their history, AI requests and the payloads of events about the fan are deleted. Payloads about orders are anonymised. Pending deliveries of order events are sent without the person, others are not sent. If an erasure of the fan is running, it is returned. Records about the fan that are ingested afterwards are stored as new ones.
   *
   * `POST /operator/v1/agencies/{agency_id}/fan-erasures`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly eraseFan: (request: EraseFanRequest, context: EraseFanContext<Contexts>) => Promise<Erasure>;

  /**
   * Export an agency
   *
   * Opens an export of everything that the service stores of an agency, which the list of its rows then returns. The audit log of the agency names it. Rows contain no secrets: hashes, keys and encrypted values are left out, and prefixes of keys and secrets stay as hints. It has no names and addresses of operators.
   *
   * `POST /operator/v1/agencies/{agency_id}/export`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly exportAgency: (request: ExportAgencyRequest, context: ExportAgencyContext<Contexts>) => Promise<Export>;

  /**
   * Export a fan
   *
   * Opens an export of everything that the service stores about a fan on all accounts of an agency: what the erasure of the fan would delete or anonymise. The audit log of the agency names the export, and the erasure of the fan removes the fan from there too. The export of a fan about whom nothing is stored contains only this entry.
   *
   * `POST /operator/v1/agencies/{agency_id}/fan-exports`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly exportFan: (request: ExportFanRequest, context: ExportFanContext<Contexts>) => Promise<Export>;

  /**
   * Find webhook endpoints
   *
   * Returns the endpoints of all agencies that match a text, by the names of their agencies, at most 20.
   *
   * `GET /operator/v1/webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly findWebhookEndpoints: (
    request: FindWebhookEndpointsRequest,
    context: FindWebhookEndpointsContext<Contexts>,
  ) => Promise<FoundWebhookEndpoints>;

  /**
   * Get an agency
   *
   * Returns one agency with its open containments.
   *
   * `GET /operator/v1/agencies/{agency_id}`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `request_timeout`, `headers_too_large`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getAgency: (request: GetAgencyRequest, context: GetAgencyContext<Contexts>) => Promise<AgencyDetails>;

  /**
   * Get the quotas of an agency
   *
   * Returns the agency's use, its quotas, and the default quotas of agencies.
   *
   * `GET /operator/v1/agencies/{agency_id}/quotas`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `request_timeout`, `headers_too_large`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getAgencyQuotas: (request: GetAgencyQuotasRequest, context: GetAgencyQuotasContext<Contexts>) => Promise<AgencyQuotas>;

  /**
   * Diagnose the service
   *
   * Checks what the process that responds needs: clock, database version, roles, connections, extensions, partitions, disk, read replicas, encryption keys and the heartbeat of workers. Each finding says what to do. The service makes the checks at most once a second, and less often if they take long.
   *
   * `GET /operator/v1/diagnostics`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getDiagnostics: (request: GetDiagnosticsRequest, context: GetDiagnosticsContext<Contexts>) => Promise<Diagnostics>;

  /**
   * Get the state of encryption
   *
   * Returns the keys with which the stored signing secrets are encrypted. After you replace `ENCRYPTION_KEY` and list the former key in `ENCRYPTION_KEYS_PREVIOUS`, a job encrypts the secrets with the new key. You may remove the former key when none remains.
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
   * Get an erasure
   *
   * Returns the progress of an erasure. Erasures are stored for 400 days.
   *
   * `GET /operator/v1/erasures/{erasure_id}`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `request_timeout`, `headers_too_large`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getErasure: (request: GetErasureRequest, context: GetErasureContext<Contexts>) => Promise<Erasure>;

  /**
   * Get metrics
   *
   * Metrics in the text format of Prometheus, or in OpenMetrics if `Accept` prefers it. They are of this process, or of all processes under its parent, each with the label `process`. In OpenMetrics, the durations of traced requests and attempts have exemplars with the id of the trace.
   *
   * `GET /metrics`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getMetrics: (
    request: GetMetricsRequest,
    context: GetMetricsContext<Contexts>,
  ) => Promise<TextAnswer<'text/plain' | 'application/openmetrics-text'>>;

  /**
   * Read the documentation
   *
   * This contract as a page, or as Markdown, by `Accept`. Requires no token, because browsers could not send one.
   *
   * `GET /operator/docs`
   *
   * Problems: `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
   */
  readonly getOperatorDocs: (
    request: GetOperatorDocsRequest,
    context: GetOperatorDocsContext<Contexts>,
  ) => Promise<TextAnswer<'text/html' | 'text/markdown'>>;

  /**
   * Get this contract
   *
   * Returns the OpenAPI 3.1 document of the operator listener. Requires no token: it contains nothing secret.
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
   * Returns the state of deliveries, workers, backlogs and the database. The service queries it at most once in 5 seconds, with bounded queries. It counts at most 20,000 deliveries of the backlog, and 10,000 rows each of jobs and of the projections' backlog. Row counts of tables are estimates of the database.
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
   * Import a webhook endpoint
   *
   * Creates an endpoint with a signing secret that its receiver already has, of either prefix. The secret continues to sign. The endpoint of a contained agency is disabled until the agency is released.
   *
   * `POST /operator/v1/agencies/{agency_id}/webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `unknown_creator`, `undeliverable_url`, `webhook_endpoint_limit`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly importWebhookEndpoint: (
    request: ImportWebhookEndpointRequest,
    context: ImportWebhookEndpointContext<Contexts>,
  ) => Promise<WebhookEndpoint>;

  /**
   * Ingest records
   *
   * Ingests data of the upstream platform and the agency's app. A batch is one transaction: all of it or none. Every record is an upsert on its id, so a repeated batch changes nothing and publishes nothing twice. The records of a batch may be in any order. A new order publishes `order.created`, a refund `order.refunded`, an AI request `conversation.ai_control_requested`. A batch fails with 400 if a record names an unknown creator, account or tag, changes a creator's account, or refunds an unknown order. Unknown fans, employees and messages are stored as pointers. The body may have up to 8 MB.
   *
   * `POST /operator/v1/agencies/{agency_id}/records`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly ingestRecords: (request: IngestRecordsRequest, context: IngestRecordsContext<Contexts>) => Promise<IngestResult>;

  /**
   * List agencies
   *
   * Returns all agencies of this installation.
   *
   * `GET /operator/v1/agencies`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listAgencies: (request: ListAgenciesRequest, context: ListAgenciesContext<Contexts>) => Promise<AgencyList>;

  /**
   * List agencies by activity
   *
   * Returns agencies with their deliveries of the last hour: attempts, failed attempts, the oldest pending delivery and endpoints in trouble. The service queries them at most once in 5 seconds, and less often if the query takes long, so that an agency may appear some seconds after it was created. A page begins after the last agency of the previous one in the present order. With `sort=trouble` and `sort=waiting`, an agency whose position changes between two pages may appear twice or not at all.
   *
   * `GET /operator/v1/agency-activity`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `request_timeout`, `headers_too_large`, `invalid_cursor`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listAgencyActivity: (
    request: ListAgencyActivityRequest,
    context: ListAgencyActivityContext<Contexts>,
  ) => Promise<AgencyActivityPage>;

  /**
   * List webhook endpoints of an agency
   *
   * Returns all endpoints of the agency, in one response, without their secrets.
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
   * Returns all keys of the agency, including revoked and expired ones. The keys themselves are not shown.
   *
   * `GET /operator/v1/agencies/{agency_id}/keys`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `request_timeout`, `headers_too_large`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listApiKeys: (request: ListApiKeysRequest, context: ListApiKeysContext<Contexts>) => Promise<ApiKeyList>;

  /**
   * List the audit log
   *
   * Actions on agencies, keys, endpoints, secrets, failures and operator tokens: who took them, when and from which address. Most recent first. Each entry is written in the transaction of its action. Entries are stored for 400 days and never change.
   *
   * `GET /operator/v1/audit`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `request_timeout`, `headers_too_large`, `invalid_cursor`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listAuditLog: (request: ListAuditLogRequest, context: ListAuditLogContext<Contexts>) => Promise<OperatorAuditPage>;

  /**
   * List the rows of an export
   *
   * Returns the rows of an export, table by table. A page may be empty and still have a `next_cursor`: only null is the end. A program that was interrupted continues with the cursor of its last page. Rows that are added meanwhile are returned if they come after that position.
   *
   * `GET /operator/v1/exports/{export_id}/rows`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `request_timeout`, `headers_too_large`, `invalid_cursor`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listExportedRows: (request: ListExportedRowsRequest, context: ListExportedRowsContext<Contexts>) => Promise<ExportedRowPage>;

  /**
   * List incidents
   *
   * Returns what is wrong with the deliveries of all agencies: active endpoints whose latest attempts fail, endpoints that the service disabled, and open containments. `groups` has the endpoints by host and error, those that need attention first. The state of the service itself is in the overview of the service. The service queries incidents at most once in 5 seconds, and less often if the query takes long. It checks at most 2,000 endpoints, active ones and those that failed last first, and returns at most 100 incidents. Causes and missed events are read only for the 100 that are listed first, of all groups or of `group_id`. For others, `causes` is empty, and `has_more_missed` is true if they were disabled.
   *
   * `GET /operator/v1/incidents`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listIncidents: (request: ListIncidentsRequest, context: ListIncidentsContext<Contexts>) => Promise<Incidents>;

  /**
   * List ingestions
   *
   * Ingested and refused batches of records, most recent first. Requests of an agency with the same result within 10 seconds are one entry, which is written at the end of these seconds. Entries are stored for 7 days, and at most the latest 1,000 of an agency. If a process is killed, its latest unwritten entries are lost.
   *
   * `GET /operator/v1/ingestions`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `request_timeout`, `headers_too_large`, `invalid_cursor`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listIngestions: (request: ListIngestionsRequest, context: ListIngestionsContext<Contexts>) => Promise<IngestionPage>;

  /**
   * List operator tokens
   *
   * Returns all named operator tokens, including revoked and expired ones. The tokens themselves are not shown.
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
   * Updates the sent-message projection and the analytics roll-ups now. It returns when they contain everything that was recorded before the request, however long that takes: with a backlog of millions of records, minutes. Each batch is committed separately, so aborting the request loses nothing.
   *
   * `POST /operator/v1/projections/refresh`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly refreshProjections: (
    request: RefreshProjectionsRequest,
    context: RefreshProjectionsContext<Contexts>,
  ) => Promise<ProjectionRefresh>;

  /**
   * Release an agency
   *
   * Reverts the containment of the agency: its keys are accepted again, and the endpoints that the containment stopped receive again. A repeated call returns the same. An agency that was never contained fails with 404.
   *
   * `DELETE /operator/v1/agencies/{agency_id}/containment`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly releaseAgency: (request: ReleaseAgencyRequest, context: ReleaseAgencyContext<Contexts>) => Promise<ContainmentRelease>;

  /**
   * Release an API key
   *
   * Reverts the containment of the key, like releasing an agency. A key that was never contained fails with 404.
   *
   * `DELETE /operator/v1/keys/{key_id}/containment`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly releaseApiKey: (request: ReleaseApiKeyRequest, context: ReleaseApiKeyContext<Contexts>) => Promise<ContainmentRelease>;

  /**
   * Delete a webhook endpoint
   *
   * Deletes an endpoint of any agency with its deliveries and failures. Deleting it again fails with 404.
   *
   * `DELETE /operator/v1/webhooks/{endpoint_id}`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_webhook_endpoint`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly removeWebhookEndpoint: (request: RemoveWebhookEndpointRequest, context: RemoveWebhookEndpointContext<Contexts>) => Promise<void>;

  /**
   * Report the outcome of a publication
   *
   * Reports, under the lease of the claim, whether the publication was posted; its `status` changes accordingly. The same report may be repeated, even after the lease has ended. Another outcome under the same lease fails with 409 `publication_reported`. A report under a lease that ended before any report fails with 409 `lease_ended`, whether or not another claim has the publication since. A deleted publication fails with 404.
   *
   * `POST /operator/v1/publications/{publication_id}/outcome`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_publication`, `publication_reported`, `lease_ended`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly reportPublication: (request: ReportPublicationRequest, context: ReportPublicationContext<Contexts>) => Promise<Publication>;

  /**
   * Revoke an API key
   *
   * Revokes the key: it is refused from the next request on, in every process. With `after_seconds`, the key expires after that time instead, or at its own `expires_at` if that is earlier: to replace a key, create another one first. Endpoints that it created continue to receive events; to pause them, contain the key. May be repeated.
   *
   * `DELETE /operator/v1/keys/{key_id}`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly revokeApiKey: (request: RevokeApiKeyRequest, context: RevokeApiKeyContext<Contexts>) => Promise<void>;

  /**
   * Revoke an operator token
   *
   * Revokes the token: it is refused from the next request on, in every process. May be repeated.
   *
   * `DELETE /operator/v1/tokens/{token_id}`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly revokeOperatorToken: (request: RevokeOperatorTokenRequest, context: RevokeOperatorTokenContext<Contexts>) => Promise<void>;

  /**
   * Pause or enable a webhook endpoint
   *
   * Pauses an endpoint of any agency, or enables it again, as the agency itself could.
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
   * End the acknowledgement of a group of incidents
   *
   * Ends the acknowledgement or the mute of a group. Ending it again has no effect.
   *
   * `DELETE /operator/v1/incidents/{group_id}/acknowledgement`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly unacknowledgeIncidentGroup: (
    request: UnacknowledgeIncidentGroupRequest,
    context: UnacknowledgeIncidentGroupContext<Contexts>,
  ) => Promise<void>;

  /**
   * Change the quotas of an agency
   *
   * Changes what the agency is allowed. If it already has more, its publications and keys stay, and it cannot create others. The oldest histories and failure records are deleted. For pending deliveries, the endpoint with the most of them is disabled.
   *
   * `PATCH /operator/v1/agencies/{agency_id}/quotas`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `missing_scope`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly updateAgencyQuotas: (request: UpdateAgencyQuotasRequest, context: UpdateAgencyQuotasContext<Contexts>) => Promise<AgencyQuotas>;
}
