// Generated from spec/ by `npm run generate`. Do not edit.

import type {
  Agency,
  AgencyCreate,
  AgencyList,
  ApiKeyCreate,
  ApiKeyList,
  ApiKeyWithSecret,
  ClaimedPublications,
  IngestResult,
  ProjectionRefresh,
  Publication,
  PublicationClaim,
  PublicationOutcome,
  RecordBatch,
  WebhookEndpoint,
  WebhookEndpointImport,
} from '../models/index.ts';
import type { AccessContexts } from './access-contexts.ts';

/** The request of `claimPublications`: its parameters by their contract names, and its body. */
export interface ClaimPublicationsRequest {
  body?: PublicationClaim;
}

/** The request of `createAgency`: its parameters by their contract names, and its body. */
export interface CreateAgencyRequest {
  body: AgencyCreate;
}

/** The request of `createApiKey`: its parameters by their contract names, and its body. */
export interface CreateApiKeyRequest {
  /** Agency id, a UUID. */
  agency_id: string;
  body: ApiKeyCreate;
}

/** The request of `getMetrics`: its parameters by their contract names. */
export interface GetMetricsRequest {}

/** The request of `getOperatorDocs`: its parameters by their contract names. */
export interface GetOperatorDocsRequest {}

/** The request of `getOperatorDocument`: its parameters by their contract names. */
export interface GetOperatorDocumentRequest {}

/** The request of `importWebhookEndpoint`: its parameters by their contract names, and its body. */
export interface ImportWebhookEndpointRequest {
  /** Agency id, a UUID. */
  agency_id: string;
  body: WebhookEndpointImport;
}

/** The request of `ingestRecords`: its parameters by their contract names, and its body. */
export interface IngestRecordsRequest {
  /** Agency id, a UUID. */
  agency_id: string;
  body: RecordBatch;
}

/** The request of `listAgencies`: its parameters by their contract names. */
export interface ListAgenciesRequest {}

/** The request of `listApiKeys`: its parameters by their contract names. */
export interface ListApiKeysRequest {
  /** Agency id, a UUID. */
  agency_id: string;
}

/** The request of `refreshProjections`: its parameters by their contract names. */
export interface RefreshProjectionsRequest {}

/** The request of `reportPublication`: its parameters by their contract names, and its body. */
export interface ReportPublicationRequest {
  /** Publication id. */
  publication_id: string;
  body: PublicationOutcome;
}

/** The request of `revokeApiKey`: its parameters by their contract names. */
export interface RevokeApiKeyRequest {
  /** Key id, a UUID. */
  key_id: string;
}

/** What the server implements for the tag Operator. */
export interface OperatorApi<Contexts extends AccessContexts> {
  /**
   * Claim publications that are due
   *
   * Hands over publications that are due to whoever posts them on the upstream platform, the ones due longest first, of all agencies. Each goes to one claimer, under a lease: until it ends nobody else is given the publication. One that was not reported by then is handed over again, under another lease. So post each within its lease, then report its outcome. A claim may be repeated: what a lost answer held is handed over again when its leases end. The body may be left out.
   *
   * `POST /operator/v1/publications/claims`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `internal_error`, `unavailable`
   */
  readonly claimPublications: (request: ClaimPublicationsRequest, context: Contexts['operator']) => Promise<ClaimedPublications>;

  /**
   * Create an agency
   *
   * Creates an agency. Every call creates another one.
   *
   * `POST /operator/v1/agencies`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `internal_error`, `unavailable`
   */
  readonly createAgency: (request: CreateAgencyRequest, context: Contexts['operator']) => Promise<Agency>;

  /**
   * Create an API key
   *
   * Creates a key and shows it once. With `api_key`, an existing key of either prefix is brought over and works as it is.
   *
   * `POST /operator/v1/agencies/{agency_id}/keys`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `unknown_creator`, `internal_error`, `unavailable`
   */
  readonly createApiKey: (request: CreateApiKeyRequest, context: Contexts['operator']) => Promise<ApiKeyWithSecret>;

  /**
   * Get metrics
   *
   * Metrics of this process in the text format of Prometheus.
   *
   * `GET /metrics`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
   */
  readonly getMetrics: (request: GetMetricsRequest, context: Contexts['operator']) => Promise<string>;

  /**
   * Read the documentation
   *
   * This contract as a page. Needs no token, which a browser could not send.
   *
   * `GET /operator/docs`
   *
   * Problems: `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
   */
  readonly getOperatorDocs: (request: GetOperatorDocsRequest, context: Contexts['open']) => Promise<string>;

  /**
   * Get this contract
   *
   * Returns the OpenAPI 3.1 document of the operator listener. Needs no token: it holds nothing that is secret.
   *
   * `GET /operator/v1/openapi.json`
   *
   * Problems: `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
   */
  readonly getOperatorDocument: (request: GetOperatorDocumentRequest, context: Contexts['open']) => Promise<{ [key: string]: any }>;

  /**
   * Bring over a webhook endpoint
   *
   * Creates an endpoint with a signing secret that its receiver already holds, of either prefix. It keeps signing.
   *
   * `POST /operator/v1/agencies/{agency_id}/webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `unknown_creator`, `undeliverable_url`, `webhook_endpoint_limit`, `internal_error`, `unavailable`
   */
  readonly importWebhookEndpoint: (request: ImportWebhookEndpointRequest, context: Contexts['operator']) => Promise<WebhookEndpoint>;

  /**
   * Ingest records
   *
   * Takes in what the upstream platform and the agency's app know. A batch is one transaction: all of it or none. Every record is an upsert on its id, so a repeated batch changes nothing and publishes nothing twice. Records may come in any order within a batch. A new order publishes `order.created`, a refund `order.refunded`, an AI request `conversation.ai_control_requested`. 400 when a record names an unknown creator, account or tag, changes a creator's account, or refunds an order that is not known. Unknown fans, employees and messages are kept as pointers. The body may have up to 8 MB.
   *
   * `POST /operator/v1/agencies/{agency_id}/records`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `internal_error`, `unavailable`
   */
  readonly ingestRecords: (request: IngestRecordsRequest, context: Contexts['operator']) => Promise<IngestResult>;

  /**
   * List agencies
   *
   * All agencies of this installation.
   *
   * `GET /operator/v1/agencies`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
   */
  readonly listAgencies: (request: ListAgenciesRequest, context: Contexts['operator']) => Promise<AgencyList>;

  /**
   * List API keys
   *
   * All keys of the agency, revoked and expired ones included. The keys themselves are not shown.
   *
   * `GET /operator/v1/agencies/{agency_id}/keys`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `validation_failed`, `request_timeout`, `headers_too_large`, `not_found`, `internal_error`, `unavailable`
   */
  readonly listApiKeys: (request: ListApiKeysRequest, context: Contexts['operator']) => Promise<ApiKeyList>;

  /**
   * Refresh the projections
   *
   * Brings the sent-message projection and the analytics roll-ups up to date now, and answers when that is done.
   *
   * `POST /operator/v1/projections/refresh`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `internal_error`, `unavailable`
   */
  readonly refreshProjections: (request: RefreshProjectionsRequest, context: Contexts['operator']) => Promise<ProjectionRefresh>;

  /**
   * Report the outcome of a publication
   *
   * Says, under the lease of the claim, whether the publication was posted; its `status` follows. The same report may be repeated, also when the lease has ended meanwhile. Under the same lease another outcome answers 409 `publication_reported`. Under a lease that has ended before anything was reported, 409 `lease_ended`, whether or not somebody else has claimed the publication since. A publication that was deleted answers 404.
   *
   * `POST /operator/v1/publications/{publication_id}/outcome`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_publication`, `publication_reported`, `lease_ended`, `internal_error`, `unavailable`
   */
  readonly reportPublication: (request: ReportPublicationRequest, context: Contexts['operator']) => Promise<Publication>;

  /**
   * Revoke an API key
   *
   * The key is refused from the next request on, in every process. May be repeated.
   *
   * `DELETE /operator/v1/keys/{key_id}`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `internal_error`, `unavailable`
   */
  readonly revokeApiKey: (request: RevokeApiKeyRequest, context: Contexts['operator']) => Promise<void>;
}
