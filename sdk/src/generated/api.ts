// Generated from spec/ by `npm run generate`. Do not edit.

export interface paths {
  '/v1/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the key of this request
     * @description Returns the agency, the key with its scopes and limits, and the release that answers. Any valid key may ask.
     */
    get: operations['getMe'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/_health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check health
     * @description For load balancers and monitors. Needs neither version header nor key. Answers 503 when the process cannot serve requests, for example while it stops or without a database.
     */
    get: operations['getHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get this contract
     * @description Returns the OpenAPI 3.1 document of the public operations. Needs neither version header nor key.
     */
    get: operations['getOpenapiDocument'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the status of the service
     * @description Answers a page to a browser and JSON to a program, by `Accept`. Needs neither version header nor key.
     */
    get: operations['getStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/changelog': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the changelog
     * @description Releases and changes, newest first. Answers a page to a browser and JSON to a program, by `Accept`. Needs neither version header nor key.
     */
    get: operations['getChangelog'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/docs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the documentation
     * @description This contract as a page. Needs neither version header nor key.
     */
    get: operations['getDocs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/errors/{slug}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Slug of a problem, the last segment of its `type`.
         * @example invalid_cursor
         */
        slug: string;
      };
      cookie?: never;
    };
    /**
     * Read about an error
     * @description What a problem means and what to do about it. The `type` of every problem leads here.
     */
    get: operations['getErrorPage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/orders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List orders
     * @description Orders of the creators within the reach of the key, most recent first. Filters combine with AND, values inside one list with OR.
     */
    get: operations['listOrders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/orders/{order_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Order id.
         * @example 0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41
         */
        order_id: components['parameters']['OrderId'];
      };
      cookie?: never;
    };
    /**
     * Get an order
     * @description Returns one order, refunded or not.
     */
    get: operations['getOrder'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhook endpoints
     * @description All endpoints within reach, in one answer. A key that is limited to some creators sees only endpoints that cover nothing but its own creators.
     */
    get: operations['listWebhookEndpoints'];
    put?: never;
    /**
     * Create a webhook endpoint
     * @description Creates an endpoint that is pinned to the version of this request, and shows its signing secret once. Every call creates another endpoint. An agency holds at most 10. The endpoint receives events from the next one on.
     */
    post: operations['createWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{endpoint_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    /**
     * Get a webhook endpoint
     * @description Returns one endpoint, without its signing secret.
     */
    get: operations['getWebhookEndpoint'];
    put?: never;
    post?: never;
    /**
     * Delete a webhook endpoint
     * @description Deletes the endpoint with its deliveries, failure records and counters. Deleting it again answers 404.
     */
    delete: operations['deleteWebhookEndpoint'];
    options?: never;
    head?: never;
    /**
     * Update a webhook endpoint
     * @description Changes the members that are sent. `status` pauses the endpoint or enables it again. The pinned version never changes.
     */
    patch: operations['updateWebhookEndpoint'];
    trace?: never;
  };
  '/v1/webhooks/{endpoint_id}/ping': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test delivery
     * @description Queues a `ping` event for this endpoint, signed and sent like any other, whatever its event types and creators. The outcome is in the list of deliveries.
     */
    post: operations['pingWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{endpoint_id}/secret/rotation': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate the signing secret
     * @description Makes a new signing secret and shows it once. While the previous one lives, every delivery is signed with both: `Service-Signature` is then `v1=<new>,v1=<previous>`. The body may be left out.
     */
    post: operations['rotateWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{endpoint_id}/stats': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    /**
     * Get delivery counters
     * @description Delivered and failed totals per event type over a window. The window is widened to whole minutes. Counters are kept for about 90 days.
     */
    get: operations['getWebhookStats'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{endpoint_id}/failures': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    /**
     * List failed deliveries
     * @description Failure records of the endpoint, most recent first. They are kept for 30 days.
     */
    get: operations['listWebhookFailures'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{endpoint_id}/failures/replay': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replay failed deliveries
     * @description Replays in the background every matching failure that was not replayed yet, each once, so the request may be repeated. While the endpoint is disabled, the replays return to the failure records. The body may be left out.
     */
    post: operations['replayWebhookFailures'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{endpoint_id}/failures/{failure_id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
        /**
         * @description Id of a failure record of this endpoint, a UUID.
         * @example 0198f0ac-0f4a-7d93-8e27-b5c1d9a3f864
         */
        failure_id: components['parameters']['FailureId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replay a failed delivery
     * @description Sends the original event again, with the same event id and payload under a new delivery id. Every call makes another delivery. While the endpoint is disabled, the replay returns to the failure records.
     */
    post: operations['replayWebhookFailure'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{endpoint_id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    /**
     * List deliveries
     * @description Deliveries to the endpoint with their attempts, most recent first. They are kept for 30 days.
     */
    get: operations['listWebhookDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description The agency of the key. */
    MeAgency: {
      /**
       * Format: uuid
       * @description Agency id.
       */
      id: string;
      /** @description Name of the agency. */
      name: string;
    };
    /**
     * @description What a key may do. Every operation needs at most one scope.
     * @enum {string}
     */
    Scope:
      | 'read:creators'
      | 'read:employees'
      | 'read:fans'
      | 'write:fans'
      | 'read:messages'
      | 'read:orders'
      | 'read:insights'
      | 'write:insights'
      | 'read:analytics'
      | 'read:publications'
      | 'write:publications'
      | 'read:ai_requests'
      | 'write:ai_requests'
      | 'read:webhooks'
      | 'write:webhooks';
    /** @description The key of the request. */
    MeKey: {
      /**
       * Format: uuid
       * @description Key id. It is not the key itself.
       */
      id: string;
      /** @description Name for the owner's reference. */
      label: string;
      /** @description First characters of the key, for display. */
      prefix: string;
      /** @description Scopes that the key holds. */
      scopes: components['schemas']['Scope'][];
      /** @description Creators that the key is limited to. Empty means every creator of the agency, including future ones. */
      creator_ids: string[];
      /**
       * Format: date-time
       * @description Instant from which the key is refused. Null when it does not expire.
       */
      expires_at: string | null;
    };
    /**
     * @description A version of the API.
     * @example {
     *       "name": "Amethyste",
     *       "date": "2026-07-06"
     *     }
     */
    Release: {
      /** @description Mineral name, as it is sent in `Service-Version`. */
      name: string;
      /**
       * Format: date
       * @description Release date. It may be sent in `Service-Version` as well.
       */
      date: string;
    };
    /** @description The key of the request and the agency that it belongs to. */
    Me: {
      agency: components['schemas']['MeAgency'];
      key: components['schemas']['MeKey'];
      /** @description The release that answered. */
      version: components['schemas']['Release'];
    };
    /** @description Problem Details of RFC 7807. Branch on the last segment of `type`, never on `title`. A problem may carry members that are not listed here; ignore those you do not know. */
    Problem: {
      /**
       * Format: uri
       * @description Stable URI of the kind of problem. Its last segment is the slug, and a page explains it there.
       */
      type: string;
      /** @description Short summary. It may differ between two problems of one type. */
      title: string;
      /** @description The HTTP status, repeated. */
      status: number;
      /** @description What happened this time, when there is more to say. */
      detail?: string;
      /** @description Path and query of the request. */
      instance: string;
    };
    MissingVersionMembers: {
      /** @description Name of the current release. */
      current_version: string;
      /**
       * Format: date
       * @description Date of the current release.
       */
      current_version_date: string;
      /** @description A header line that is ready to send. */
      example: string;
      /**
       * Format: uri
       * @description Where versioning is explained.
       */
      documentation_url: string;
    };
    /** Version header missing */
    MissingVersionProblem: components['schemas']['Problem'] &
      components['schemas']['MissingVersionMembers'] & {
        type?: string;
        /** @constant */
        status?: 400;
      };
    UnknownVersionMembers: {
      /** @description Every accepted value, the name and the date of each release. */
      supported_versions: string[];
      /**
       * Format: uri
       * @description Where versioning is explained.
       */
      documentation_url: string;
    };
    /** Version not known */
    UnknownVersionProblem: components['schemas']['Problem'] &
      components['schemas']['UnknownVersionMembers'] & {
        type?: string;
        /** @constant */
        status?: 400;
      };
    /** No API key */
    MissingAuthorizationProblem: components['schemas']['Problem'] & {
      type?: string;
      /** @constant */
      status?: 401;
    };
    /** API key not valid */
    InvalidApiKeyProblem: components['schemas']['Problem'] & {
      type?: string;
      /** @constant */
      status?: 401;
    };
    /** API key expired */
    ExpiredApiKeyProblem: components['schemas']['Problem'] & {
      type?: string;
      /** @constant */
      status?: 401;
    };
    /** Address not allowed */
    IpNotAllowedProblem: components['schemas']['Problem'] & {
      type?: string;
      /** @constant */
      status?: 403;
    };
    /** Too many requests */
    RateLimitedProblem: components['schemas']['Problem'] & {
      type?: string;
      /** @constant */
      status?: 429;
    };
    InternalErrorMembers: {
      /** @description Equal to the `x-request-id` header. */
      request_id: string;
    };
    /** Internal error */
    InternalErrorProblem: components['schemas']['Problem'] &
      components['schemas']['InternalErrorMembers'] & {
        type?: string;
        /** @constant */
        status?: 500;
      };
    /** Temporarily unavailable */
    UnavailableProblem: components['schemas']['Problem'] & {
      type?: string;
      /** @constant */
      status?: 503;
    };
    /** @description The state of one dependency. */
    HealthCheck: {
      /** @description Name of the dependency, for example `database` or `encryption_key`. The list is open. */
      name: string;
      /**
       * @description Outcome of the check.
       * @enum {string}
       */
      status: 'ok' | 'failed';
      /** @description What is wrong, without secrets. Null when nothing is. */
      detail: string | null;
    };
    /** @description Whether this process can serve requests, and what it depends on. */
    Health: {
      /**
       * @description `ok` when every check passes. `degraded` when requests are served although a check fails.
       * @enum {string}
       */
      status: 'ok' | 'degraded';
      /** @description One item per dependency. */
      checks: components['schemas']['HealthCheck'][];
    };
    /** @description State of one part of the service. */
    StatusComponent: {
      /** @description Name of the part, for example `API` or `Webhook deliveries`. The list is open. */
      name: string;
      /**
       * @description State of the part.
       * @enum {string}
       */
      status: 'operational' | 'degraded' | 'down';
      /** @description What is wrong, in a sentence. Null when nothing is. */
      detail: string | null;
    };
    /** @description State of the service as its users see it. */
    Status: {
      /**
       * @description The worst state of any component.
       * @enum {string}
       */
      status: 'operational' | 'degraded' | 'down';
      /**
       * Format: date-time
       * @description When the components were checked.
       */
      checked_at: string;
      /** @description The current release. */
      version: components['schemas']['Release'];
      /** @description The parts of the service. */
      components: components['schemas']['StatusComponent'][];
    };
    /** @description A release and whether it is the current one. */
    ChangelogRelease: {
      /** @description Mineral name. */
      name: string;
      /**
       * Format: date
       * @description Release date.
       */
      date: string;
      /** @description True for the newest release. */
      current: boolean;
      /** @description What the release changed. */
      description: string;
    };
    /** @description One recorded change. */
    ChangelogEntry: {
      /** @description The change in a few words. */
      title: string;
      /** @description What it means for callers. */
      description: string;
    };
    /** @description Releases and the changes recorded so far. */
    Changelog: {
      /** @description Every release, newest first. */
      releases: components['schemas']['ChangelogRelease'][];
      /** @description Additive changes, newest first. They are available on every release. */
      changes: components['schemas']['ChangelogEntry'][];
    };
    /** Nothing at this path */
    NotFoundProblem: components['schemas']['Problem'] & {
      type?: string;
      /** @constant */
      status?: 404;
    };
    /**
     * @description What was bought: a tip, a push, a private media or a subscription. Tips, pushes and private media are the à-la-carte purchases.
     * @enum {string}
     */
    OrderType: 'tip' | 'push' | 'private_media' | 'subscription';
    /**
     * @description A purchase of a fan.
     * @example {
     *       "id": "0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41",
     *       "order_type": "private_media",
     *       "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
     *       "account_id": "73120045",
     *       "fan_id": "90817263",
     *       "fan_username": "marble_fox",
     *       "user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
     *       "message_id": "5512093847",
     *       "amount_cents": 1500,
     *       "created_at": "2026-07-18T21:04:11.000Z",
     *       "refunded_at": null
     *     }
     */
    Order: {
      /** @description Order id. */
      id: string;
      order_type: components['schemas']['OrderType'];
      /** @description Creator who sold. */
      creator_id: string;
      /** @description Upstream account id of the creator. */
      account_id: string;
      /** @description Upstream fan id of the buyer. Null when the buyer is not known. */
      fan_id: string | null;
      /** @description Upstream username of the buyer, when known. */
      fan_username: string | null;
      /** @description Employee whom the order is attributed to. Null when there is none; may name a former employee. */
      user_id: string | null;
      /** @description Upstream id of the message that sold, if one did. */
      message_id: string | null;
      /** @description Amount in euro cents, before any refund. */
      amount_cents: number;
      /**
       * Format: date-time
       * @description When the fan bought.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the order was refunded upstream. Null while it is not.
       */
      refunded_at: string | null;
    };
    /** @description One page of orders. */
    OrderPage: {
      /** @description The orders of this page, most recent first. */
      data: components['schemas']['Order'][];
      /** @description The `cursor` of the next page. Null on the last page. */
      next_cursor: string | null;
    };
    /** @description One mismatch between the request and the contract. */
    ValidationError: {
      /** @description Where in the query or the body, with dots, for example `limit` or `enabled_event_types.0`. Empty when the whole query or body is concerned. */
      path: string;
      /** @description What is wrong there. */
      message: string;
      /** @description Raw output of the validator; not stable. */
      keyword: string;
      /** @description Raw output of the validator; not stable. */
      instancePath: string;
      /** @description Raw output of the validator; not stable. */
      schemaPath: string;
      /** @description Raw output of the validator; not stable. */
      params: {
        [key: string]: unknown;
      };
    };
    ValidationFailedMembers: {
      /** @description Every mismatch with the schema. Absent when the request is refused for another reason, such as an inverted date range or malformed JSON; then `detail` explains. */
      errors?: components['schemas']['ValidationError'][];
    };
    /** Request not valid */
    ValidationFailedProblem: components['schemas']['Problem'] &
      components['schemas']['ValidationFailedMembers'] & {
        type?: string;
        /** @constant */
        status?: 400;
      };
    /** Cursor not valid */
    InvalidCursorProblem: components['schemas']['Problem'] & {
      type?: string;
      /** @constant */
      status?: 400;
    };
    MissingScopeMembers: {
      /** @description The scope that the operation needs. */
      required_scope: string;
    };
    /** Scope missing */
    MissingScopeProblem: components['schemas']['Problem'] &
      components['schemas']['MissingScopeMembers'] & {
        type?: string;
        /** @constant */
        status?: 403;
      };
    /** Order not found */
    UnknownOrderProblem: components['schemas']['Problem'] & {
      type?: string;
      /** @constant */
      status?: 404;
    };
    /**
     * @description Types of events that an endpoint can subscribe to. New types may be added without a new version.
     * @enum {string}
     */
    WebhookEventType: 'order.created' | 'order.refunded' | 'assignment.updated' | 'conversation.ai_control_requested';
    /**
     * @description A disabled endpoint receives nothing until it is enabled again, and events that occur meanwhile are not recorded for it.
     * @enum {string}
     */
    WebhookEndpointStatus: 'active' | 'disabled';
    /**
     * @description Where events are delivered. The signing secret is shown at creation and rotation only.
     * @example {
     *       "id": "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05",
     *       "url": "https://hooks.northlight.example/service",
     *       "label": "Ledger",
     *       "secret_prefix": "svc_whsec_aGk3",
     *       "enabled_event_types": [
     *         "order.created",
     *         "order.refunded"
     *       ],
     *       "allowed_creator_ids": [],
     *       "api_version": "2026-07-06",
     *       "status": "active",
     *       "disabled_reason": null,
     *       "disabled_at": null,
     *       "created_at": "2026-07-10T09:30:00.000Z"
     *     }
     */
    WebhookEndpoint: {
      /**
       * Format: uuid
       * @description Endpoint id.
       */
      id: string;
      /**
       * Format: uri
       * @description Destination of the deliveries, HTTPS on a public host.
       */
      url: string;
      /** @description Name for the owner's reference. Empty when none was given. */
      label: string;
      /** @description First characters of the signing secret, for display. */
      secret_prefix: string;
      /** @description Types of events that the endpoint receives. `ping` is not listed; every endpoint can receive it. */
      enabled_event_types: components['schemas']['WebhookEventType'][];
      /** @description Creators whose events the endpoint receives. Empty means every creator of the agency, including future ones. */
      allowed_creator_ids: string[];
      /**
       * Format: date
       * @description Release date of the version that was pinned at creation. Payloads are rendered in it for ever.
       */
      api_version: string;
      status: components['schemas']['WebhookEndpointStatus'];
      /**
       * @description `manual` when paused through the API or the app, `auto_breaker` after 10 failed deliveries in a row. Null while active.
       * @enum {string|null}
       */
      disabled_reason: 'manual' | 'auto_breaker' | null;
      /**
       * Format: date-time
       * @description When the endpoint was disabled. Null while active.
       */
      disabled_at: string | null;
      /**
       * Format: date-time
       * @description When the endpoint was created.
       */
      created_at: string;
    };
    /** @description All webhook endpoints within reach. */
    WebhookEndpointList: {
      /** @description The endpoints, oldest first. */
      data: components['schemas']['WebhookEndpoint'][];
    };
    /** @description A webhook endpoint to create. */
    WebhookEndpointCreate: {
      /** @description Destination: HTTPS, on a public host. Only its text is checked. A host name that resolves to a private address is accepted, and every delivery to it then fails. */
      url: string;
      /** @description Name for your reference. Left out, it is empty. */
      label?: string;
      /** @description Types of events to deliver. */
      enabled_event_types: components['schemas']['WebhookEventType'][];
      /** @description Creators whose events to deliver. Empty or left out: every creator of the agency, including future ones; for a key that is limited to some creators, exactly those. */
      allowed_creator_ids?: string[];
    };
    /** @description A new webhook endpoint with its signing secret, which is not shown again. */
    WebhookEndpointWithSecret: {
      /**
       * Format: uuid
       * @description Endpoint id.
       */
      id: string;
      /**
       * Format: uri
       * @description Destination of the deliveries, HTTPS on a public host.
       */
      url: string;
      /** @description Name for the owner's reference. Empty when none was given. */
      label: string;
      /** @description First characters of the signing secret, for display. */
      secret_prefix: string;
      /** @description Types of events that the endpoint receives. `ping` is not listed; every endpoint can receive it. */
      enabled_event_types: components['schemas']['WebhookEventType'][];
      /** @description Creators whose events the endpoint receives. Empty means every creator of the agency, including future ones. */
      allowed_creator_ids: string[];
      /**
       * Format: date
       * @description Release date of the version that was pinned at creation. Payloads are rendered in it for ever.
       */
      api_version: string;
      status: components['schemas']['WebhookEndpointStatus'];
      /**
       * @description `manual` when paused through the API or the app, `auto_breaker` after 10 failed deliveries in a row. Null while active.
       * @enum {string|null}
       */
      disabled_reason: 'manual' | 'auto_breaker' | null;
      /**
       * Format: date-time
       * @description When the endpoint was disabled. Null while active.
       */
      disabled_at: string | null;
      /**
       * Format: date-time
       * @description When the endpoint was created.
       */
      created_at: string;
      /** @description Signing secret: `svc_whsec_` and 32 characters. Keep it; it cannot be read again. The whole text, as UTF-8, is the key of `Service-Signature`. */
      secret: string;
    };
    /** Creator not found */
    UnknownCreatorProblem: components['schemas']['Problem'] & {
      type?: string;
      /** @constant */
      status?: 404;
    };
    /** Body too large */
    PayloadTooLargeProblem: components['schemas']['Problem'] & {
      type?: string;
      /** @constant */
      status?: 413;
    };
    /** Body is not JSON */
    UnsupportedMediaTypeProblem: components['schemas']['Problem'] & {
      type?: string;
      /** @constant */
      status?: 415;
    };
    /** URL cannot be delivered to */
    UndeliverableUrlProblem: components['schemas']['Problem'] & {
      type?: string;
      /** @constant */
      status?: 422;
    };
    /** Too many webhook endpoints */
    WebhookEndpointLimitProblem: components['schemas']['Problem'] & {
      type?: string;
      /** @constant */
      status?: 422;
    };
    /** Webhook endpoint not found */
    UnknownWebhookEndpointProblem: components['schemas']['Problem'] & {
      type?: string;
      /** @constant */
      status?: 404;
    };
    /** @description What to change of a webhook endpoint. Members that are left out stay as they are. */
    WebhookEndpointUpdate: {
      /** @description New destination, checked as at creation. Pending deliveries go to it. */
      url?: string;
      /** @description New name. */
      label?: string;
      /** @description Types of events to deliver from now on. What is already recorded is still delivered. */
      enabled_event_types?: components['schemas']['WebhookEventType'][];
      /** @description Creators whose events to deliver from now on. Empty: every creator of the agency, or those of the key when it is limited. */
      allowed_creator_ids?: string[];
      /** @description `active` enables the endpoint and resets the count of failed deliveries in a row. `disabled` pauses it; an endpoint that is already disabled keeps its first reason. */
      status?: components['schemas']['WebhookEndpointStatus'];
    };
    /** @description The test delivery that was queued. */
    WebhookPing: {
      /**
       * Format: uuid
       * @description Id of the `ping` event.
       */
      event_id: string;
      /**
       * Format: uuid
       * @description Id of its delivery.
       */
      delivery_id: string;
    };
    /** Webhook endpoint disabled */
    WebhookEndpointDisabledProblem: components['schemas']['Problem'] & {
      type?: string;
      /** @constant */
      status?: 409;
    };
    /** @description How long the previous secret signs beside the new one. */
    SecretRotation: {
      /** @description Seconds for which deliveries are signed with both secrets, up to 7 days. 0, or left out: the previous secret stops at once. */
      previous_expires_in_seconds?: number;
    };
    /** @description The new signing secret, which is not shown again. */
    RotatedSecret: {
      /** @description New signing secret: `svc_whsec_` and 32 characters. */
      secret: string;
      /** @description Its first characters, for display. */
      secret_prefix: string;
      /**
       * Format: date-time
       * @description Until when the previous secret signs too. Null when it stopped at once.
       */
      previous_expires_at: string | null;
    };
    /**
     * @description Types of events that are delivered, those of a test delivery (`ping`) included.
     * @enum {string}
     */
    DeliveryEventType: 'order.created' | 'order.refunded' | 'assignment.updated' | 'conversation.ai_control_requested' | 'ping';
    /** @description Deliveries of one event type in the window. */
    DeliveryCounter: {
      event_type: components['schemas']['DeliveryEventType'];
      /** @description Deliveries that were acknowledged with a 2xx. */
      delivered_count: number;
      /** @description Deliveries that failed in all four attempts. */
      failed_count: number;
    };
    /** @description Counters of every event type. */
    DeliveryCounterList: {
      /** @description One counter per event type; all five are always present. */
      data: components['schemas']['DeliveryCounter'][];
    };
    /**
     * @description Why an attempt or a delivery failed. `http_status`: an answer other than 2xx. `timeout`: no answer within 10 seconds. `connection_error`: the name did not resolve or the connection failed. `tls_error`: no valid certificate. `redirect`: a 3xx, which is not followed. `destination_forbidden`: the host resolves to an address that is not public. `endpoint_disabled`: the endpoint was disabled before the delivery could be sent.
     * @enum {string}
     */
    DeliveryError:
      'http_status' | 'timeout' | 'connection_error' | 'tls_error' | 'redirect' | 'destination_forbidden' | 'endpoint_disabled';
    /** @description One try to deliver. */
    DeliveryAttempt: {
      /**
       * Format: date-time
       * @description When the attempt began.
       */
      attempted_at: string;
      /** @description How long it took, in milliseconds. */
      duration_ms: number;
      /** @description HTTP status of the answer. Null without an answer. */
      status_code: number | null;
      /**
       * @description Why the attempt failed, as in the failure record. Null when it succeeded.
       * @enum {string|null}
       */
      error:
        'http_status' | 'timeout' | 'connection_error' | 'tls_error' | 'redirect' | 'destination_forbidden' | 'endpoint_disabled' | null;
      /** @description The beginning of the answer's body, at most 4 KB. Null without an answer. */
      response_excerpt: string | null;
    };
    /**
     * @description A delivery that failed for good. It is kept for 30 days and can be replayed.
     * @example {
     *       "id": "0198f0ac-0f4a-7d93-8e27-b5c1d9a3f864",
     *       "event_id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
     *       "event_type": "order.created",
     *       "delivery_id": "0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43",
     *       "event_created_at": "2026-07-18T21:04:11.000Z",
     *       "failed_at": "2026-07-18T21:10:26.000Z",
     *       "error": "http_status",
     *       "attempts": [
     *         {
     *           "attempted_at": "2026-07-18T21:10:25.000Z",
     *           "duration_ms": 143,
     *           "status_code": 500,
     *           "error": "http_status",
     *           "response_excerpt": "Internal Server Error"
     *         }
     *       ],
     *       "replayed_at": null
     *     }
     */
    WebhookFailure: {
      /**
       * Format: uuid
       * @description Failure id.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the event. A replay sends it again.
       */
      event_id: string;
      event_type: components['schemas']['DeliveryEventType'];
      /**
       * Format: uuid
       * @description Id of the delivery that failed.
       */
      delivery_id: string;
      /**
       * Format: date-time
       * @description When the fact of the event occurred.
       */
      event_created_at: string;
      /**
       * Format: date-time
       * @description When the delivery was recorded as failed.
       */
      failed_at: string;
      /** @description Why the last attempt failed, or `endpoint_disabled`. */
      error: components['schemas']['DeliveryError'];
      /** @description The attempts, oldest first. Empty when the endpoint was disabled before the first. */
      attempts: components['schemas']['DeliveryAttempt'][];
      /**
       * Format: date-time
       * @description When the failure was last replayed. Null when it was not.
       */
      replayed_at: string | null;
    };
    /** @description One page of failure records. */
    WebhookFailurePage: {
      /** @description The failure records of this page, most recent first. */
      data: components['schemas']['WebhookFailure'][];
      /** @description The `cursor` of the next page. Null on the last page. */
      next_cursor: string | null;
    };
    /** @description Which failures to replay. Filters combine with AND; without any, all that were not replayed. */
    BulkReplay: {
      /**
       * Format: date-time
       * @description Failures recorded at or after it.
       */
      start?: string;
      /**
       * Format: date-time
       * @description Failures recorded before it.
       */
      end?: string;
      /** @description Failures of these event types. */
      event_types?: components['schemas']['DeliveryEventType'][];
    };
    /** @description How many failures will be replayed. */
    BulkReplayed: {
      /** @description Number of failures that match and had not been replayed. */
      replayed_count: number;
    };
    /** @description The delivery that the replay queued. */
    Replay: {
      /**
       * Format: uuid
       * @description Id of the original event.
       */
      event_id: string;
      /**
       * Format: uuid
       * @description Id of the new delivery.
       */
      delivery_id: string;
    };
    /** Failed delivery not found */
    UnknownWebhookFailureProblem: components['schemas']['Problem'] & {
      type?: string;
      /** @constant */
      status?: 404;
    };
    /**
     * @description `pending` while attempts remain, `delivered` after a 2xx, `failed` when it became a failure record.
     * @enum {string}
     */
    DeliveryStatus: 'pending' | 'delivered' | 'failed';
    /**
     * @description A delivery of one event to one endpoint, with its attempts. It is kept for 30 days.
     * @example {
     *       "id": "0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43",
     *       "event_id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
     *       "event_type": "order.created",
     *       "status": "delivered",
     *       "attempts": [
     *         {
     *           "attempted_at": "2026-07-18T21:04:11.410Z",
     *           "duration_ms": 87,
     *           "status_code": 204,
     *           "error": null,
     *           "response_excerpt": ""
     *         }
     *       ],
     *       "created_at": "2026-07-18T21:04:11.400Z",
     *       "next_attempt_at": null
     *     }
     */
    WebhookDelivery: {
      /**
       * Format: uuid
       * @description Delivery id. All attempts share it.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the event.
       */
      event_id: string;
      event_type: components['schemas']['DeliveryEventType'];
      status: components['schemas']['DeliveryStatus'];
      /** @description The attempts so far, oldest first. */
      attempts: components['schemas']['DeliveryAttempt'][];
      /**
       * Format: date-time
       * @description When the delivery was queued.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the next attempt is due. Null unless pending.
       */
      next_attempt_at: string | null;
    };
    /** @description One page of deliveries. */
    WebhookDeliveryPage: {
      /** @description The deliveries of this page, most recent first. */
      data: components['schemas']['WebhookDelivery'][];
      /** @description The `cursor` of the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  responses: {
    /** @description The version header is missing or names no release. */
    BadVersion: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['MissingVersionProblem'] | components['schemas']['UnknownVersionProblem'];
      };
    };
    /** @description The API key is missing, not valid or expired. */
    Unauthorized: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['MissingAuthorizationProblem']
          | components['schemas']['InvalidApiKeyProblem']
          | components['schemas']['ExpiredApiKeyProblem'];
      };
    };
    /** @description Reserved: the caller's address is not allowed for the key. */
    ForbiddenAddress: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['IpNotAllowedProblem'];
      };
    };
    /** @description The key has used its requests of this window. */
    RateLimited: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfter'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['RateLimitedProblem'];
      };
    };
    /** @description The service failed. */
    InternalError: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['InternalErrorProblem'];
      };
    };
    /** @description A dependency cannot be reached, a statement took too long, or the service is stopping. */
    Unavailable: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnavailableProblem'];
      };
    };
    /** @description The service failed. */
    OpenInternalError: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['InternalErrorProblem'];
      };
    };
    /** @description A dependency cannot be reached, a statement took too long, or the service is stopping. */
    OpenUnavailable: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnavailableProblem'];
      };
    };
    /** @description There is no such page. */
    OpenNotFound: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['NotFoundProblem'];
      };
    };
    /** @description The request or its cursor is not valid, or its version is missing or unknown. */
    BadPageRequest: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['MissingVersionProblem']
          | components['schemas']['UnknownVersionProblem']
          | components['schemas']['ValidationFailedProblem']
          | components['schemas']['InvalidCursorProblem'];
      };
    };
    /** @description The key does not hold the scope of the operation. */
    Forbidden: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['MissingScopeProblem'] | components['schemas']['IpNotAllowedProblem'];
      };
    };
    /** @description The request breaks the contract, or its version is missing or unknown. */
    BadRequest: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['MissingVersionProblem']
          | components['schemas']['UnknownVersionProblem']
          | components['schemas']['ValidationFailedProblem'];
      };
    };
    /** @description No order with this id is within the reach of the key. */
    UnknownOrder: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnknownOrderProblem'];
      };
    };
    /** @description No creator with this id is within the reach of the key. */
    UnknownCreator: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnknownCreatorProblem'];
      };
    };
    /** @description The body is over 256 KB (8 MB where records are ingested). */
    PayloadTooLarge: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['PayloadTooLargeProblem'];
      };
    };
    /** @description The body was not sent as `Content-Type: application/json`, or it is compressed. */
    UnsupportedMediaType: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnsupportedMediaTypeProblem'];
      };
    };
    /** @description The URL cannot be delivered to, or the agency already holds 10 endpoints. */
    UndeliverableUrlOrEndpointLimit: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UndeliverableUrlProblem'] | components['schemas']['WebhookEndpointLimitProblem'];
      };
    };
    /** @description No webhook endpoint with this id is within the reach of the key. */
    UnknownWebhookEndpoint: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnknownWebhookEndpointProblem'];
      };
    };
    /** @description The endpoint, or a creator in the body, is out of reach. */
    UnknownWebhookEndpointOrCreator: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnknownWebhookEndpointProblem'] | components['schemas']['UnknownCreatorProblem'];
      };
    };
    /** @description The URL is not HTTPS or its host is not public: an address in a private range, `localhost`, a name under `.internal` or `.local`. */
    UndeliverableUrl: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UndeliverableUrlProblem'];
      };
    };
    /** @description The endpoint is disabled, so no test delivery is sent. */
    WebhookEndpointDisabled: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['WebhookEndpointDisabledProblem'];
      };
    };
    /** @description The endpoint is out of reach, or it has no such failure record. */
    UnknownWebhookEndpointOrFailure: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          components['schemas']['UnknownWebhookEndpointProblem'] | components['schemas']['UnknownWebhookFailureProblem'];
      };
    };
  };
  parameters: {
    /**
     * @description The release to answer in: its exact name or its date. `Legacy-Version` is accepted in its place; when both are sent, this one counts, even if it is empty.
     * @example Amethyste
     */
    ServiceVersion: string;
    /**
     * @deprecated
     * @description Former name of `Service-Version`. It counts only when `Service-Version` is absent.
     * @example 2026-07-06
     */
    LegacyVersion: string;
    /**
     * @description An id of your own for this request. The answer repeats it.
     * @example 0198f0b2-91d4-7a3e-8c55-0f6e2b1d7a90
     */
    RequestId: string;
    /**
     * @description Creator ids, separated by commas, at most 50. An id out of reach matches nothing.
     * @example [
     *       "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35"
     *     ]
     */
    CreatorIds: string[];
    /**
     * @description First instant of the range, included.
     * @example 2026-07-01T00:00:00Z
     */
    Start: string;
    /**
     * @description Instant at which the range ends, not included. Before `start`, it answers 400.
     * @example 2026-08-01T00:00:00Z
     */
    End: string;
    /** @description `next_cursor` of the page before. Send the same filters with every page: a cursor holds a position, not the filters. */
    Cursor: string;
    /** @description Items per page. */
    Limit: number;
    /**
     * @description Order id.
     * @example 0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41
     */
    OrderId: string;
    /**
     * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
     * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
     */
    EndpointId: string;
    /**
     * @description Event types, separated by commas, at most 50.
     * @example [
     *       "order.created",
     *       "order.refunded"
     *     ]
     */
    EventTypes: components['schemas']['DeliveryEventType'][];
    /**
     * @description Id of a failure record of this endpoint, a UUID.
     * @example 0198f0ac-0f4a-7d93-8e27-b5c1d9a3f864
     */
    FailureId: string;
  };
  requestBodies: never;
  headers: {
    /**
     * @description Id of this request. Repeats the `x-request-id` of the request when there was one. Quote it when asking for support.
     * @example 0198f0b2-91d4-7a3e-8c55-0f6e2b1d7a90
     */
    RequestId: string;
    /**
     * @description What is left for this key in the running window: `r` requests, renewed in `t` seconds. Present from the moment that the request has been counted, so not on answers about the version, the key or the scope.
     * @example "default";r=599;t=60
     */
    RateLimit: string;
    /**
     * @description The limit itself, `q` requests in `w` seconds. Present together with `RateLimit`.
     * @example "default";q=600;w=60
     */
    RateLimitPolicy: string;
    /**
     * @description Seconds to wait before the next request.
     * @example 17
     */
    RetryAfter: number;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getMe: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The key and its agency. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "agency": {
           *         "id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
           *         "name": "Northlight Agency"
           *       },
           *       "key": {
           *         "id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
           *         "label": "Reporting",
           *         "prefix": "svc_live_Xp3k",
           *         "scopes": [
           *           "read:orders",
           *           "read:analytics"
           *         ],
           *         "creator_ids": [],
           *         "expires_at": null
           *       },
           *       "version": {
           *         "name": "Amethyste",
           *         "date": "2026-07-06"
           *       }
           *     }
           */
          'application/json': components['schemas']['Me'];
        };
      };
      400: components['responses']['BadVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenAddress'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The process serves requests. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "checks": [
           *         {
           *           "name": "database",
           *           "status": "ok",
           *           "detail": null
           *         },
           *         {
           *           "name": "encryption_key",
           *           "status": "ok",
           *           "detail": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Health'];
        };
      };
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  getOpenapiDocument: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description An OpenAPI 3.1 document. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "openapi": "3.1.0",
           *       "info": {
           *         "title": "Agency Messaging and Webhook Service",
           *         "version": "2026-07-06"
           *       },
           *       "paths": {}
           *     }
           */
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  getStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The state of the service and of its parts. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "operational",
           *       "checked_at": "2026-07-20T08:15:00.000Z",
           *       "version": {
           *         "name": "Amethyste",
           *         "date": "2026-07-06"
           *       },
           *       "components": [
           *         {
           *           "name": "API",
           *           "status": "operational",
           *           "detail": null
           *         },
           *         {
           *           "name": "Webhook deliveries",
           *           "status": "operational",
           *           "detail": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Status'];
          'text/html': string;
        };
      };
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  getChangelog: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The releases and the changes recorded so far. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "releases": [
           *         {
           *           "name": "Amethyste",
           *           "date": "2026-07-06",
           *           "current": true,
           *           "description": "Initial version."
           *         }
           *       ],
           *       "changes": [
           *         {
           *           "title": "Sent messages",
           *           "description": "New list of sent messages and the scope `read:messages`."
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Changelog'];
          'text/html': string;
        };
      };
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  getDocs: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The reference page. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  getErrorPage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Slug of a problem, the last segment of its `type`.
         * @example invalid_cursor
         */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The page of the problem. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      404: components['responses']['OpenNotFound'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  listOrders: {
    parameters: {
      query?: {
        /**
         * @description Creator ids, separated by commas, at most 50. An id out of reach matches nothing.
         * @example [
         *       "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35"
         *     ]
         */
        creator_ids?: components['parameters']['CreatorIds'];
        /**
         * @description Upstream fan ids, separated by commas, at most 50.
         * @example [
         *       "90817263"
         *     ]
         */
        fan_ids?: string[];
        /**
         * @description Order types, separated by commas, at most 50.
         * @example [
         *       "tip",
         *       "push"
         *     ]
         */
        order_types?: components['schemas']['OrderType'][];
        /**
         * @description First instant of the range, included.
         * @example 2026-07-01T00:00:00Z
         */
        start?: components['parameters']['Start'];
        /**
         * @description Instant at which the range ends, not included. Before `start`, it answers 400.
         * @example 2026-08-01T00:00:00Z
         */
        end?: components['parameters']['End'];
        /** @description `next_cursor` of the page before. Send the same filters with every page: a cursor holds a position, not the filters. */
        cursor?: components['parameters']['Cursor'];
        /** @description Items per page. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of orders. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41",
           *           "order_type": "private_media",
           *           "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
           *           "account_id": "73120045",
           *           "fan_id": "90817263",
           *           "fan_username": "marble_fox",
           *           "user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
           *           "message_id": "5512093847",
           *           "amount_cents": 1500,
           *           "created_at": "2026-07-18T21:04:11.000Z",
           *           "refunded_at": null
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['OrderPage'];
        };
      };
      400: components['responses']['BadPageRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getOrder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Order id.
         * @example 0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41
         */
        order_id: components['parameters']['OrderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The order. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownOrder'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listWebhookEndpoints: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The webhook endpoints. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05",
           *           "url": "https://hooks.northlight.example/service",
           *           "label": "Ledger",
           *           "secret_prefix": "svc_whsec_aGk3",
           *           "enabled_event_types": [
           *             "order.created",
           *             "order.refunded"
           *           ],
           *           "allowed_creator_ids": [],
           *           "api_version": "2026-07-06",
           *           "status": "active",
           *           "disabled_reason": null,
           *           "disabled_at": null,
           *           "created_at": "2026-07-10T09:30:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['WebhookEndpointList'];
        };
      };
      400: components['responses']['BadVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://hooks.northlight.example/service",
         *       "label": "Ledger",
         *       "enabled_event_types": [
         *         "order.created",
         *         "order.refunded"
         *       ]
         *     }
         */
        'application/json': components['schemas']['WebhookEndpointCreate'];
      };
    };
    responses: {
      /** @description The endpoint and its secret. */
      201: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05",
           *       "url": "https://hooks.northlight.example/service",
           *       "label": "Ledger",
           *       "secret_prefix": "svc_whsec_aGk3",
           *       "enabled_event_types": [
           *         "order.created",
           *         "order.refunded"
           *       ],
           *       "allowed_creator_ids": [],
           *       "api_version": "2026-07-06",
           *       "status": "active",
           *       "disabled_reason": null,
           *       "disabled_at": null,
           *       "created_at": "2026-07-10T09:30:00.000Z",
           *       "secret": "svc_whsec_aGk3Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5"
           *     }
           */
          'application/json': components['schemas']['WebhookEndpointWithSecret'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownCreator'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UndeliverableUrlOrEndpointLimit'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The webhook endpoint. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05",
           *       "url": "https://hooks.northlight.example/service",
           *       "label": "Ledger",
           *       "secret_prefix": "svc_whsec_aGk3",
           *       "enabled_event_types": [
           *         "order.created",
           *         "order.refunded"
           *       ],
           *       "allowed_creator_ids": [],
           *       "api_version": "2026-07-06",
           *       "status": "active",
           *       "disabled_reason": null,
           *       "disabled_at": null,
           *       "created_at": "2026-07-10T09:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownWebhookEndpoint'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  deleteWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The endpoint is deleted. */
      204: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownWebhookEndpoint'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  updateWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "status": "active"
         *     }
         */
        'application/json': components['schemas']['WebhookEndpointUpdate'];
      };
    };
    responses: {
      /** @description The endpoint as it is now. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05",
           *       "url": "https://hooks.northlight.example/service",
           *       "label": "Ledger",
           *       "secret_prefix": "svc_whsec_aGk3",
           *       "enabled_event_types": [
           *         "order.created",
           *         "order.refunded"
           *       ],
           *       "allowed_creator_ids": [],
           *       "api_version": "2026-07-06",
           *       "status": "active",
           *       "disabled_reason": null,
           *       "disabled_at": null,
           *       "created_at": "2026-07-10T09:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownWebhookEndpointOrCreator'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UndeliverableUrl'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  pingWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The test delivery is queued. */
      202: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "event_id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
           *       "delivery_id": "0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43"
           *     }
           */
          'application/json': components['schemas']['WebhookPing'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownWebhookEndpoint'];
      409: components['responses']['WebhookEndpointDisabled'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "previous_expires_in_seconds": 86400
         *     }
         */
        'application/json': components['schemas']['SecretRotation'];
      };
    };
    responses: {
      /** @description The new secret. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "secret": "svc_whsec_cXV4MTIzNDU2Nzg5aGk3Zm9vYmFyYmF6",
           *       "secret_prefix": "svc_whsec_cXV4",
           *       "previous_expires_at": "2026-07-21T08:15:00.000Z"
           *     }
           */
          'application/json': components['schemas']['RotatedSecret'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownWebhookEndpoint'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getWebhookStats: {
    parameters: {
      query?: {
        /**
         * @description First instant of the window, included. Left out, 7 days before now.
         * @example 2026-07-13T00:00:00Z
         */
        start?: string;
        /**
         * @description Instant at which the window ends, not included. Left out, now. Before `start`, it answers 400.
         * @example 2026-07-20T00:00:00Z
         */
        end?: string;
      };
      header?: never;
      path: {
        /**
         * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The counters. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "event_type": "order.created",
           *           "delivered_count": 412,
           *           "failed_count": 1
           *         },
           *         {
           *           "event_type": "order.refunded",
           *           "delivered_count": 9,
           *           "failed_count": 0
           *         },
           *         {
           *           "event_type": "assignment.updated",
           *           "delivered_count": 0,
           *           "failed_count": 0
           *         },
           *         {
           *           "event_type": "conversation.ai_control_requested",
           *           "delivered_count": 0,
           *           "failed_count": 0
           *         },
           *         {
           *           "event_type": "ping",
           *           "delivered_count": 2,
           *           "failed_count": 0
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['DeliveryCounterList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownWebhookEndpoint'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listWebhookFailures: {
    parameters: {
      query?: {
        /**
         * @description Event types, separated by commas, at most 50.
         * @example [
         *       "order.created",
         *       "order.refunded"
         *     ]
         */
        event_types?: components['parameters']['EventTypes'];
        /**
         * @description Failures recorded at or after it.
         * @example 2026-07-13T00:00:00Z
         */
        start?: string;
        /**
         * @description Failures recorded before it. Before `start`, it answers 400.
         * @example 2026-07-20T00:00:00Z
         */
        end?: string;
        /** @description `next_cursor` of the page before. Send the same filters with every page: a cursor holds a position, not the filters. */
        cursor?: components['parameters']['Cursor'];
        /** @description Items per page. */
        limit?: number;
      };
      header?: never;
      path: {
        /**
         * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of failure records. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198f0ac-0f4a-7d93-8e27-b5c1d9a3f864",
           *           "event_id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
           *           "event_type": "order.created",
           *           "delivery_id": "0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43",
           *           "event_created_at": "2026-07-18T21:04:11.000Z",
           *           "failed_at": "2026-07-18T21:10:26.000Z",
           *           "error": "http_status",
           *           "attempts": [
           *             {
           *               "attempted_at": "2026-07-18T21:10:25.000Z",
           *               "duration_ms": 143,
           *               "status_code": 500,
           *               "error": "http_status",
           *               "response_excerpt": "Internal Server Error"
           *             }
           *           ],
           *           "replayed_at": null
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['WebhookFailurePage'];
        };
      };
      400: components['responses']['BadPageRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownWebhookEndpoint'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  replayWebhookFailures: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "start": "2026-07-18T00:00:00Z",
         *       "event_types": [
         *         "order.created"
         *       ]
         *     }
         */
        'application/json': components['schemas']['BulkReplay'];
      };
    };
    responses: {
      /** @description The replays are queued. */
      202: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "replayed_count": 27
           *     }
           */
          'application/json': components['schemas']['BulkReplayed'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownWebhookEndpoint'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  replayWebhookFailure: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
        /**
         * @description Id of a failure record of this endpoint, a UUID.
         * @example 0198f0ac-0f4a-7d93-8e27-b5c1d9a3f864
         */
        failure_id: components['parameters']['FailureId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The replay is queued. */
      202: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "event_id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
           *       "delivery_id": "0198f0ad-2c81-7e04-b9f6-4d5a7c8e1b32"
           *     }
           */
          'application/json': components['schemas']['Replay'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownWebhookEndpointOrFailure'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /**
         * @description Event types, separated by commas, at most 50.
         * @example [
         *       "order.created",
         *       "order.refunded"
         *     ]
         */
        event_types?: components['parameters']['EventTypes'];
        /**
         * @description Delivery statuses, separated by commas, at most 50.
         * @example [
         *       "pending",
         *       "failed"
         *     ]
         */
        statuses?: components['schemas']['DeliveryStatus'][];
        /**
         * @description Deliveries queued at or after it.
         * @example 2026-07-13T00:00:00Z
         */
        start?: string;
        /**
         * @description Deliveries queued before it. Before `start`, it answers 400.
         * @example 2026-07-20T00:00:00Z
         */
        end?: string;
        /** @description `next_cursor` of the page before. Send the same filters with every page: a cursor holds a position, not the filters. */
        cursor?: components['parameters']['Cursor'];
        /** @description Items per page. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /**
         * @description Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of deliveries. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43",
           *           "event_id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
           *           "event_type": "order.created",
           *           "status": "delivered",
           *           "attempts": [
           *             {
           *               "attempted_at": "2026-07-18T21:04:11.410Z",
           *               "duration_ms": 87,
           *               "status_code": 204,
           *               "error": null,
           *               "response_excerpt": ""
           *             }
           *           ],
           *           "created_at": "2026-07-18T21:04:11.400Z",
           *           "next_attempt_at": null
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['WebhookDeliveryPage'];
        };
      };
      400: components['responses']['BadPageRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownWebhookEndpoint'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
}
