// Generated from spec/ by `npm run generate`. Do not edit.

import { Delete, Get, Post, Inject, Request, Route } from '../routes/declarations.ts';
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
} from '../interfaces/operator.ts';

/** Declares the routes of the tag Operator and hands their requests to the implementation. */
@Route()
export class Operator<Context> {
  readonly #implementation: OperatorApi<Context>;

  constructor(implementation: OperatorApi<Context>) {
    this.#implementation = implementation;
  }

  @Post('/operator/v1/publications/claims')
  claimPublications(@Request() request: ClaimPublicationsRequest, @Inject() context: Context): Promise<ClaimedPublications> {
    return this.#implementation.claimPublications(request, context);
  }

  @Post('/operator/v1/agencies')
  createAgency(@Request() request: CreateAgencyRequest, @Inject() context: Context): Promise<Agency> {
    return this.#implementation.createAgency(request, context);
  }

  @Post('/operator/v1/agencies/:agency_id/keys')
  createApiKey(@Request() request: CreateApiKeyRequest, @Inject() context: Context): Promise<ApiKeyWithSecret> {
    return this.#implementation.createApiKey(request, context);
  }

  @Get('/metrics')
  getMetrics(@Request() request: GetMetricsRequest, @Inject() context: Context): Promise<string> {
    return this.#implementation.getMetrics(request, context);
  }

  @Get('/operator/docs')
  getOperatorDocs(@Request() request: GetOperatorDocsRequest, @Inject() context: Context): Promise<string> {
    return this.#implementation.getOperatorDocs(request, context);
  }

  @Get('/operator/v1/openapi.json')
  getOperatorDocument(@Request() request: GetOperatorDocumentRequest, @Inject() context: Context): Promise<{ [key: string]: any }> {
    return this.#implementation.getOperatorDocument(request, context);
  }

  @Post('/operator/v1/agencies/:agency_id/webhooks')
  importWebhookEndpoint(@Request() request: ImportWebhookEndpointRequest, @Inject() context: Context): Promise<WebhookEndpoint> {
    return this.#implementation.importWebhookEndpoint(request, context);
  }

  @Post('/operator/v1/agencies/:agency_id/records')
  ingestRecords(@Request() request: IngestRecordsRequest, @Inject() context: Context): Promise<IngestResult> {
    return this.#implementation.ingestRecords(request, context);
  }

  @Get('/operator/v1/agencies')
  listAgencies(@Request() request: ListAgenciesRequest, @Inject() context: Context): Promise<AgencyList> {
    return this.#implementation.listAgencies(request, context);
  }

  @Get('/operator/v1/agencies/:agency_id/keys')
  listApiKeys(@Request() request: ListApiKeysRequest, @Inject() context: Context): Promise<ApiKeyList> {
    return this.#implementation.listApiKeys(request, context);
  }

  @Post('/operator/v1/projections/refresh')
  refreshProjections(@Request() request: RefreshProjectionsRequest, @Inject() context: Context): Promise<ProjectionRefresh> {
    return this.#implementation.refreshProjections(request, context);
  }

  @Post('/operator/v1/publications/:publication_id/outcome')
  reportPublication(@Request() request: ReportPublicationRequest, @Inject() context: Context): Promise<Publication> {
    return this.#implementation.reportPublication(request, context);
  }

  @Delete('/operator/v1/keys/:key_id')
  revokeApiKey(@Request() request: RevokeApiKeyRequest, @Inject() context: Context): Promise<void> {
    return this.#implementation.revokeApiKey(request, context);
  }
}
