// Generated from spec/ by `npm run generate`. Do not edit.

import type {
  BulkReplay,
  BulkReplayed,
  BulkResend,
  BulkResent,
  DeliveryCounterList,
  DeliveryEventType,
  DeliveryRequest,
  DeliveryStatus,
  ListenerAnswer,
  ListenerEvent,
  LiveEvent,
  RecordedEventPage,
  RecordedEventWithDeliveries,
  Recovery,
  RecoveryRequest,
  Replay,
  Resend,
  RotatedSecret,
  SecretRotation,
  SignatureCheck,
  SignatureCheckRequest,
  TestEvent,
  WebhookDeliveryDetail,
  WebhookDeliveryPage,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointList,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret,
  WebhookFailurePage,
  WebhookFigures,
  WebhookFiguresList,
  WebhookListener,
  WebhookListenerCreate,
  WebhookPing,
} from '../models.ts';
import type { Problems } from '../problems.ts';
import type { AccessContexts } from './access-contexts.ts';

import type { TextAnswer } from './text-answer.ts';

/** The request of `answerListenerAttempt`: its parameters by their names in the contract, and its body. */
export interface AnswerListenerAttemptRequest {
  /** Listener id, a UUID. With any other text, the listener is not found. */
  listener_id: string;
  body: ListenerAnswer;
}

/** The context of the handler of `answerListenerAttempt`, with the problems that it may throw. */
export type AnswerListenerAttemptContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'not_through_link' | 'validation_failed' | 'unknown_webhook_listener' | 'unknown_listener_attempt' | 'unavailable'>;

/** The request of `cancelWebhookRecovery`: its parameters by their names in the contract. */
export interface CancelWebhookRecoveryRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  /** Id of a recovery of this endpoint, a UUID. */
  recovery_id: string;
}

/** The context of the handler of `cancelWebhookRecovery`, with the problems that it may throw. */
export type CancelWebhookRecoveryContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'unknown_webhook_recovery' | 'unavailable'>;

/** The request of `createWebhookEndpoint`: its parameters by their names in the contract, and its body. */
export interface CreateWebhookEndpointRequest {
  body: WebhookEndpointCreate;
}

/** The context of the handler of `createWebhookEndpoint`, with the problems that it may throw. */
export type CreateWebhookEndpointContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_creator' | 'undeliverable_url' | 'webhook_endpoint_limit' | 'unavailable'>;

/** The request of `createWebhookListener`: its parameters by their names in the contract, and its body. */
export interface CreateWebhookListenerRequest {
  body: WebhookListenerCreate;
}

/** The context of the handler of `createWebhookListener`, with the problems that it may throw. */
export type CreateWebhookListenerContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_creator' | 'webhook_listener_limit' | 'unavailable'>;

/** The request of `deleteWebhookEndpoint`: its parameters by their names in the contract. */
export interface DeleteWebhookEndpointRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
}

/** The context of the handler of `deleteWebhookEndpoint`, with the problems that it may throw. */
export type DeleteWebhookEndpointContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'not_through_link' | 'validation_failed' | 'unknown_webhook_endpoint' | 'unavailable'>;

/** The request of `deleteWebhookListener`: its parameters by their names in the contract. */
export interface DeleteWebhookListenerRequest {
  /** Listener id, a UUID. With any other text, the listener is not found. */
  listener_id: string;
}

/** The context of the handler of `deleteWebhookListener`, with the problems that it may throw. */
export type DeleteWebhookListenerContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'not_through_link' | 'validation_failed' | 'unknown_webhook_listener' | 'unavailable'>;

/** The request of `getSentWebhookRequest`: its parameters by their names in the contract. */
export interface GetSentWebhookRequestRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  /** Id of a delivery to this endpoint, a UUID. */
  delivery_id: string;
  /** Number of the attempt, from 1 on. By default the last one. */
  attempt?: number;
  /** Version of the body: the exact name of a release, or its date. By default that of the endpoint, in which the request was sent. */
  version?: string;
}

/** The context of the handler of `getSentWebhookRequest`, with the problems that it may throw. */
export type GetSentWebhookRequestContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'unknown_webhook_delivery' | 'unknown_webhook_attempt' | 'unavailable'>;

/** The request of `getWebhookDelivery`: its parameters by their names in the contract. */
export interface GetWebhookDeliveryRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  /** Id of a delivery to this endpoint, a UUID. */
  delivery_id: string;
}

/** The context of the handler of `getWebhookDelivery`, with the problems that it may throw. */
export type GetWebhookDeliveryContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'unknown_webhook_delivery' | 'unavailable'>;

/** The request of `getWebhookEndpoint`: its parameters by their names in the contract. */
export interface GetWebhookEndpointRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
}

/** The context of the handler of `getWebhookEndpoint`, with the problems that it may throw. */
export type GetWebhookEndpointContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'unavailable'>;

/** The request of `getWebhookEvent`: its parameters by their names in the contract. */
export interface GetWebhookEventRequest {
  /** Event id, a UUID. */
  event_id: string;
}

/** The context of the handler of `getWebhookEvent`, with the problems that it may throw. */
export type GetWebhookEventContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_webhook_event' | 'unavailable'>;

/** The request of `getWebhookFigures`: its parameters by their names in the contract. */
export interface GetWebhookFiguresRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  /** Length of a point. */
  interval: 'minute' | 'hour';
  /** First instant of the window, inclusive. By default 60 minutes before its end, or 24 hours if `interval` is `hour`. */
  start?: string;
  /** End of the window, exclusive. By default now. An instant that is not after `start` fails with 400. */
  end?: string;
  /** First instant that `latency` and `by_event_type` count, inclusive, widened to whole minutes or hours. By default `start`. An instant outside the window fails with 400. It shows the last hour within the points of a day in one request. */
  totals_start?: string;
}

/** The context of the handler of `getWebhookFigures`, with the problems that it may throw. */
export type GetWebhookFiguresContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'unavailable'>;

/** The request of `getWebhookRecovery`: its parameters by their names in the contract. */
export interface GetWebhookRecoveryRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  /** Id of a recovery of this endpoint, a UUID. */
  recovery_id: string;
}

/** The context of the handler of `getWebhookRecovery`, with the problems that it may throw. */
export type GetWebhookRecoveryContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'unknown_webhook_recovery' | 'unavailable'>;

/** The request of `getWebhookStats`: its parameters by their names in the contract. */
export interface GetWebhookStatsRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  /** First instant of the window, inclusive. By default 7 days before now. */
  start?: string;
  /** End of the window, exclusive. By default now. An instant before `start` fails with 400. */
  end?: string;
}

/** The context of the handler of `getWebhookStats`, with the problems that it may throw. */
export type GetWebhookStatsContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'unavailable'>;

/** The request of `listWebhookDeliveries`: its parameters by their names in the contract. */
export interface ListWebhookDeliveriesRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  /** Event types, separated by commas or in repeated parameters, at most 50. */
  event_types?: Array<DeliveryEventType>;
  /** Outcomes of attempts, separated by commas or in repeated parameters, at most 50: a status (`500`), a class of them (`5xx`), an `error` (`timeout`) or an `error_detail` (`tls_certificate_expired`). One matching attempt suffices, and so does the `error` of a failure record. A page searches up to 5,000. So it may contain fewer than `limit`, or none, and `next_cursor` continues the search. */
  outcomes?: Array<string>;
  /** Delivery statuses, separated by commas or in repeated parameters, at most 50. */
  statuses?: Array<DeliveryStatus>;
  /** Deliveries queued at or after this instant. */
  start?: string;
  /** Deliveries queued before this instant. An instant before `start` fails with 400. */
  end?: string;
  /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
  cursor?: string;
  /** Items per page. */
  limit: number;
}

/** The context of the handler of `listWebhookDeliveries`, with the problems that it may throw. */
export type ListWebhookDeliveriesContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'invalid_cursor' | 'unknown_webhook_endpoint' | 'unavailable'>;

/** The request of `listWebhookEndpoints`: its parameters by their names in the contract. */
export interface ListWebhookEndpointsRequest {}

/** The context of the handler of `listWebhookEndpoints`, with the problems that it may throw. */
export type ListWebhookEndpointsContext<Contexts extends AccessContexts> = Contexts['key'] & Problems<'unavailable'>;

/** The request of `listWebhookEvents`: its parameters by their names in the contract. */
export interface ListWebhookEventsRequest {
  /** Event ids, separated by commas or in repeated parameters, at most 50. */
  event_ids?: Array<string>;
  /** Delivery ids, separated by commas or in repeated parameters, at most 50: the events that they deliver. */
  delivery_ids?: Array<string>;
  /** Order ids, separated by commas or in repeated parameters, at most 50. */
  order_ids?: Array<string>;
  /** Upstream fan ids, separated by commas or in repeated parameters, at most 50. */
  fan_ids?: Array<string>;
  /** Event types, separated by commas or in repeated parameters, at most 50. */
  event_types?: Array<DeliveryEventType>;
  /** Events recorded at or after this instant. */
  start?: string;
  /** Events recorded before this instant. An instant before `start` fails with 400. */
  end?: string;
  /** `true`: each event has `deliveries`, the latest one to each endpoint that the key can access. Then `limit` is at most 50. */
  include_deliveries?: 'true' | 'false';
  /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
  cursor?: string;
  /** Items per page. */
  limit: number;
}

/** The context of the handler of `listWebhookEvents`, with the problems that it may throw. */
export type ListWebhookEventsContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'invalid_cursor' | 'unavailable'>;

/** The request of `listWebhookFailures`: its parameters by their names in the contract. */
export interface ListWebhookFailuresRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  /** Event types, separated by commas or in repeated parameters, at most 50. */
  event_types?: Array<DeliveryEventType>;
  /** Outcomes of attempts, separated by commas or in repeated parameters, at most 50: a status (`500`), a class of them (`5xx`), an `error` (`timeout`) or an `error_detail` (`tls_certificate_expired`). One matching attempt suffices, and so does the `error` of a failure record. A page searches up to 5,000. So it may contain fewer than `limit`, or none, and `next_cursor` continues the search. */
  outcomes?: Array<string>;
  /** Failures recorded at or after this instant. */
  start?: string;
  /** Failures recorded before this instant. An instant before `start` fails with 400. */
  end?: string;
  /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
  cursor?: string;
  /** Items per page. */
  limit: number;
}

/** The context of the handler of `listWebhookFailures`, with the problems that it may throw. */
export type ListWebhookFailuresContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'invalid_cursor' | 'unknown_webhook_endpoint' | 'unavailable'>;

/** The request of `listWebhookFigures`: its parameters by their names in the contract. */
export interface ListWebhookFiguresRequest {
  /** Endpoint ids, separated by commas or in repeated parameters, at most 50. */
  endpoint_ids: Array<string>;
  /** Length of a point. */
  interval: 'minute' | 'hour';
  /** First instant of the window, inclusive. By default 60 minutes before its end, or 24 hours if `interval` is `hour`. */
  start?: string;
  /** End of the window, exclusive. By default now. An instant that is not after `start` fails with 400. */
  end?: string;
  /** First instant that `latency` and `by_event_type` count, inclusive, widened to whole minutes or hours. By default `start`. An instant outside the window fails with 400. It shows the last hour within the points of a day in one request. */
  totals_start?: string;
}

/** The context of the handler of `listWebhookFigures`, with the problems that it may throw. */
export type ListWebhookFiguresContext<Contexts extends AccessContexts> = Contexts['key'] & Problems<'validation_failed' | 'unavailable'>;

/** The request of `pingWebhookEndpoint`: its parameters by their names in the contract. */
export interface PingWebhookEndpointRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
}

/** The context of the handler of `pingWebhookEndpoint`, with the problems that it may throw. */
export type PingWebhookEndpointContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'webhook_endpoint_disabled' | 'unavailable'>;

/** The request of `recoverWebhookEvents`: its parameters by their names in the contract, and its body. */
export interface RecoverWebhookEventsRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  body: RecoveryRequest;
}

/** The context of the handler of `recoverWebhookEvents`, with the problems that it may throw. */
export type RecoverWebhookEventsContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'webhook_endpoint_disabled' | 'unavailable'>;

/** The request of `replayWebhookFailure`: its parameters by their names in the contract. */
export interface ReplayWebhookFailureRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  /** Id of a failure record of this endpoint, a UUID. */
  failure_id: string;
}

/** The context of the handler of `replayWebhookFailure`, with the problems that it may throw. */
export type ReplayWebhookFailureContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'unknown_webhook_failure' | 'unavailable'>;

/** The request of `replayWebhookFailures`: its parameters by their names in the contract, and its body. */
export interface ReplayWebhookFailuresRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  body?: BulkReplay;
}

/** The context of the handler of `replayWebhookFailures`, with the problems that it may throw. */
export type ReplayWebhookFailuresContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'unavailable'>;

/** The request of `resendWebhookDeliveries`: its parameters by their names in the contract, and its body. */
export interface ResendWebhookDeliveriesRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  body: BulkResend;
}

/** The context of the handler of `resendWebhookDeliveries`, with the problems that it may throw. */
export type ResendWebhookDeliveriesContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'invalid_cursor' | 'unknown_webhook_endpoint' | 'webhook_endpoint_disabled' | 'unavailable'>;

/** The request of `resendWebhookDelivery`: its parameters by their names in the contract. */
export interface ResendWebhookDeliveryRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  /** Id of a delivery to this endpoint, a UUID. */
  delivery_id: string;
}

/** The context of the handler of `resendWebhookDelivery`, with the problems that it may throw. */
export type ResendWebhookDeliveryContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'unknown_webhook_delivery' | 'webhook_endpoint_disabled' | 'unavailable'>;

/** The request of `retryWebhookDelivery`: its parameters by their names in the contract. */
export interface RetryWebhookDeliveryRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  /** Id of a delivery to this endpoint, a UUID. */
  delivery_id: string;
}

/** The context of the handler of `retryWebhookDelivery`, with the problems that it may throw. */
export type RetryWebhookDeliveryContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'unknown_webhook_delivery' | 'unavailable'>;

/** The request of `rotateWebhookSecret`: its parameters by their names in the contract, and its body. */
export interface RotateWebhookSecretRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  body?: SecretRotation;
}

/** The context of the handler of `rotateWebhookSecret`, with the problems that it may throw. */
export type RotateWebhookSecretContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'not_through_link' | 'validation_failed' | 'unknown_webhook_endpoint' | 'webhook_secret_limit' | 'unavailable'>;

/** The request of `sendTestWebhookEvent`: its parameters by their names in the contract, and its body. */
export interface SendTestWebhookEventRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  body: TestEvent;
}

/** The context of the handler of `sendTestWebhookEvent`, with the problems that it may throw. */
export type SendTestWebhookEventContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'webhook_endpoint_disabled' | 'unavailable'>;

/** The request of `streamWebhookListener`: its parameters by their names in the contract. */
export interface StreamWebhookListenerRequest {
  /** Listener id, a UUID. With any other text, the listener is not found. */
  listener_id: string;
}

/** The context of the handler of `streamWebhookListener`, with the problems that it may throw. */
export type StreamWebhookListenerContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'not_through_link' | 'validation_failed' | 'unknown_webhook_listener' | 'unavailable'>;

/** The request of `updateWebhookEndpoint`: its parameters by their names in the contract, and its body. */
export interface UpdateWebhookEndpointRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  body: WebhookEndpointUpdate;
}

/** The context of the handler of `updateWebhookEndpoint`, with the problems that it may throw. */
export type UpdateWebhookEndpointContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'not_through_link' | 'validation_failed' | 'unknown_creator' | 'unknown_webhook_endpoint' | 'undeliverable_url' | 'unavailable'>;

/** The request of `verifyWebhookSignature`: its parameters by their names in the contract, and its body. */
export interface VerifyWebhookSignatureRequest {
  /** Webhook endpoint id, a UUID. With any other text, the endpoint is not found. */
  endpoint_id: string;
  body: SignatureCheckRequest;
}

/** The context of the handler of `verifyWebhookSignature`, with the problems that it may throw. */
export type VerifyWebhookSignatureContext<Contexts extends AccessContexts> = Contexts['key'] &
  Problems<'validation_failed' | 'unknown_webhook_endpoint' | 'unavailable'>;

/** The request of `watchWebhooks`: its parameters by their names in the contract. */
export interface WatchWebhooksRequest {}

/** The context of the handler of `watchWebhooks`, with the problems that it may throw. */
export type WatchWebhooksContext<Contexts extends AccessContexts> = Contexts['key'] & Problems<'unavailable'>;

/** The handlers of the tag Webhooks. */
export interface WebhooksApi<Contexts extends AccessContexts> {
  /**
   * Answer an attempt
   *
   * Reports what your program responded to an attempt that arrived on the stream. It is the outcome of the attempt, as the response of any other receiver would be. A `status_code` from 200 to 299 delivers. Any other one, or an `error`, fails. The first answer before the deadline counts. The answer need not come from the process that has the stream.
   *
   * `POST /v1/webhook-listeners/{listener_id}/answers`, scope `write:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `not_through_link`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_webhook_listener`, `unknown_listener_attempt`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly answerListenerAttempt: (request: AnswerListenerAttemptRequest, context: AnswerListenerAttemptContext<Contexts>) => Promise<void>;

  /**
   * Cancel a recovery
   *
   * Stops a recovery that is queued or running, and returns it with the status `stopped`. Nothing more is queued after the response; deliveries that it queued before stay. The next recovery of the endpoint then starts. A recovery that has ended is returned as it is, so cancelling again changes nothing.
   *
   * `DELETE /v1/webhooks/{endpoint_id}/recoveries/{recovery_id}`, scope `write:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_webhook_endpoint`, `unknown_webhook_recovery`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly cancelWebhookRecovery: (
    request: CancelWebhookRecoveryRequest,
    context: CancelWebhookRecoveryContext<Contexts>,
  ) => Promise<Recovery>;

  /**
   * Create a webhook endpoint
   *
   * Creates an endpoint that is pinned to the version of this request, and shows its signing secret once. Every call creates another endpoint. An agency has at most 10. The endpoint receives the events that occur after its creation.
   *
   * `POST /v1/webhooks`, scope `write:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_creator`, `undeliverable_url`, `webhook_endpoint_limit`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly createWebhookEndpoint: (
    request: CreateWebhookEndpointRequest,
    context: CreateWebhookEndpointContext<Contexts>,
  ) => Promise<WebhookEndpointWithSecret>;

  /**
   * Create a listener
   *
   * Creates a temporary webhook endpoint whose deliveries arrive on a stream that you open, and shows its signing secret once. With a `secret` of your own, it stays the same when
   * you create a listener again. No tunnel and no
   * public address are needed.
   * `svc listen --forward http://localhost:3000/hooks` uses it. The endpoint is pinned to the version of this request and receives
   * the events that occur after its creation. Every call creates another one.
   *
   * Open the stream next. While none is open, deliveries wait. The endpoint is deleted when you delete it, or 15 minutes
   * after the stream was last seen. A key can create 3 listeners, and an agency has at most 5, in addition
   * to its 10 other endpoints.
   *
   * `POST /v1/webhook-listeners`, scope `write:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_creator`, `webhook_listener_limit`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly createWebhookListener: (
    request: CreateWebhookListenerRequest,
    context: CreateWebhookListenerContext<Contexts>,
  ) => Promise<WebhookListener>;

  /**
   * Delete a webhook endpoint
   *
   * Deletes the endpoint with its deliveries, failure records and counters. Deleting it again fails with 404.
   *
   * `DELETE /v1/webhooks/{endpoint_id}`, scope `write:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `not_through_link`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_webhook_endpoint`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly deleteWebhookEndpoint: (request: DeleteWebhookEndpointRequest, context: DeleteWebhookEndpointContext<Contexts>) => Promise<void>;

  /**
   * Delete a listener
   *
   * Deletes the listener's endpoint with its deliveries, failure records and counters, and ends its stream. Deleting it again fails with 404.
   *
   * `DELETE /v1/webhook-listeners/{listener_id}`, scope `write:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `not_through_link`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_webhook_listener`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly deleteWebhookListener: (request: DeleteWebhookListenerRequest, context: DeleteWebhookListenerContext<Contexts>) => Promise<void>;

  /**
   * Get the request of a delivery
   *
   * Returns the request of one attempt as it was sent: method, URL, headers and body. The service rebuilds it from stored data and signs it with the secrets that sign now, for the time of the attempt. Use it to test your own verification with a fixed clock, or to see the body in another version. Secrets are never shown. The timestamp may differ by a second from the one that was sent.
   *
   * `GET /v1/webhooks/{endpoint_id}/deliveries/{delivery_id}/request`, scope `read:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `unknown_webhook_endpoint`, `unknown_webhook_delivery`, `unknown_webhook_attempt`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getSentWebhookRequest: (
    request: GetSentWebhookRequestRequest,
    context: GetSentWebhookRequestContext<Contexts>,
  ) => Promise<DeliveryRequest>;

  /**
   * Get a delivery
   *
   * Returns one delivery with its attempts. Deliveries are stored for 30 days. A replay that was never attempted before the endpoint was disabled appears only in the list of failures.
   *
   * `GET /v1/webhooks/{endpoint_id}/deliveries/{delivery_id}`, scope `read:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `unknown_webhook_endpoint`, `unknown_webhook_delivery`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getWebhookDelivery: (
    request: GetWebhookDeliveryRequest,
    context: GetWebhookDeliveryContext<Contexts>,
  ) => Promise<WebhookDeliveryDetail>;

  /**
   * Get a webhook endpoint
   *
   * Returns one endpoint, without its signing secret.
   *
   * `GET /v1/webhooks/{endpoint_id}`, scope `read:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `unknown_webhook_endpoint`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getWebhookEndpoint: (
    request: GetWebhookEndpointRequest,
    context: GetWebhookEndpointContext<Contexts>,
  ) => Promise<WebhookEndpoint>;

  /**
   * Get an event
   *
   * Returns one event, and its deliveries with their attempts to every endpoint that the key can access: the complete outcome of a fact.
   *
   * `GET /v1/webhook-events/{event_id}`, scope `read:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `unknown_webhook_event`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getWebhookEvent: (
    request: GetWebhookEventRequest,
    context: GetWebhookEventContext<Contexts>,
  ) => Promise<RecordedEventWithDeliveries>;

  /**
   * Get figures of an endpoint
   *
   * Returns deliveries and attempts by the minute or hour, how long the endpoint took to respond, and its pending deliveries. The window is widened to whole minutes or hours and has at most 1,500 of them; a longer window fails with 400. An outcome counts in the minute in which it was recorded; counts are stored for about 90 days. Latencies are counted in fixed buckets, with every attempt that got a response or timed out.
   *
   * A key that is limited to some creators sees the counts since the endpoint last lost a creator, and the pending deliveries of its creators.
   *
   * `GET /v1/webhooks/{endpoint_id}/figures`, scope `read:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `unknown_webhook_endpoint`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getWebhookFigures: (request: GetWebhookFiguresRequest, context: GetWebhookFiguresContext<Contexts>) => Promise<WebhookFigures>;

  /**
   * Get a recovery
   *
   * Returns the progress of a recovery. Recoveries are stored for 30 days. A key that is limited to some creators sees those for these creators.
   *
   * `GET /v1/webhooks/{endpoint_id}/recoveries/{recovery_id}`, scope `read:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `unknown_webhook_endpoint`, `unknown_webhook_recovery`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getWebhookRecovery: (request: GetWebhookRecoveryRequest, context: GetWebhookRecoveryContext<Contexts>) => Promise<Recovery>;

  /**
   * Get delivery counters
   *
   * Returns delivered and failed totals per event type over a window. The window is widened to whole minutes. Counters are stored for about 90 days. A key that is limited to some creators sees the counts since the endpoint last lost a creator.
   *
   * `GET /v1/webhooks/{endpoint_id}/stats`, scope `read:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `unknown_webhook_endpoint`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly getWebhookStats: (request: GetWebhookStatsRequest, context: GetWebhookStatsContext<Contexts>) => Promise<DeliveryCounterList>;

  /**
   * List deliveries
   *
   * Returns deliveries to the endpoint with their attempts, most recent first. They are stored for 30 days. A key that is limited to some creators sees those of its creators' events and of pings. A replay that was never attempted before the endpoint was disabled appears only in the list of failures.
   *
   * `GET /v1/webhooks/{endpoint_id}/deliveries`, scope `read:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `invalid_cursor`, `unknown_webhook_endpoint`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listWebhookDeliveries: (
    request: ListWebhookDeliveriesRequest,
    context: ListWebhookDeliveriesContext<Contexts>,
  ) => Promise<WebhookDeliveryPage>;

  /**
   * List webhook endpoints
   *
   * Returns all endpoints that the key can access, in one response. A key that is limited to some creators sees only endpoints that cover none but its own creators.
   *
   * `GET /v1/webhooks`, scope `read:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listWebhookEndpoints: (
    request: ListWebhookEndpointsRequest,
    context: ListWebhookEndpointsContext<Contexts>,
  ) => Promise<WebhookEndpointList>;

  /**
   * List events
   *
   * Returns events that were recorded for endpoints of the agency, with their payloads, most recent first. They are stored for 30 days. An event that matches no endpoint is not recorded. A key that is limited to some creators sees the events of its creators, and pings of endpoints that it can access.
   *
   * To find events of some types, a page searches up to 10,000 events. So it may contain fewer than `limit`, or none, although `next_cursor` is not null. Events of given ids, orders and fans are found directly.
   *
   * `GET /v1/webhook-events`, scope `read:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `invalid_cursor`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listWebhookEvents: (
    request: ListWebhookEventsRequest,
    context: ListWebhookEventsContext<Contexts>,
  ) => Promise<RecordedEventPage>;

  /**
   * List failed deliveries
   *
   * Returns failure records of the endpoint, most recent first. They are stored for 30 days. A key that is limited to some creators sees those of its creators' events and of pings.
   *
   * `GET /v1/webhooks/{endpoint_id}/failures`, scope `read:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `invalid_cursor`, `unknown_webhook_endpoint`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listWebhookFailures: (
    request: ListWebhookFailuresRequest,
    context: ListWebhookFailuresContext<Contexts>,
  ) => Promise<WebhookFailurePage>;

  /**
   * List figures of endpoints
   *
   * Returns the figures of several endpoints in one response. Endpoints that the key cannot access are left out.
   *
   * `GET /v1/webhook-figures`, scope `read:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly listWebhookFigures: (
    request: ListWebhookFiguresRequest,
    context: ListWebhookFiguresContext<Contexts>,
  ) => Promise<WebhookFiguresList>;

  /**
   * Send a test delivery
   *
   * Queues a `ping` event for this endpoint, signed and sent like any other, regardless of its event types and creators. The list of deliveries shows the outcome.
   *
   * `POST /v1/webhooks/{endpoint_id}/ping`, scope `replay:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_webhook_endpoint`, `webhook_endpoint_disabled`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly pingWebhookEndpoint: (
    request: PingWebhookEndpointRequest,
    context: PingWebhookEndpointContext<Contexts>,
  ) => Promise<WebhookPing>;

  /**
   * Recover missed events
   *
   * Queues the events of a span of time that the endpoint has no delivery of, because it was disabled, did not exist or had not subscribed. Only events that match its present `enabled_event_types` and `allowed_creator_ids` are queued. The work is done in the background, one recovery of an endpoint at a time, oldest events first. The event ids are the original ones, and repeating the recovery adds nothing. Events that the endpoint has a delivery of, successful or not, are for resending and replaying.
   *
   * If no endpoint wanted a fact when it occurred, its event was not recorded. A recovery makes it from the stored fact, as that is now: an order, a refund, an AI request, or the present assignment of a fan. Earlier assignments and unassignments are not stored. Such an event always has the same id, and its deliveries have the header `Service-Event-Reconstructed`. Events are stored for 30 days, and no recovery reaches further back.
   *
   * `POST /v1/webhooks/{endpoint_id}/recoveries`, scope `write:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_webhook_endpoint`, `webhook_endpoint_disabled`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly recoverWebhookEvents: (
    request: RecoverWebhookEventsRequest,
    context: RecoverWebhookEventsContext<Contexts>,
  ) => Promise<Recovery>;

  /**
   * Replay a failed delivery
   *
   * Sends the original event again, with the same event id and payload under a new delivery id. Every call creates another delivery. While the endpoint is disabled, nothing is queued and the failure stays, with the new delivery id, `endpoint_disabled` and no attempts; `is_queued` is then false.
   *
   * `POST /v1/webhooks/{endpoint_id}/failures/{failure_id}/replay`, scope `replay:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_webhook_endpoint`, `unknown_webhook_failure`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly replayWebhookFailure: (request: ReplayWebhookFailureRequest, context: ReplayWebhookFailureContext<Contexts>) => Promise<Replay>;

  /**
   * Replay failed deliveries
   *
   * Replays every matching failure that was not replayed yet, each once, in the background. The same request again finds none of them, even while the replays are queued. While the endpoint is disabled, the failures stay unchanged, and `waiting_count` is their number. A key that is limited to some creators replays failures of their events and of pings. The body may be omitted.
   *
   * `POST /v1/webhooks/{endpoint_id}/failures/replay`, scope `replay:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_webhook_endpoint`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly replayWebhookFailures: (
    request: ReplayWebhookFailuresRequest,
    context: ReplayWebhookFailuresContext<Contexts>,
  ) => Promise<BulkReplayed>;

  /**
   * Resend deliveries
   *
   * Sends the events of matching deliveries again, also of successful ones, oldest deliveries first, each event once and with the same event id. A request covers at most 5,000 deliveries: as long as `next_cursor` is not null, repeat the request with it as `cursor`. Events that already wait to be sent again to the endpoint are left out, so the same request does not queue an event twice. Once they are delivered, it sends them again. A key that is limited to some creators resends deliveries of their events and of pings. Receivers that deduplicate by event id ignore the deliveries. With `dry_run`, the endpoint may be disabled.
   *
   * `POST /v1/webhooks/{endpoint_id}/resends`, scope `write:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `invalid_cursor`, `unknown_webhook_endpoint`, `webhook_endpoint_disabled`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly resendWebhookDeliveries: (
    request: ResendWebhookDeliveriesRequest,
    context: ResendWebhookDeliveriesContext<Contexts>,
  ) => Promise<BulkResent>;

  /**
   * Resend a delivery
   *
   * Sends the event of any delivery again, also of a successful one, with the same event id and payload under a new delivery id. Every call creates another delivery, which is retried and counted as any other. Receivers that deduplicate by event id ignore it, so resend an event only if its receiver has lost it. To send failed deliveries again, replay their failures. An event that is no longer stored fails with 404 `unknown_webhook_delivery`.
   *
   * `POST /v1/webhooks/{endpoint_id}/deliveries/{delivery_id}/resend`, scope `write:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_webhook_endpoint`, `unknown_webhook_delivery`, `webhook_endpoint_disabled`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly resendWebhookDelivery: (
    request: ResendWebhookDeliveryRequest,
    context: ResendWebhookDeliveryContext<Contexts>,
  ) => Promise<Resend>;

  /**
   * Retry a pending delivery now
   *
   * Makes the next attempt of a pending delivery due now, instead of after its delay. The number of attempts stays the same. A delivery that is due, in progress or ended is returned as it is, so a repetition changes nothing.
   *
   * `POST /v1/webhooks/{endpoint_id}/deliveries/{delivery_id}/retry`, scope `replay:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_webhook_endpoint`, `unknown_webhook_delivery`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly retryWebhookDelivery: (
    request: RetryWebhookDeliveryRequest,
    context: RetryWebhookDeliveryContext<Contexts>,
  ) => Promise<WebhookDeliveryDetail>;

  /**
   * Rotate the signing secret
   *
   * Creates a new signing secret and shows it once. The current secret stops signing at once, or after the time in the body. Every earlier secret signs until its own `previous_expires_at`, also over further rotations: `Service-Signature` is then `v1=<new>,v1=<previous>` and so on, the newest first. At most 5 secrets of an endpoint sign at the same time, including the current one. The body may be omitted.
   *
   * `POST /v1/webhooks/{endpoint_id}/secret/rotation`, scope `write:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `not_through_link`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_webhook_endpoint`, `webhook_secret_limit`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly rotateWebhookSecret: (
    request: RotateWebhookSecretRequest,
    context: RotateWebhookSecretContext<Contexts>,
  ) => Promise<RotatedSecret>;

  /**
   * Send a test event
   *
   * Queues an event of any type for this endpoint only, regardless of its event types, signed and sent like any other. Its payload is realistic and invented: every id in it begins with `test_`, so that your program recognizes it and finds no resource with that id. The list of deliveries shows the outcome.
   *
   * `POST /v1/webhooks/{endpoint_id}/test-events`, scope `replay:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_webhook_endpoint`, `webhook_endpoint_disabled`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly sendTestWebhookEvent: (
    request: SendTestWebhookEventRequest,
    context: SendTestWebhookEventContext<Contexts>,
  ) => Promise<WebhookPing>;

  /**
   * Receive deliveries on a stream
   *
   * A stream of server-sent events (`text/event-stream`) on which the attempts to deliver to the listener arrive, until you close it. Each event
   * has JSON in `data`, as below. If nothing happens, the stream sends a comment every 15 seconds.
   *
   * ```text
   * event: listener
   * data: {"id":"0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d06","status":"active","disabled_reason":null,"disabled_detail":null,"consecutive_failures":0}
   *
   * event: attempt
   * data: {"id":"5b0c7a52-6d0e-4f7c-9f3e-3f2f6a0a9b11","delivery_id":"0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43","event_id":"0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07","event_type":"order.created","attempt":1,"deadline_at":"2026-07-18T21:04:21.400Z","headers":[{"name":"content-type","value":"application/json"}],"body":"{}"}
   * ```
   *
   * The event `listener` describes the endpoint: first, and after every change. The event `attempt` is one signed request. Send its `headers` and
   * its `body`, byte for byte, to your program. Then answer the attempt with the response of your program before `deadline_at`, 10
   * seconds after its beginning.
   * Without an answer, the attempt times out and the delivery is retried. The event `ended` says why the service ends the stream.
   *
   * A listener has one open stream: another one replaces it, in whatever process of the service. An attempt that was not answered arrives again on
   * the next stream, with the same id, if its deadline has not passed; answer it once. When the stream breaks, open another one: deliveries wait meanwhile.
   * The limits of streams are those of `GET /v1/webhooks/live`.
   *
   * `GET /v1/webhook-listeners/{listener_id}/stream`, scope `write:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `not_through_link`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `request_timeout`, `headers_too_large`, `unknown_webhook_listener`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly streamWebhookListener: (
    request: StreamWebhookListenerRequest,
    context: StreamWebhookListenerContext<Contexts>,
  ) => Promise<TextAnswer<'text/event-stream'>>;

  /**
   * Update a webhook endpoint
   *
   * Changes the members that you send. `status` pauses the endpoint or enables it again. The pinned version never changes. Pending deliveries go to the new `url`, including those of a removed type or creator. Deliveries of creators that the key cannot access become failure records with `endpoint_disabled`.
   *
   * `PATCH /v1/webhooks/{endpoint_id}`, scope `write:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `not_through_link`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_creator`, `unknown_webhook_endpoint`, `undeliverable_url`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly updateWebhookEndpoint: (
    request: UpdateWebhookEndpointRequest,
    context: UpdateWebhookEndpointContext<Contexts>,
  ) => Promise<WebhookEndpoint>;

  /**
   * Check the signature of a delivery
   *
   * Reports which parts of a received delivery match the secrets of this endpoint: the timestamp, the body and each signature. It checks the service's own headers, the former ones and those of Standard Webhooks. Nothing is stored, and neither secrets nor expected signatures are shown.
   *
   * `POST /v1/webhooks/{endpoint_id}/signature-checks`, scope `read:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `validation_failed`, `payload_too_large`, `request_timeout`, `headers_too_large`, `unsupported_media_type`, `unknown_webhook_endpoint`, `idempotency_key_reused`, `idempotency_key_in_use`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly verifyWebhookSignature: (
    request: VerifyWebhookSignatureRequest,
    context: VerifyWebhookSignatureContext<Contexts>,
  ) => Promise<SignatureCheck>;

  /**
   * Watch deliveries live
   *
   * A stream of server-sent events (`text/event-stream`) that continues until you close it. The event `endpoints` describes every endpoint
   * that the key can access: first, and after every change. The event `deliveries` lists the deliveries that were queued, attempted or settled since the
   * last query, which runs at most once a second. The stream contains everything that happens after the response `200`. Each event has JSON in `data`, as below.
   * If nothing changes, the stream sends a comment every 15 seconds.
   *
   * ```text
   * event: endpoints
   * data: {"endpoints":[{"id":"0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05","status":"active","pending_count":0,"oldest_pending_at":null,"consecutive_failures":0}]}
   *
   * event: deliveries
   * data: {"deliveries":[{"id":"0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43","endpoint_id":"0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05","event_id":"0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07","event_type":"order.created","status":"delivered","attempt_count":1,"last_status_code":204,"last_error":null,"last_error_detail":null,"last_duration_ms":87,"created_at":"2026-07-18T21:04:11.400Z","next_attempt_at":null,"is_in_flight":false}],"is_complete":true}
   * ```
   *
   * `status`, `pending_count` (here counted up to 100), `oldest_pending_at` and `consecutive_failures` of an endpoint mean the same
   * as in its figures. A delivery has the members of a delivery in the lists, and instead of its attempts their number and the outcome of the
   * last one. `is_complete` is false if more may have changed than the 200 deliveries that are listed. Retries are
   * listed for the latest pending deliveries.
   *
   * A stream is a view: the lists remain the source of truth. It ends within 2 seconds when its key is revoked, contained or expires, when its portal session ends,
   * when the service stops, and when you do not read it. Then open another one, and read the lists for the time between. A key has at most
   * 4 streams, and an agency 64. While other agencies have streams, it has fewer, so that places stay free for more
   * agencies: at most a third of the free places of a process, but always one. A request for more fails with 429. If no place is free, an agency without a
   * stream takes the latest stream of the agency that has the most, and that stream ends.
   *
   * `GET /v1/webhooks/live`, scope `read:webhooks`
   *
   * Problems: `missing_authorization`, `invalid_api_key`, `expired_api_key`, `missing_scope`, `ip_not_allowed`, `missing_version`, `unknown_version`, `request_timeout`, `headers_too_large`, `rate_limited`, `internal_error`, `unavailable`
   */
  readonly watchWebhooks: (
    request: WatchWebhooksRequest,
    context: WatchWebhooksContext<Contexts>,
  ) => Promise<TextAnswer<'text/event-stream'>>;
}
