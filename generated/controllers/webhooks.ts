// Generated from spec/ by `npm run generate`. Do not edit.

import { Delete, Get, Patch, Post, Inject, Request, Route } from '../routes/declarations.ts';
import type {
  BulkReplay,
  BulkReplayed,
  DeliveryCounterList,
  DeliveryEventType,
  DeliveryStatus,
  Replay,
  RotatedSecret,
  SecretRotation,
  WebhookDeliveryPage,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointList,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret,
  WebhookFailurePage,
  WebhookPing,
} from '../models/index.ts';
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
} from '../interfaces/webhooks.ts';

/** Declares the routes of the tag Webhooks and hands their requests to the implementation. */
@Route()
export class Webhooks<Context> {
  readonly #implementation: WebhooksApi<Context>;

  constructor(implementation: WebhooksApi<Context>) {
    this.#implementation = implementation;
  }

  @Post('/v1/webhooks')
  createWebhookEndpoint(@Request() request: CreateWebhookEndpointRequest, @Inject() context: Context): Promise<WebhookEndpointWithSecret> {
    return this.#implementation.createWebhookEndpoint(request, context);
  }

  @Delete('/v1/webhooks/:endpoint_id')
  deleteWebhookEndpoint(@Request() request: DeleteWebhookEndpointRequest, @Inject() context: Context): Promise<void> {
    return this.#implementation.deleteWebhookEndpoint(request, context);
  }

  @Get('/v1/webhooks/:endpoint_id')
  getWebhookEndpoint(@Request() request: GetWebhookEndpointRequest, @Inject() context: Context): Promise<WebhookEndpoint> {
    return this.#implementation.getWebhookEndpoint(request, context);
  }

  @Get('/v1/webhooks/:endpoint_id/stats')
  getWebhookStats(@Request() request: GetWebhookStatsRequest, @Inject() context: Context): Promise<DeliveryCounterList> {
    return this.#implementation.getWebhookStats(request, context);
  }

  @Get('/v1/webhooks/:endpoint_id/deliveries')
  listWebhookDeliveries(@Request() request: ListWebhookDeliveriesRequest, @Inject() context: Context): Promise<WebhookDeliveryPage> {
    return this.#implementation.listWebhookDeliveries(request, context);
  }

  @Get('/v1/webhooks')
  listWebhookEndpoints(@Request() request: ListWebhookEndpointsRequest, @Inject() context: Context): Promise<WebhookEndpointList> {
    return this.#implementation.listWebhookEndpoints(request, context);
  }

  @Get('/v1/webhooks/:endpoint_id/failures')
  listWebhookFailures(@Request() request: ListWebhookFailuresRequest, @Inject() context: Context): Promise<WebhookFailurePage> {
    return this.#implementation.listWebhookFailures(request, context);
  }

  @Post('/v1/webhooks/:endpoint_id/ping')
  pingWebhookEndpoint(@Request() request: PingWebhookEndpointRequest, @Inject() context: Context): Promise<WebhookPing> {
    return this.#implementation.pingWebhookEndpoint(request, context);
  }

  @Post('/v1/webhooks/:endpoint_id/failures/:failure_id/replay')
  replayWebhookFailure(@Request() request: ReplayWebhookFailureRequest, @Inject() context: Context): Promise<Replay> {
    return this.#implementation.replayWebhookFailure(request, context);
  }

  @Post('/v1/webhooks/:endpoint_id/failures/replay')
  replayWebhookFailures(@Request() request: ReplayWebhookFailuresRequest, @Inject() context: Context): Promise<BulkReplayed> {
    return this.#implementation.replayWebhookFailures(request, context);
  }

  @Post('/v1/webhooks/:endpoint_id/secret/rotation')
  rotateWebhookSecret(@Request() request: RotateWebhookSecretRequest, @Inject() context: Context): Promise<RotatedSecret> {
    return this.#implementation.rotateWebhookSecret(request, context);
  }

  @Patch('/v1/webhooks/:endpoint_id')
  updateWebhookEndpoint(@Request() request: UpdateWebhookEndpointRequest, @Inject() context: Context): Promise<WebhookEndpoint> {
    return this.#implementation.updateWebhookEndpoint(request, context);
  }
}
