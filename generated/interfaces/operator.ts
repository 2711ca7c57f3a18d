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
  Problems<'validation_failed' | 'not_found' | 'unknown_creator' | 'unavailable'>;

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

/** The request of `listApiKeys`: its parameters by their contract names. */
export interface ListApiKeysRequest {
  /** Agency id, a UUID. */
  agency_id: string;
}

/** What the handler of `listApiKeys` is given besides: what its access has, and the problems that it may answer. */
export type ListApiKeysContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'not_found' | 'unavailable'>;

/** The request of `refreshProjections`: its parameters by their contract names. */
export interface RefreshProjectionsRequest {}

/** What the handler of `refreshProjections` is given besides: what its access has, and the problems that it may answer. */
export type RefreshProjectionsContext<Contexts extends AccessContexts> = Contexts['operator'] &
  Problems<'validation_failed' | 'unavailable'>;

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
  readonly claimPublications: (
    request: ClaimPublicationsRequest,
    context: ClaimPublicationsContext<Contexts>,
  ) => Promise<ClaimedPublications>;

  /**
   * Create an agency
   *
   * Creates an agency. Every call creates another one.
   *
   * `POST /operator/v1/agencies`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `internal_error`, `unavailable`
   */
  readonly createAgency: (request: CreateAgencyRequest, context: CreateAgencyContext<Contexts>) => Promise<Agency>;

  /**
   * Create an API key
   *
   * Creates a key and shows it once. With `api_key`, an existing key of either prefix is brought over and works as it is.
   *
   * `POST /operator/v1/agencies/{agency_id}/keys`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `unknown_creator`, `internal_error`, `unavailable`
   */
  readonly createApiKey: (request: CreateApiKeyRequest, context: CreateApiKeyContext<Contexts>) => Promise<ApiKeyWithSecret>;

  /**
   * Get metrics
   *
   * Metrics of this process in the text format of Prometheus.
   *
   * `GET /metrics`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
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
   * Bring over a webhook endpoint
   *
   * Creates an endpoint with a signing secret that its receiver already holds, of either prefix. It keeps signing.
   *
   * `POST /operator/v1/agencies/{agency_id}/webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `unknown_creator`, `undeliverable_url`, `webhook_endpoint_limit`, `internal_error`, `unavailable`
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
   * Problems: `missing_authorization`, `invalid_api_key`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `internal_error`, `unavailable`
   */
  readonly ingestRecords: (request: IngestRecordsRequest, context: IngestRecordsContext<Contexts>) => Promise<IngestResult>;

  /**
   * List agencies
   *
   * All agencies of this installation.
   *
   * `GET /operator/v1/agencies`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `request_timeout`, `headers_too_large`, `internal_error`, `unavailable`
   */
  readonly listAgencies: (request: ListAgenciesRequest, context: ListAgenciesContext<Contexts>) => Promise<AgencyList>;

  /**
   * List API keys
   *
   * All keys of the agency, revoked and expired ones included. The keys themselves are not shown.
   *
   * `GET /operator/v1/agencies/{agency_id}/keys`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `validation_failed`, `request_timeout`, `headers_too_large`, `not_found`, `internal_error`, `unavailable`
   */
  readonly listApiKeys: (request: ListApiKeysRequest, context: ListApiKeysContext<Contexts>) => Promise<ApiKeyList>;

  /**
   * Refresh the projections
   *
   * Brings the sent-message projection and the analytics roll-ups up to date now, and answers when that is done.
   *
   * `POST /operator/v1/projections/refresh`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `internal_error`, `unavailable`
   */
  readonly refreshProjections: (
    request: RefreshProjectionsRequest,
    context: RefreshProjectionsContext<Contexts>,
  ) => Promise<ProjectionRefresh>;

  /**
   * Report the outcome of a publication
   *
   * Says, under the lease of the claim, whether the publication was posted; its `status` follows. The same report may be repeated, also when the lease has ended meanwhile. Under the same lease another outcome answers 409 `publication_reported`. Under a lease that has ended before anything was reported, 409 `lease_ended`, whether or not somebody else has claimed the publication since. A publication that was deleted answers 404.
   *
   * `POST /operator/v1/publications/{publication_id}/outcome`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_publication`, `publication_reported`, `lease_ended`, `internal_error`, `unavailable`
   */
  readonly reportPublication: (request: ReportPublicationRequest, context: ReportPublicationContext<Contexts>) => Promise<Publication>;

  /**
   * Revoke an API key
   *
   * The key is refused from the next request on, in every process. May be repeated.
   *
   * `DELETE /operator/v1/keys/{key_id}`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `not_found`, `internal_error`, `unavailable`
   */
  readonly revokeApiKey: (request: RevokeApiKeyRequest, context: RevokeApiKeyContext<Contexts>) => Promise<void>;
}
