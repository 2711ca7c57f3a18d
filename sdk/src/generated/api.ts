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
     * Returns the agency with its quotas, the key with its scopes and limits, and the release of the response. Every valid key may call it.
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
     * For load balancers and monitors. Requires neither version header nor key. Returns 503 if the process cannot serve requests, for example while it stops or without a database.
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
     * Returns the OpenAPI 3.1 document of the public operations. Requires neither version header nor key.
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
     * Returns a page to a browser and JSON to a program, by `Accept`. Requires neither version header nor key.
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
     * Releases and changes, newest first. Returns a page to a browser and JSON to a program, by `Accept`. Requires neither version header nor key.
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
     * The first page of guides, recipes and the reference. Requires neither version header nor key.
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
         * Slug of a problem, the last segment of its `type`.
         * @example invalid_cursor
         */
        slug: string;
      };
      cookie?: never;
    };
    /**
     * Read about an error
     * Explains a problem: its meaning, an example, and what to do. The `type` of every problem is such an address.
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
  '/v1/creators': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List creators
     * Returns all creators that the key can access, in one response.
     */
    get: operations['listCreators'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/creators/{creator_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Creator id.
         * @example 0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35
         */
        creator_id: components['parameters']['CreatorId'];
      };
      cookie?: never;
    };
    /**
     * Get a creator
     * Returns one creator.
     */
    get: operations['getCreator'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/employees': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List employees
     * Returns all current employees of the agency, in one response. Former employees are absent, though other records may still name them.
     */
    get: operations['listEmployees'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/tags': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List tags
     * Returns the tag catalogue in the order of the agency's app, in one response. Tags belong to the agency, so a key that is limited to some creators sees all of them.
     */
    get: operations['listTags'];
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
     * Returns orders of the creators that the key can access, most recent first. Different filters are combined with AND, the values of one filter with OR.
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
         * Order id.
         * @example 0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41
         */
        order_id: components['parameters']['OrderId'];
      };
      cookie?: never;
    };
    /**
     * Get an order
     * Returns one order, refunded or not.
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
  '/v1/sent-messages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List sent messages
     * Returns messages that the agency's employees sent through the service, most recent first. Mass sends of campaigns and native upstream pushes never appear. The list is read from a projection that is refreshed about every 15 minutes and reaches back about 24 months per account, so a message sent moments ago can be missing until the next refresh. Different filters are combined with AND, the values of one filter with OR.
     */
    get: operations['listSentMessages'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{account_id}/fans': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Upstream account id, the `account.external_id` of a creator.
         * @example 73120045
         */
        account_id: components['parameters']['AccountId'];
      };
      cookie?: never;
    };
    /**
     * List fans of an account
     * Fans of the account, most recent relation first, with assignment, AI lock and tags. Different filters are combined with AND, the values of one filter with OR. À-la-carte purchases are tips, private media and pushes.
     */
    get: operations['listFans'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{account_id}/fans/{fan_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Upstream account id, the `account.external_id` of a creator.
         * @example 73120045
         */
        account_id: components['parameters']['AccountId'];
        /**
         * Upstream fan id.
         * @example 90817263
         */
        fan_id: components['parameters']['FanId'];
      };
      cookie?: never;
    };
    /**
     * Get a fan
     * Returns one fan of the account.
     */
    get: operations['getFan'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{account_id}/fans/{fan_id}/assignment': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Upstream account id, the `account.external_id` of a creator.
         * @example 73120045
         */
        account_id: components['parameters']['AccountId'];
        /**
         * Upstream fan id.
         * @example 90817263
         */
        fan_id: components['parameters']['FanId'];
      };
      cookie?: never;
    };
    get?: never;
    /**
     * Assign a fan
     * Assigns the fan to an employee and publishes `assignment.updated` if the assignment changed. May be repeated.
     */
    put: operations['assignFan'];
    post?: never;
    /**
     * Unassign a fan
     * Removes the assignment and publishes `assignment.updated` if there was one. May be repeated.
     */
    delete: operations['unassignFan'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{account_id}/fans/{fan_id}/ai-lock': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Upstream account id, the `account.external_id` of a creator.
         * @example 73120045
         */
        account_id: components['parameters']['AccountId'];
        /**
         * Upstream fan id.
         * @example 90817263
         */
        fan_id: components['parameters']['FanId'];
      };
      cookie?: never;
    };
    get?: never;
    /**
     * Set the AI lock
     * Gives an AI the lock on the fan, so that `ai_active` is true. May be repeated.
     */
    put: operations['setAiLock'];
    post?: never;
    /**
     * Release the AI lock
     * Removes the lock, so that `ai_active` is false. May be repeated.
     */
    delete: operations['releaseAiLock'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{account_id}/fans/{fan_id}/insight': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Upstream account id, the `account.external_id` of a creator.
         * @example 73120045
         */
        account_id: components['parameters']['AccountId'];
        /**
         * Upstream fan id.
         * @example 90817263
         */
        fan_id: components['parameters']['FanId'];
      };
      cookie?: never;
    };
    /**
     * Get the note on a fan
     * Returns the note and its concurrency token. A fan without a note has an empty note, with a token.
     */
    get: operations['getInsight'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Edit the note on a fan
     * Writes the note if it has not changed since you read it. Send the token that you read in the body's `etag` or in `If-Match`; if you send both, they must be equal, otherwise the request fails with 400. Without a token it fails with 428. If the note has changed since, it fails with 412, and returns the current token if it is known.
     *
     *     A history of edits records who made each, when, and the text that it replaced. It contains the latest 100 edits of a fan, up to 1,000,000 bytes of text in UTF-8, and the latest 1,000,000 edits of an agency, each for 400 days. If an edit would exceed the agency's quota `insight_history_bytes`, the agency's oldest edits are deleted, regardless of their author.
     */
    patch: operations['updateInsight'];
    trace?: never;
  };
  '/v1/ai-requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List pending AI requests
     * Returns the requests that are not acknowledged yet, oldest first, up to `limit`. There is no cursor: acknowledge the requests that you have handled, and the next call returns the following ones.
     */
    get: operations['listAiRequests'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai-requests/acknowledgements': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Acknowledge AI requests
     * Removes requests from the pending list. May be repeated: requests acknowledged before stay acknowledged.
     */
    post: operations['acknowledgeAiRequests'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/publications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List publications
     * Returns publications of the creators that the key can access, most recently created first. They are stored until they are deleted.
     */
    get: operations['listPublications'];
    put?: never;
    /**
     * Create a publication
     * Stores a post that is due at `scheduled_at`, or at once if omitted. When it is due, the program that posts it on the upstream platform claims it; it stays `scheduled` until that program reports it as `published` or `failed`. Every call creates another publication. Two quotas limit an agency: `scheduled_publications`, 100,000 unless agreed otherwise, and `publication_bytes`, which includes posted publications.
     */
    post: operations['createPublication'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/publications/{publication_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Publication id.
         * @example 0198f0ab-62d3-7e58-b1f4-8c0a5d7e9b36
         */
        publication_id: components['parameters']['PublicationId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a publication
     * Deletes the publication, whatever its status. If it is not claimed yet, it is not posted any more. If it is being posted at this moment, it may still appear on the upstream platform. A publication that was posted stays on the platform. Deleting it again fails with 404.
     */
    delete: operations['deletePublication'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/analytics/revenue': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get revenue
     * Returns totals over a window of at most 365 days, both days inclusive. Revenue counts by the time of the order, refunds by the time of the refund.
     */
    get: operations['getRevenue'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/analytics/revenue/timeseries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get revenue over time
     * Revenue per period, over at most 7 days by `hour`, 31 by `day`, 365 by `week` or `month`. Both days are inclusive. Revenue counts by the time of the order, refunds by the time of the refund.
     */
    get: operations['getRevenueTimeseries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/analytics/creators': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get figures per creator
     * Revenue and activity of each creator over a window of at most 90 days, both days inclusive. Revenue counts by the time of the order, refunds by the time of the refund.
     */
    get: operations['getCreatorAnalytics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/analytics/employees': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get figures per employee
     * Revenue and activity of each employee over a window of at most 365 days, both days inclusive. Revenue counts by the time of the order, refunds by the time of the refund.
     */
    get: operations['getEmployeeAnalytics'];
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
     * Returns all endpoints that the key can access, in one response. A key that is limited to some creators sees only endpoints that cover none but its own creators.
     */
    get: operations['listWebhookEndpoints'];
    put?: never;
    /**
     * Create a webhook endpoint
     * Creates an endpoint that is pinned to the version of this request, and shows its signing secret once. Every call creates another endpoint. An agency has at most 10. The endpoint receives the events that occur after its creation.
     */
    post: operations['createWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Watch deliveries live
     * A stream of server-sent events (`text/event-stream`) that continues until you close it. The event `endpoints` describes every endpoint
     *     that the key can access: first, and after every change. The event `deliveries` lists the deliveries that were queued, attempted or settled since the
     *     last query, which runs at most once a second. The stream contains everything that happens after the response `200`. Each event has JSON in `data`, as below.
     *     If nothing changes, the stream sends a comment every 15 seconds.
     *
     *     ```text
     *     event: endpoints
     *     data: {"endpoints":[{"id":"0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05","status":"active","pending_count":0,"oldest_pending_at":null,"consecutive_failures":0}]}
     *
     *     event: deliveries
     *     data: {"deliveries":[{"id":"0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43","endpoint_id":"0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05","event_id":"0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07","event_type":"order.created","status":"delivered","attempt_count":1,"last_status_code":204,"last_error":null,"last_duration_ms":87,"created_at":"2026-07-18T21:04:11.400Z","next_attempt_at":null}],"is_complete":true}
     *     ```
     *
     *     `status`, `pending_count` (here counted up to 100), `oldest_pending_at` and `consecutive_failures` of an endpoint mean the same
     *     as in its figures. A delivery has the members of a delivery in the lists, and instead of its attempts their number and the outcome of the
     *     last one. `is_complete` is false if more may have changed than the 200 deliveries that are listed. Retries are
     *     listed for the latest pending deliveries.
     *
     *     A stream is a view: the lists remain the source of truth. It ends within 2 seconds when its key is revoked, contained or expires, when its portal session ends,
     *     when the service stops, and when you do not read it. Then open another one, and read the lists for the time between. A key has at most
     *     4 streams, and an agency 64. While other agencies have streams, it has fewer, so that places stay free for more
     *     agencies: at most a third of the free places of a process, but always one. A request for more fails with 429. If no place is free, an agency without a
     *     stream takes the latest stream of the agency that has the most, and that stream ends.
     */
    get: operations['watchWebhooks'];
    put?: never;
    post?: never;
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
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    /**
     * Get a webhook endpoint
     * Returns one endpoint, without its signing secret.
     */
    get: operations['getWebhookEndpoint'];
    put?: never;
    post?: never;
    /**
     * Delete a webhook endpoint
     * Deletes the endpoint with its deliveries, failure records and counters. Deleting it again fails with 404.
     */
    delete: operations['deleteWebhookEndpoint'];
    options?: never;
    head?: never;
    /**
     * Update a webhook endpoint
     * Changes the members that you send. `status` pauses the endpoint or enables it again. The pinned version never changes. Pending deliveries go to the new `url`, including those of a removed type or creator, except for creators that the key cannot access: their deliveries become failure records with `endpoint_disabled`.
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
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
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
     * Queues a `ping` event for this endpoint, signed and sent like any other, regardless of its event types and creators. The list of deliveries shows the outcome.
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
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
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
     * Creates a new signing secret and shows it once. The current secret stops signing at once, or after the time in the body. Every earlier secret signs until its own `previous_expires_at`, also over further rotations: `Service-Signature` is then `v1=<new>,v1=<previous>` and so on, the newest first. At most 5 secrets of an endpoint sign at the same time, including the current one. The body may be omitted.
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
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    /**
     * Get delivery counters
     * Returns delivered and failed totals per event type over a window. The window is widened to whole minutes. Counters are stored for about 90 days. A key that is limited to some creators sees the counts since the endpoint last lost a creator.
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
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    /**
     * List failed deliveries
     * Returns failure records of the endpoint, most recent first. They are stored for 30 days. A key that is limited to some creators sees those of its creators' events and of pings.
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
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
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
     * Replays every matching failure that was not replayed yet, each once, in the background: the same request again finds none of them, even while the replays are queued. While the endpoint is disabled, the failures stay unchanged, and `waiting_count` is their number. A key that is limited to some creators replays failures of their events and of pings. The body may be omitted.
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
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
        /**
         * Id of a failure record of this endpoint, a UUID.
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
     * Sends the original event again, with the same event id and payload under a new delivery id. Every call creates another delivery. While the endpoint is disabled, nothing is queued and the failure stays, with the new delivery id, `endpoint_disabled` and no attempts; `is_queued` is then false.
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
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    /**
     * List deliveries
     * Returns deliveries to the endpoint with their attempts, most recent first. They are stored for 30 days. A key that is limited to some creators sees those of its creators' events and of pings. A replay that was never attempted before the endpoint was disabled appears only in the list of failures.
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
  '/v1/webhooks/{endpoint_id}/deliveries/{delivery_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
        /**
         * Id of a delivery to this endpoint, a UUID.
         * @example 0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43
         */
        delivery_id: components['parameters']['DeliveryId'];
      };
      cookie?: never;
    };
    /**
     * Get a delivery
     * Returns one delivery with its attempts. Deliveries are stored for 30 days. A replay that was never attempted before the endpoint was disabled appears only in the list of failures.
     */
    get: operations['getWebhookDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{endpoint_id}/deliveries/{delivery_id}/request': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
        /**
         * Id of a delivery to this endpoint, a UUID.
         * @example 0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43
         */
        delivery_id: components['parameters']['DeliveryId'];
      };
      cookie?: never;
    };
    /**
     * Get the request of a delivery
     * Returns the request of one attempt as it was sent: method, URL, headers and body. The service rebuilds it from stored data and signs it with the secrets that sign now, for the time of the attempt. Use it to test your own verification with a fixed clock, or to see the body in another version. Secrets are never shown. The timestamp may differ by a second from the one that was sent.
     */
    get: operations['getSentWebhookRequest'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{endpoint_id}/figures': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    /**
     * Get figures of an endpoint
     * Returns delivered and failed deliveries by the minute or hour, how long the endpoint took to acknowledge them, and its pending deliveries. The window is widened to whole minutes or hours and has at most 1,500 of them; a longer window fails with 400. An outcome counts in the minute in which it was recorded; counts are stored for about 90 days. Latencies are measured on a sample of the deliveries that were queued in a point: at most 200 of a point and 12,000 in all, from its beginning, middle and end, for 30 days.
     *
     *     A key that is limited to some creators sees the counts since the endpoint last lost a creator, and the pending deliveries of its creators.
     */
    get: operations['getWebhookFigures'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{endpoint_id}/test-events': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test event
     * Queues an event of any type for this endpoint only, regardless of its event types, signed and sent like any other. Its payload is realistic and invented: every id in it begins with `test_`, so that your program recognizes it and finds no resource with that id. The list of deliveries shows the outcome.
     */
    post: operations['sendTestWebhookEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{endpoint_id}/signature-checks': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check the signature of a delivery
     * Reports which parts of a delivery that your program received match the secrets of this endpoint: the timestamp, the body and each signature, under the service's own headers, the former ones and those of Standard Webhooks. Nothing is stored, and neither secrets nor expected signatures are shown.
     */
    post: operations['verifyWebhookSignature'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events
     * Returns events that were recorded for endpoints of the agency, with their payloads, most recent first. They are stored for 30 days. An event to which no endpoint subscribed is not recorded. A key that is limited to some creators sees the events of its creators, and pings of endpoints that it can access.
     *
     *     To find events of some types, a page searches up to 10,000 events. So it may contain fewer than `limit`, or none, although `next_cursor` is not null. Events of given ids, orders and fans are found directly.
     */
    get: operations['listWebhookEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhook-events/{event_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Event id, a UUID.
         * @example 0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07
         */
        event_id: components['parameters']['EventId'];
      };
      cookie?: never;
    };
    /**
     * Get an event
     * Returns one event, and its deliveries with their attempts to every endpoint that the key can access: the complete outcome of a fact.
     */
    get: operations['getWebhookEvent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List audit entries
     * Actions on the agency's keys, endpoints, secrets and failures: who took them, when and from which address. It also contains the changes that an operator made for the agency. Most recent first. Entries are stored for 400 days and never change. A key that is limited to some creators sees the actions on keys and endpoints that cover none but its own creators. Actions of an operator are shown without name and address.
     */
    get: operations['listAuditEntries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  'order.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A new order was recorded
     * Sent when a new order is recorded for a creator of the agency.
     */
    post: operations['onOrderCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'order.refunded': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An order was refunded
     * Sent when a recorded order is refunded on the upstream platform.
     */
    post: operations['onOrderRefunded'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'assignment.updated': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An assignment changed
     * Sent when a fan is assigned to an employee, or unassigned.
     */
    post: operations['onAssignmentUpdated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'conversation.ai_control_requested': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An employee requests to relaunch or stop the AI
     * Sent when an employee requests in the app to relaunch or stop the AI in a conversation.
     */
    post: operations['onAiControlRequested'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  ping: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A test delivery
     * Sent when a test delivery is requested. Endpoints cannot subscribe to it; every endpoint can receive it.
     */
    post: operations['onPing'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    /**
     * An employee requests to relaunch or stop the AI.
     * @example {
     *       "id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
     *       "type": "conversation.ai_control_requested",
     *       "created_at": "2026-07-18T21:15:00.000Z",
     *       "api_version": "2026-07-06",
     *       "data": {
     *         "id": "0198f0ae-3d16-7b60-9a8c-5e2f7d4c1b09",
     *         "account_id": "73120045",
     *         "fan_id": "90817263",
     *         "action": "relaunch",
     *         "requested_by_user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
     *         "requested_at": "2026-07-18T21:15:00.000Z"
     *       }
     *     }
     */
    AiControlRequestedEvent: {
      /**
       * Format: uuid
       * Event id. It is the same for every endpoint, retry and replay; deduplicate by it.
       */
      id: string;
      /**
       * Type of the event. Types may be added at any time; ignore an event of a type that you do not know.
       * @constant
       */
      type: 'conversation.ai_control_requested';
      /**
       * Format: date-time
       * When the request was made.
       */
      created_at: string;
      /**
       * Format: date
       * Release date of the version in whose form the payload is, the one that the endpoint is pinned to.
       */
      api_version: string;
      /** The AI request. */
      data: components['schemas']['AiRequest'];
    };
    /**
     * A request to relaunch or stop the AI in the conversation with a fan.
     * @example {
     *       "id": "0198f0ae-3d16-7b60-9a8c-5e2f7d4c1b09",
     *       "account_id": "73120045",
     *       "fan_id": "90817263",
     *       "action": "relaunch",
     *       "requested_by_user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
     *       "requested_at": "2026-07-18T21:15:00.000Z"
     *     }
     */
    AiRequest: {
      /** Request id. */
      id: string;
      /** Upstream account id. */
      account_id: string;
      /** Upstream fan id. */
      fan_id: string;
      action: components['schemas']['AiRequestAction'];
      /** Employee who made the request. Null if it was not a tracked employee. */
      requested_by_user_id: string | null;
      /**
       * Format: date-time
       * When the request was made.
       */
      requested_at: string;
    };
    /**
     * The acknowledged requests.
     * @example {
     *       "acknowledged_ids": [
     *         "0198f0ae-3d16-7b60-9a8c-5e2f7d4c1b09"
     *       ]
     *     }
     */
    AiRequestAcknowledged: {
      /** The ids that the key can access, acknowledged now or before. */
      acknowledged_ids: string[];
    };
    /**
     * The requests to acknowledge.
     * @example {
     *       "request_ids": [
     *         "0198f0ae-3d16-7b60-9a8c-5e2f7d4c1b09"
     *       ]
     *     }
     */
    AiRequestAcknowledgement: {
      /** Ids of AI requests. Ids that the key cannot access are ignored. */
      request_ids: string[];
    };
    /**
     * The action requested from the AI in the conversation.
     * @enum {string}
     */
    AiRequestAction: 'relaunch' | 'stop';
    /** Pending AI requests. */
    AiRequestList: {
      /** The requests, oldest first. */
      data: components['schemas']['AiRequest'][];
    };
    /**
     * The employee to assign the fan to.
     * @example {
     *       "user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72"
     *     }
     */
    Assignment: {
      /** Employee id of an active member of the agency. */
      user_id: string;
    };
    /** The current assignment of a fan. */
    AssignmentUpdated: {
      /** Upstream account id. */
      account_id: string;
      /** Upstream fan id. */
      fan_id: string;
      /** Employee to whom the fan is assigned. Null if the fan was unassigned. */
      assigned_user_id: string | null;
    };
    /**
     * An assignment changed.
     * @example {
     *       "id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
     *       "type": "assignment.updated",
     *       "created_at": "2026-07-18T20:30:00.000Z",
     *       "api_version": "2026-07-06",
     *       "data": {
     *         "account_id": "73120045",
     *         "fan_id": "90817263",
     *         "assigned_user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72"
     *       }
     *     }
     */
    AssignmentUpdatedEvent: {
      /**
       * Format: uuid
       * Event id. It is the same for every endpoint, retry and replay; deduplicate by it.
       */
      id: string;
      /**
       * Type of the event. Types may be added at any time; ignore an event of a type that you do not know.
       * @constant
       */
      type: 'assignment.updated';
      /**
       * Format: date-time
       * When the assignment changed.
       */
      created_at: string;
      /**
       * Format: date
       * Release date of the version in whose form the payload is, the one that the endpoint is pinned to.
       */
      api_version: string;
      /** The fan and its assignment. */
      data: components['schemas']['AssignmentUpdated'];
    };
    /**
     * The action. From `endpoint.pinged` on, the values are only for actions of operators on behalf of the agency. New actions may be added without a new version.
     * @enum {string}
     */
    AuditAction:
      | 'agency.created'
      | 'agency.contained'
      | 'agency.released'
      | 'agency.quotas_changed'
      | 'key.created'
      | 'key.revoked'
      | 'key.contained'
      | 'key.released'
      | 'portal_link.created'
      | 'portal_link.opened'
      | 'endpoint.created'
      | 'endpoint.changed'
      | 'endpoint.deleted'
      | 'secret.rotated'
      | 'failure.replayed'
      | 'failures.replayed'
      | 'endpoint.pinged'
      | 'test_event.sent'
      | 'fan.assigned'
      | 'fan.unassigned'
      | 'ai_lock.set'
      | 'ai_lock.released'
      | 'insight.changed'
      | 'publication.created'
      | 'publication.deleted'
      | 'ai_requests.acknowledged';
    /** Who took the action. */
    AuditActor: {
      /**
       * `key`: an API key of the agency. `operator`: an operator of the service. `service`: the service itself, when it disables an endpoint because of the quota of pending deliveries.
       * @enum {string}
       */
      kind: 'key' | 'operator' | 'service';
      /**
       * Format: uuid
       * Id of the key, or of the operator's token. Null for the token that the service was started with, for the service, and for actions of operators that are shown to an agency.
       */
      id: string | null;
      /** Label of the key, or name of the operator's token, at that time. Null for actions of operators that are shown to an agency. */
      name: string | null;
    };
    /**
     * An action on keys, endpoints, secrets or failures of the agency, or of an operator on its behalf.
     * @example {
     *       "id": "0198f0b3-2c51-7f6a-9d18-6b0e4f3a8c27",
     *       "recorded_at": "2026-07-20T08:15:00.000Z",
     *       "action": "endpoint.created",
     *       "actor": {
     *         "kind": "key",
     *         "id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
     *         "name": "Reporting"
     *       },
     *       "subject_id": "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05",
     *       "subject_name": "Ledger",
     *       "details": {
     *         "host": "hooks.northlight.example",
     *         "enabled_event_types": [
     *           "order.created"
     *         ]
     *       },
     *       "address": "203.0.113.7",
     *       "request_id": "0198f0b2-91d4-7a3e-8c55-0f6e2b1d7a90"
     *     }
     */
    AuditEntry: {
      /**
       * Format: uuid
       * Entry id. Later entries have greater ids.
       */
      id: string;
      /**
       * Format: date-time
       * When the action was taken.
       */
      recorded_at: string;
      action: components['schemas']['AuditAction'];
      actor: components['schemas']['AuditActor'];
      /**
       * Format: uuid
       * Id of the object of the action. Null if it has none, or has an upstream id, which is in `details`.
       */
      subject_id: string | null;
      /** Label or name of the object at that time, or the id of a fan. Empty if it has none. */
      subject_name: string;
      /** Further details, depending on the action. They never contain secrets, keys or whole URLs, only the `host` of a URL. */
      details: {
        [key: string]: unknown;
      };
      /** Address that the request came from. Null if it is not known, and for actions of operators that are shown to an agency. */
      address: string | null;
      /** `x-request-id` of the response, up to 200 characters. Null for actions of operators or of the service that are shown to an agency. */
      request_id: string | null;
    };
    /** One page of the audit log. */
    AuditPage: {
      /** The entries, most recent first. */
      data: components['schemas']['AuditEntry'][];
      /** The `cursor` of the next page. Null on the last page. */
      next_cursor: string | null;
    };
    /**
     * `fits`: a signature matches it, or it is the body that was sent. `changed`: it is not the body that was signed. `unknown`: no signature matches, and no event id identifies the body that was sent.
     * @enum {string}
     */
    BodyResult: 'fits' | 'changed' | 'unknown';
    /** The failures to replay. Different filters are combined with AND; without any, all that were not replayed. */
    BulkReplay: {
      /**
       * Format: date-time
       * Failures recorded at or after this instant.
       */
      start?: string;
      /**
       * Format: date-time
       * Failures recorded before this instant.
       */
      end?: string;
      /** Failures of these event types. */
      event_types?: components['schemas']['DeliveryEventType'][];
      /** If true, the failures are counted and nothing is replayed. */
      dry_run?: boolean;
    };
    /** Number of failures that will be replayed or, with `dry_run`, would be. */
    BulkReplayed: {
      /**
       * Format: int64
       * Number of matching failures that were neither replayed nor queued for it before, and are sent again now.
       */
      replayed_count: number;
      /**
       * Format: int64
       * Number of other matching failures, which stay unchanged because their events cannot be sent to the endpoint now: it is disabled, or its URL may not receive them. Replay them when the endpoint is enabled.
       */
      waiting_count: number;
      /** The `replayed_count` by event type, without types that have none. */
      by_event_type: components['schemas']['BulkReplayedType'][];
    };
    /** Number of failures of one event type. */
    BulkReplayedType: {
      event_type: components['schemas']['DeliveryEventType'];
      /**
       * Format: int64
       * Number of failures of the type.
       */
      count: number;
    };
    /** Releases and the changes recorded so far. */
    Changelog: {
      /** Every release, newest first. */
      releases: components['schemas']['ChangelogRelease'][];
      /** Additive changes, newest first. They are available on every release. */
      changes: components['schemas']['ChangelogEntry'][];
    };
    /** One recorded change. */
    ChangelogEntry: {
      /** Short title of the change. */
      title: string;
      /**
       * Format: date
       * The day on which it was recorded.
       */
      date: string;
      /** The effect on callers. */
      description: string;
    };
    /** A release and whether it is the current one. */
    ChangelogRelease: {
      /** Mineral name. */
      name: string;
      /**
       * Format: date
       * Release date.
       */
      date: string;
      /** True for the newest release. */
      current: boolean;
      /** The changes of the release. */
      description: string;
    };
    /** The body to which the signatures were compared. */
    CheckedBody: {
      result: components['schemas']['BodyResult'];
      /**
       * How it was changed after it was received. `empty`: its stream was already consumed. `byte_order_mark`: a byte order mark was added. `surrounding_whitespace`: blanks or line breaks were added around it. `encoding`: its UTF-8 was decoded as Latin-1. `formatting`: it was parsed and serialized again, with other blanks, escapes or order. `other`: its content is different. Null unless it was changed.
       * @enum {string|null}
       */
      difference: 'empty' | 'byte_order_mark' | 'surrounding_whitespace' | 'encoding' | 'formatting' | 'other' | null;
      /**
       * Format: int32
       * Its length in bytes of UTF-8.
       */
      byte_count: number;
    };
    /** One signature of the headers. */
    CheckedSignature: {
      /** Name of its header, in lower case. */
      header: string;
      /**
       * Format: int32
       * Its position in the header, from 1 on. That of the newest secret is first.
       */
      position: number;
      result: components['schemas']['SignatureResult'];
      /** First characters of the secret that made it, for display. Null if the secret is not known. */
      secret_prefix: string | null;
      /**
       * Format: uuid
       * Endpoint whose secret made it. Null if the secret is not known.
       */
      endpoint_id: string | null;
    };
    /** The timestamp to which the signatures were compared. */
    CheckedTimestamp: {
      result: components['schemas']['TimestampResult'];
      /** Name of the header that it was read from, in lower case. Null without one. */
      header: string | null;
      /**
       * Format: date-time
       * Its value. Null if it is missing or malformed.
       */
      signed_at: string | null;
      /**
       * Format: int64
       * Seconds from the timestamp to now, negative for one in the future. Null if it is missing or malformed.
       */
      age_seconds: number | null;
    };
    /**
     * A creator of the agency.
     * @example {
     *       "id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
     *       "name": "Mira Solane",
     *       "account": {
     *         "external_id": "73120045",
     *         "username": "mirasolane",
     *         "connected_at": "2024-08-02T10:00:00.000Z"
     *       },
     *       "created_at": "2024-08-01T15:20:00.000Z"
     *     }
     */
    Creator: {
      /** Creator id. */
      id: string;
      /** Name of the creator. */
      name: string;
      account: components['schemas']['CreatorAccount'];
      /**
       * Format: date-time
       * When the creator joined the agency.
       */
      created_at: string;
    };
    /** The connected upstream account of the creator. */
    CreatorAccount: {
      /** Upstream account id, the `account_id` of the `/v1/accounts` routes. */
      external_id: string;
      /** Upstream username of the account, when known. */
      username: string | null;
      /**
       * Format: date-time
       * When the account was connected.
       */
      connected_at: string;
    };
    /**
     * Figures per creator over a window.
     * @example {
     *       "start": "2026-07-01",
     *       "end": "2026-07-19",
     *       "timezone": "UTC",
     *       "data": [
     *         {
     *           "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
     *           "revenue_cents": 1284500,
     *           "refunded_cents": 4500,
     *           "orders_count": 731,
     *           "messages_sent_count": 5210
     *         }
     *       ]
     *     }
     */
    CreatorAnalytics: {
      /**
       * Format: date
       * First day, inclusive.
       */
      start: string;
      /**
       * Format: date
       * Last day, inclusive.
       */
      end: string;
      /** Time zone of the days. */
      timezone: string;
      /** One item per creator that the key can access, highest revenue first. */
      data: components['schemas']['CreatorFigures'][];
    };
    /** Figures of one creator. */
    CreatorFigures: {
      /** Creator id. */
      creator_id: string;
      /**
       * Format: int64
       * Gross revenue in euro cents, of the orders made in the window.
       */
      revenue_cents: number;
      /**
       * Format: int64
       * Amount refunded in the window, in euro cents, regardless of the time of the order.
       */
      refunded_cents: number;
      /**
       * Format: int64
       * Orders made in the window.
       */
      orders_count: number;
      /**
       * Format: int64
       * Messages sent in the window in the creator's name.
       */
      messages_sent_count: number;
    };
    /** All creators that the key can access. */
    CreatorList: {
      /** The creators, by name in the root order of the Unicode Collation Algorithm (case and accents count only between names that are otherwise equal), then by id. */
      data: components['schemas']['Creator'][];
    };
    /** One attempt to deliver. */
    DeliveryAttempt: {
      /**
       * Format: date-time
       * When the attempt began.
       */
      attempted_at: string;
      /**
       * Format: int32
       * Duration in milliseconds. 0 for `destination_forbidden`.
       */
      duration_ms: number;
      /**
       * Format: int32
       * HTTP status of the response. Null without a response.
       */
      status_code: number | null;
      /**
       * Why the attempt failed, as in the failure record. Null if it succeeded.
       * @enum {string|null}
       */
      error:
        'http_status' | 'timeout' | 'connection_error' | 'tls_error' | 'redirect' | 'destination_forbidden' | 'endpoint_disabled' | null;
      /** The beginning of the response body, at most 4 KB, or 200 bytes of a response with a 2xx status. If the attempts of a failure record exceed 2 KB, it has only the first 200 characters of each response; its delivery has the complete excerpts. Null without a response, and after the agency's quota `delivery_history_bytes` removed it. */
      response_excerpt: string | null;
    };
    /** Deliveries of one event type in the window. */
    DeliveryCounter: {
      event_type: components['schemas']['DeliveryEventType'];
      /**
       * Format: int64
       * Deliveries acknowledged with a 2xx.
       */
      delivered_count: number;
      /**
       * Format: int64
       * Deliveries that failed in all four attempts.
       */
      failed_count: number;
    };
    /** Counters of every event type. */
    DeliveryCounterList: {
      /** One counter per event type; all five are always included. */
      data: components['schemas']['DeliveryCounter'][];
    };
    /**
     * Why an attempt or a delivery failed. `http_status`: a response other than 2xx. `timeout`: no response within 10 seconds. `connection_error`: the connection failed. `tls_error`: no valid certificate. `redirect`: a 3xx, which is not followed. `destination_forbidden`: the host does not resolve, or does not resolve to public addresses; the error does not distinguish these cases. `endpoint_disabled`: the endpoint was disabled before the delivery could be sent, or its URL was set by a key that cannot access the creator of the event.
     * @enum {string}
     */
    DeliveryError:
      'http_status' | 'timeout' | 'connection_error' | 'tls_error' | 'redirect' | 'destination_forbidden' | 'endpoint_disabled';
    /**
     * Types of delivered events, including test deliveries (`ping`).
     * @enum {string}
     */
    DeliveryEventType: 'order.created' | 'order.refunded' | 'assignment.updated' | 'conversation.ai_control_requested' | 'ping';
    /** A header of a delivery. */
    DeliveryHeader: {
      /** Its name. */
      name: string;
      /** Its value. */
      value: string;
    };
    /**
     * The request of one attempt, rebuilt from stored data: the event, and the current URL and secrets of the endpoint.
     * @example {
     *       "delivery_id": "0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43",
     *       "event_id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
     *       "attempt": 1,
     *       "attempted_at": "2026-07-18T21:04:11.410Z",
     *       "method": "POST",
     *       "url": "https://hooks.northlight.example/service",
     *       "headers": [
     *         {
     *           "name": "content-type",
     *           "value": "application/json"
     *         },
     *         {
     *           "name": "Service-Signature",
     *           "value": "v1=5f8d3c0a9b7e42d16c8f0a3b5d7e9f1c2a4b6d8e0f1a3c5e7092b4d6f8a1c3e5"
     *         },
     *         {
     *           "name": "Service-Signature-Timestamp",
     *           "value": "1784408651"
     *         }
     *       ],
     *       "body": "{\"id\":\"0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07\",\"type\":\"ping\",\"created_at\":\"2026-07-18T21:04:11.000Z\",\"api_version\":\"2026-07-06\",\"data\":{\"endpoint_id\":\"0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05\"}}",
     *       "api_version": "2026-07-06",
     *       "url_changed": false,
     *       "secrets_changed": false
     *     }
     */
    DeliveryRequest: {
      /**
       * Format: uuid
       * Delivery of the attempt.
       */
      delivery_id: string;
      /**
       * Format: uuid
       * Id of the event.
       */
      event_id: string;
      /**
       * Format: int32
       * Number of the attempt among those of the delivery, from 1 on.
       */
      attempt: number;
      /**
       * Format: date-time
       * When the attempt began. Its whole seconds are the timestamp that is signed.
       */
      attempted_at: string;
      /**
       * Every delivery is a POST.
       * @enum {string}
       */
      method: 'POST';
      /** Current URL of the endpoint, without user and password. */
      url: string;
      /** The headers in their order, except those of the connection. Headers with signatures are omitted if `body` is null. */
      headers: components['schemas']['DeliveryHeader'][];
      /** The exact body, as UTF-8. Null if the key may not read the payload of the event. */
      body: string | null;
      /**
       * Format: date
       * Release date of the version of the body.
       */
      api_version: string;
      /** Whether the URL was changed after the attempt, so that the request may have gone elsewhere. */
      url_changed: boolean;
      /** Whether a secret was rotated or stopped signing after the attempt. Then the signatures are not those that were sent. */
      secrets_changed: boolean;
    };
    /**
     * `pending` while attempts remain, `delivered` after a 2xx, `failed` after it became a failure record.
     * @enum {string}
     */
    DeliveryStatus: 'pending' | 'delivered' | 'failed';
    /**
     * A current employee of the agency.
     * @example {
     *       "id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
     *       "name": "Jonas Adler",
     *       "email": "jonas@northlight.example",
     *       "role": "chatter",
     *       "created_at": "2024-09-11T08:00:00.000Z"
     *     }
     */
    Employee: {
      /** Employee id, the `user_id` of other operations. */
      id: string;
      /** Name of the employee. */
      name: string;
      /** Email address, when known. */
      email: string | null;
      /** Role in the agency, for example `manager`. The list is open. */
      role: string;
      /**
       * Format: date-time
       * When the employee joined the agency.
       */
      created_at: string;
    };
    /**
     * Figures per employee over a window.
     * @example {
     *       "start": "2026-07-01",
     *       "end": "2026-07-19",
     *       "timezone": "UTC",
     *       "data": [
     *         {
     *           "user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
     *           "revenue_cents": 402000,
     *           "refunded_cents": 0,
     *           "orders_count": 228,
     *           "messages_sent_count": 1744
     *         }
     *       ]
     *     }
     */
    EmployeeAnalytics: {
      /**
       * Format: date
       * First day, inclusive.
       */
      start: string;
      /**
       * Format: date
       * Last day, inclusive.
       */
      end: string;
      /** Time zone of the days. */
      timezone: string;
      /** One item per employee with orders, refunds or messages in the window, including former employees, highest revenue first. Orders, refunds and messages that are not attributed to an employee are excluded. */
      data: components['schemas']['EmployeeFigures'][];
    };
    /** Figures of one employee. */
    EmployeeFigures: {
      /** Employee id. */
      user_id: string;
      /**
       * Format: int64
       * Gross revenue in euro cents, of the orders made in the window.
       */
      revenue_cents: number;
      /**
       * Format: int64
       * Amount refunded in the window, in euro cents, regardless of the time of the order.
       */
      refunded_cents: number;
      /**
       * Format: int64
       * Orders made in the window.
       */
      orders_count: number;
      /**
       * Format: int64
       * Messages that the employee sent in the window.
       */
      messages_sent_count: number;
    };
    /** All current employees of the agency. */
    EmployeeList: {
      /** The employees, by name in the root order of the Unicode Collation Algorithm (case and accents count only between names that are otherwise equal), then by id. Former employees are absent. */
      data: components['schemas']['Employee'][];
    };
    /** Pending deliveries of an endpoint, and how close it is to being disabled. */
    EndpointBacklog: {
      /**
       * Format: int32
       * Pending deliveries, counted up to 10,000.
       */
      pending_count: number;
      /**
       * Format: date-time
       * When the oldest of them was queued. Null if there are none.
       */
      oldest_pending_at: string | null;
      /**
       * Format: date-time
       * When the next attempt is due; in the past if it waits for its turn. Null if none is due, or all are in progress.
       */
      next_attempt_at: string | null;
      /**
       * Format: int32
       * Failed deliveries in a row, as in the endpoint.
       */
      consecutive_failures: number;
      /**
       * Format: int32
       * Failed deliveries in a row at which the endpoint is disabled.
       */
      breaker_failures: number;
    };
    /** API key expired */
    ExpiredApiKeyProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 401;
    };
    /**
     * A fan of one upstream account. The same fan on another account is another relation.
     * @example {
     *       "fan_id": "90817263",
     *       "fan_username": "marble_fox",
     *       "assigned_user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
     *       "ai_active": false,
     *       "tags": [
     *         {
     *           "id": "0198f0aa-6f10-7c39-9d24-5d1f3a7be9c4",
     *           "name": "VIP"
     *         }
     *       ]
     *     }
     */
    FanRelation: {
      /** Upstream fan id. */
      fan_id: string;
      /** Upstream username, when available. */
      fan_username: string | null;
      /** Employee to whom the fan is assigned. Null if there is none. */
      assigned_user_id: string | null;
      /** True while an AI holds the lock on this fan. */
      ai_active: boolean;
      /** Tags set on the fan. Empty if there are none. */
      tags: components['schemas']['FanTag'][];
    };
    /** One page of fan relations. */
    FanRelationPage: {
      /** The fans of this page, most recent relation first. */
      data: components['schemas']['FanRelation'][];
      /** The `cursor` of the next page. Null on the last page. */
      next_cursor: string | null;
    };
    /**
     * Relation of a fan to the account: subscribed now, subscribed in the past, or only interested.
     * @enum {string}
     */
    FanSubscriptionStatus: 'active_subscriber' | 'former_subscriber' | 'interested';
    /** A tag set on a fan. */
    FanTag: {
      /** Tag id. */
      id: string;
      /** Label. */
      name: string;
    };
    /**
     * Length of the points of figures.
     * @enum {string}
     */
    FigureInterval: 'minute' | 'hour';
    /** Outcomes of deliveries in one minute or hour. */
    FigurePoint: {
      /**
       * Format: date-time
       * When the point begins.
       */
      at: string;
      /**
       * Format: int64
       * Deliveries acknowledged with a 2xx.
       */
      delivered_count: number;
      /**
       * Format: int64
       * Deliveries that became a failure record.
       */
      failed_count: number;
      /**
       * Format: int32
       * Deliveries in the sample of `p50_ms` and `p99_ms`.
       */
      sampled_count: number;
      /**
       * Format: int32
       * Median time in milliseconds from the start of the attempt to the status line, over the sample. Null if `sampled_count` is 0.
       */
      p50_ms: number | null;
      /**
       * Format: int32
       * The 99th percentile of the same time. For a sample of fewer than 100 it is the longest time.
       */
      p99_ms: number | null;
    };
    /**
     * Length of a period. Weeks begin on Monday in `timezone`; hours are real hours.
     * @enum {string}
     */
    Granularity: 'hour' | 'day' | 'week' | 'month';
    /** Headers too large */
    HeadersTooLargeProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 431;
    };
    /** Whether this process can serve requests, and the state of its dependencies. */
    Health: {
      /**
       * `ok` if every check passes. `degraded` if requests are served although a check fails.
       * @enum {string}
       */
      status: 'ok' | 'degraded';
      /** One item per dependency. */
      checks: components['schemas']['HealthCheck'][];
    };
    /** The state of one dependency. */
    HealthCheck: {
      /** Name of the dependency, for example `database` or `encryption_key`. The list is open. */
      name: string;
      /**
       * Outcome of the check.
       * @enum {string}
       */
      status: 'ok' | 'failed';
      /** The failure, without secrets. Null if there is none. */
      detail: string | null;
    };
    /**
     * The note on a fan and its concurrency token.
     * @example {
     *       "note": "Prefers short voice messages. Birthday in May.",
     *       "etag": "8d1f0c7a52be4e90"
     *     }
     */
    Insight: {
      /** The note. Empty if none was written. */
      note: string;
      /** Concurrency token, bare. The `ETag` header has it in quotes. It changes with the note. */
      etag: string;
    };
    /**
     * A new note, with the token of the note that you read.
     * @example {
     *       "note": "Prefers short voice messages. Birthday in May.",
     *       "etag": "8d1f0c7a52be4e90"
     *     }
     */
    InsightUpdate: {
      /** The whole new note. If omitted, nothing changes. */
      note?: string;
      /** Token of the note that you read. You may send it in `If-Match` instead, or in both if they are equal. */
      etag?: string;
    };
    InternalErrorMembers: {
      /** Equal to the `x-request-id` header. */
      request_id: string;
    };
    /** Internal error */
    InternalErrorProblem: components['schemas']['Problem'] &
      components['schemas']['InternalErrorMembers'] & {
        type?: string;
        /**
         * Format: int32
         * @constant
         */
        status?: 500;
      };
    /** API key not valid */
    InvalidApiKeyProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 401;
    };
    /** Cursor not valid */
    InvalidCursorProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 400;
    };
    /** Address not allowed */
    IpNotAllowedProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 403;
    };
    /** The `data` of a live event `deliveries`. */
    LiveDeliveries: {
      /** Changes since the last query, in the order in which the deliveries were queued, at most 200. */
      deliveries: components['schemas']['LiveDelivery'][];
      /** False if more may have changed than is listed. */
      is_complete: boolean;
    };
    /** A delivery that was queued, attempted or settled. */
    LiveDelivery: {
      /**
       * Format: uuid
       * Delivery id.
       */
      id: string;
      /**
       * Format: uuid
       * Endpoint of the delivery.
       */
      endpoint_id: string;
      /**
       * Format: uuid
       * Id of the event.
       */
      event_id: string;
      event_type: components['schemas']['DeliveryEventType'];
      status: components['schemas']['DeliveryStatus'];
      /**
       * Format: int32
       * Attempts whose outcome is known.
       */
      attempt_count: number;
      /**
       * Format: int32
       * HTTP status of the last of them. Null without a response.
       */
      last_status_code: number | null;
      /**
       * Why the last of them failed. Null if there is none, or if it succeeded.
       * @enum {string|null}
       */
      last_error:
        'http_status' | 'timeout' | 'connection_error' | 'tls_error' | 'redirect' | 'destination_forbidden' | 'endpoint_disabled' | null;
      /**
       * Format: int32
       * Duration of the last of them in milliseconds. Null if there is none.
       */
      last_duration_ms: number | null;
      /**
       * Format: date-time
       * When the delivery was queued.
       */
      created_at: string;
      /**
       * Format: date-time
       * When the next attempt is due. Null unless pending.
       */
      next_attempt_at: string | null;
    };
    /** Current state of an endpoint. */
    LiveEndpoint: {
      /**
       * Format: uuid
       * Endpoint id.
       */
      id: string;
      status: components['schemas']['WebhookEndpointStatus'];
      /**
       * Format: int32
       * Pending deliveries, counted up to 100.
       */
      pending_count: number;
      /**
       * Format: date-time
       * When the oldest of them was queued. Null if there are none.
       */
      oldest_pending_at: string | null;
      /**
       * Format: int32
       * Failed deliveries in a row.
       */
      consecutive_failures: number;
    };
    /** The `data` of a live event `endpoints`. */
    LiveEndpoints: {
      /** Every endpoint that the key can access, oldest first. */
      endpoints: components['schemas']['LiveEndpoint'][];
    };
    /** One event of the live stream, with its fields as members. The stream is a sequence of these: OpenAPI 3.1 cannot describe a stream otherwise. */
    LiveEvent: {
      /**
       * `endpoints` describes every endpoint that the key can access, `deliveries` lists changed deliveries.
       * @enum {string}
       */
      event: 'endpoints' | 'deliveries';
      /** A `LiveEndpoints` or a `LiveDeliveries`, as JSON. */
      data: string;
    };
    /** The key of the request and its agency. */
    Me: {
      agency: components['schemas']['MeAgency'];
      key: components['schemas']['MeKey'];
      quotas: components['schemas']['Quotas'];
      /** The release of the response. */
      version: components['schemas']['Release'];
    };
    /** The agency of the key. */
    MeAgency: {
      /**
       * Format: uuid
       * Agency id.
       */
      id: string;
      /** Name of the agency. */
      name: string;
    };
    /** The key of the request. */
    MeKey: {
      /**
       * Format: uuid
       * Key id. It is not the key itself.
       */
      id: string;
      /** Name for the owner's reference. */
      label: string;
      /** First characters of the key, for display. */
      prefix: string;
      /** Scopes of the key. */
      scopes: components['schemas']['Scope'][];
      /** Creators that the key is limited to. Empty means every creator of the agency, including future ones. */
      creator_ids: string[];
      /**
       * Format: date-time
       * Instant from which the key is refused. Null if it does not expire.
       */
      expires_at: string | null;
    };
    /**
     * A pointer to media on the upstream platform.
     * @example {
     *       "id": "660192837",
     *       "type": "photo"
     *     }
     */
    Media: {
      /** Upstream media id. */
      id: string;
      /** Kind of media, for example `photo` or `video`. The list is open. */
      type: string;
    };
    /**
     * `messaging`: a one-to-one chat send. `script`: a send from a saved script.
     * @enum {string}
     */
    MessageSource: 'messaging' | 'script';
    /** No API key */
    MissingAuthorizationProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 401;
    };
    MissingScopeMembers: {
      /** The scope that the operation requires. */
      required_scope: string;
    };
    /** Scope missing */
    MissingScopeProblem: components['schemas']['Problem'] &
      components['schemas']['MissingScopeMembers'] & {
        type?: string;
        /**
         * Format: int32
         * @constant
         */
        status?: 403;
      };
    MissingVersionMembers: {
      /** Name of the current release. */
      current_version: string;
      /**
       * Format: date
       * Date of the current release.
       */
      current_version_date: string;
      /** A complete header line that you can copy. */
      example: string;
      /**
       * Format: uri
       * Address of the page that explains versions.
       */
      documentation_url: string;
    };
    /** Version header missing */
    MissingVersionProblem: components['schemas']['Problem'] &
      components['schemas']['MissingVersionMembers'] & {
        type?: string;
        /**
         * Format: int32
         * @constant
         */
        status?: 400;
      };
    /** Nothing at this path */
    NotFoundProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 404;
    };
    /** Not allowed through a portal link */
    NotThroughLinkProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 403;
    };
    /**
     * A purchase of a fan.
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
      /** Order id. */
      id: string;
      order_type: components['schemas']['OrderType'];
      /** Creator of the sale. */
      creator_id: string;
      /** Upstream account id of the creator. */
      account_id: string;
      /** Upstream fan id of the buyer. Null if the buyer is not known. */
      fan_id: string | null;
      /** Upstream username of the buyer, when known. */
      fan_username: string | null;
      /** Employee to whom the order is attributed. Null if there is none; may name a former employee. */
      user_id: string | null;
      /** Upstream id of the message that led to the purchase, if any. */
      message_id: string | null;
      /**
       * Format: int32
       * Amount in euro cents, before any refund.
       */
      amount_cents: number;
      /**
       * Format: date-time
       * When the fan bought.
       */
      created_at: string;
      /**
       * Format: date-time
       * When the order was refunded upstream. Null if it is not refunded.
       */
      refunded_at: string | null;
    };
    /**
     * A new order was recorded.
     * @example {
     *       "id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
     *       "type": "order.created",
     *       "created_at": "2026-07-18T21:04:11.000Z",
     *       "api_version": "2026-07-06",
     *       "data": {
     *         "id": "0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41",
     *         "order_type": "private_media",
     *         "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
     *         "account_id": "73120045",
     *         "fan_id": "90817263",
     *         "fan_username": "marble_fox",
     *         "user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
     *         "message_id": "5512093847",
     *         "amount_cents": 1500,
     *         "created_at": "2026-07-18T21:04:11.000Z",
     *         "refunded_at": null
     *       }
     *     }
     */
    OrderCreatedEvent: {
      /**
       * Format: uuid
       * Event id. It is the same for every endpoint, retry and replay; deduplicate by it.
       */
      id: string;
      /**
       * Type of the event. Types may be added at any time; ignore an event of a type that you do not know.
       * @constant
       */
      type: 'order.created';
      /**
       * Format: date-time
       * When the fan bought.
       */
      created_at: string;
      /**
       * Format: date
       * Release date of the version in whose form the payload is, the one that the endpoint is pinned to.
       */
      api_version: string;
      /** The order as created: `refunded_at` is null, even if it has been refunded since. */
      data: components['schemas']['Order'];
    };
    /** One page of orders. */
    OrderPage: {
      /** The orders of this page, most recent first. */
      data: components['schemas']['Order'][];
      /** The `cursor` of the next page. Null on the last page. */
      next_cursor: string | null;
    };
    /**
     * An order was refunded.
     * @example {
     *       "id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
     *       "type": "order.refunded",
     *       "created_at": "2026-07-19T10:00:00.000Z",
     *       "api_version": "2026-07-06",
     *       "data": {
     *         "id": "0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41",
     *         "order_type": "private_media",
     *         "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
     *         "account_id": "73120045",
     *         "fan_id": "90817263",
     *         "fan_username": "marble_fox",
     *         "user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
     *         "message_id": "5512093847",
     *         "amount_cents": 1500,
     *         "created_at": "2026-07-18T21:04:11.000Z",
     *         "refunded_at": "2026-07-19T10:00:00.000Z"
     *       }
     *     }
     */
    OrderRefundedEvent: {
      /**
       * Format: uuid
       * Event id. It is the same for every endpoint, retry and replay; deduplicate by it.
       */
      id: string;
      /**
       * Type of the event. Types may be added at any time; ignore an event of a type that you do not know.
       * @constant
       */
      type: 'order.refunded';
      /**
       * Format: date-time
       * When the order was refunded.
       */
      created_at: string;
      /**
       * Format: date
       * Release date of the version in whose form the payload is, the one that the endpoint is pinned to.
       */
      api_version: string;
      /** The order, with `refunded_at`. */
      data: components['schemas']['Order'];
    };
    /**
     * The kind of purchase: a tip, a push, a private media or a subscription. Tips, pushes and private media are the à-la-carte purchases.
     * @enum {string}
     */
    OrderType: 'tip' | 'push' | 'private_media' | 'subscription';
    /** Revenue of one order type. */
    OrderTypeRevenue: {
      order_type: components['schemas']['OrderType'];
      /**
       * Format: int64
       * Gross revenue in euro cents.
       */
      revenue_cents: number;
      /**
       * Format: int64
       * Orders made.
       */
      orders_count: number;
    };
    /** Body too large */
    PayloadTooLargeProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 413;
    };
    /** The data of a test delivery. */
    Ping: {
      /**
       * Format: uuid
       * The tested endpoint.
       */
      endpoint_id: string;
    };
    /**
     * A test delivery.
     * @example {
     *       "id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
     *       "type": "ping",
     *       "created_at": "2026-07-20T08:15:00.000Z",
     *       "api_version": "2026-07-06",
     *       "data": {
     *         "endpoint_id": "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05"
     *       }
     *     }
     */
    PingEvent: {
      /**
       * Format: uuid
       * Event id. It is the same for every endpoint, retry and replay; deduplicate by it.
       */
      id: string;
      /**
       * Type of the event. Types may be added at any time; ignore an event of a type that you do not know.
       * @constant
       */
      type: 'ping';
      /**
       * Format: date-time
       * When the test delivery was requested.
       */
      created_at: string;
      /**
       * Format: date
       * Release date of the version in whose form the payload is, the one that the endpoint is pinned to.
       */
      api_version: string;
      /** The endpoint. */
      data: components['schemas']['Ping'];
    };
    PreconditionFailedMembers: {
      /** The current token, bare, when it is known. */
      current_etag?: string;
    };
    /** Note has changed */
    PreconditionFailedProblem: components['schemas']['Problem'] &
      components['schemas']['PreconditionFailedMembers'] & {
        type?: string;
        /**
         * Format: int32
         * @constant
         */
        status?: 412;
      };
    /** Concurrency token missing */
    PreconditionRequiredProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 428;
    };
    /** Problem Details of RFC 7807. Branch on the last segment of `type`, never on `title`. A problem may carry members that are not listed here; ignore those you do not know. */
    Problem: {
      /**
       * Format: uri
       * Stable URI of the kind of problem. Its last segment is the slug. It is the address of a page that explains the problem.
       */
      type: string;
      /** Short summary. It may differ between two problems of one type. */
      title: string;
      /**
       * Format: int32
       * The HTTP status, repeated.
       */
      status: number;
      /** Specific cause, if there is more to say than `title`. */
      detail?: string;
      /** Path and query of the request. */
      instance: string;
    };
    /**
     * A post on a creator's upstream account.
     * @example {
     *       "id": "0198f0ab-62d3-7e58-b1f4-8c0a5d7e9b36",
     *       "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
     *       "text": "New set on Friday.",
     *       "media": [
     *         {
     *           "id": "660192837",
     *           "type": "photo"
     *         }
     *       ],
     *       "status": "scheduled",
     *       "failure_reason": null,
     *       "scheduled_at": "2026-07-24T18:00:00.000Z",
     *       "published_at": null,
     *       "created_at": "2026-07-20T08:15:00.000Z"
     *     }
     */
    Publication: {
      /**
       * Format: uuid
       * Publication id.
       */
      id: string;
      /** Creator in whose name it is posted. */
      creator_id: string;
      /** Text of the post. Null if it has only media. */
      text: string | null;
      /** Media in display order. Empty if it has only text. */
      media: components['schemas']['Media'][];
      status: components['schemas']['PublicationStatus'];
      /** The reported reason for the failure. Null unless it failed, and if no reason was reported. */
      failure_reason: string | null;
      /**
       * Format: date-time
       * When it is due. Null if it is due at once.
       */
      scheduled_at: string | null;
      /**
       * Format: date-time
       * When it was posted, as reported. Null until then.
       */
      published_at: string | null;
      /**
       * Format: date-time
       * When it was created.
       */
      created_at: string;
    };
    /**
     * A post to create. It has text, media or both.
     * @example {
     *       "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
     *       "text": "New set on Friday.",
     *       "media": [
     *         {
     *           "id": "660192837",
     *           "type": "photo"
     *         }
     *       ],
     *       "scheduled_at": "2026-07-24T18:00:00Z"
     *     }
     */
    PublicationCreate: {
      /** Creator in whose name to post. */
      creator_id: string;
      /** Text of the post. Required without media. */
      text?: string;
      /** Media in display order. Required without text. */
      media?: components['schemas']['Media'][];
      /**
       * Format: date-time
       * When it is due. If omitted or in the past, it is due at once.
       */
      scheduled_at?: string;
    };
    /** One page of publications. */
    PublicationPage: {
      /** The publications of this page, most recently created first. */
      data: components['schemas']['Publication'][];
      /** The `cursor` of the next page. Null on the last page. */
      next_cursor: string | null;
    };
    /**
     * `scheduled` until the program that posts it on the upstream platform has reported its outcome: then `published` or `failed`.
     * @enum {string}
     */
    PublicationStatus: 'scheduled' | 'published' | 'failed';
    /** Use and limit of one quota. */
    Quota: {
      /**
       * Format: int64
       * The current use. Null for a key that is limited to some creators.
       */
      used: number | null;
      /**
       * Format: int64
       * The limit. The use may be higher if the limit was lowered.
       */
      allowed: number;
    };
    /**
     * The quotas of an agency. New ones may be added without a new version.
     * @enum {string}
     */
    QuotaName:
      | 'insight_history_bytes'
      | 'scheduled_publications'
      | 'publication_bytes'
      | 'pending_deliveries'
      | 'failure_records'
      | 'delivery_history_bytes'
      | 'api_keys'
      | 'portal_links';
    QuotaReachedMembers: {
      /** Name of the quota. */
      quota: components['schemas']['QuotaName'];
      /**
       * Format: int64
       * The limit of the agency.
       */
      allowed: number;
    };
    /** Quota reached */
    QuotaReachedProblem: components['schemas']['Problem'] &
      components['schemas']['QuotaReachedMembers'] & {
        type?: string;
        /**
         * Format: int32
         * @constant
         */
        status?: 422;
      };
    /** Use and limits of the key's agency. */
    Quotas: {
      /** Bytes of the histories of notes: for each edit the text that it replaced, in UTF-8, plus 256. Beyond the quota the agency's oldest edits are deleted. */
      insight_history_bytes: components['schemas']['Quota'];
      /** Publications that are `scheduled`. At the limit, creating another one fails with 422 `quota_reached`. */
      scheduled_publications: components['schemas']['Quota'];
      /** Bytes of the publications that are not deleted, regardless of their status: for each its text and media, in UTF-8, plus 384. A publication that would exceed the limit fails with 422 `quota_reached`. */
      publication_bytes: components['schemas']['Quota'];
      /** Deliveries pending for active endpoints, counted every minute, up to one more than is allowed. If an agency exceeds the limit for 10 minutes, its endpoint with the most pending deliveries is disabled, with `auto_quota`: they become failure records, which can be replayed. Facts are still accepted. */
      pending_deliveries: components['schemas']['Quota'];
      /** Failure records of all endpoints, counted every ten minutes. Beyond the quota the oldest are deleted, whether they were replayed or not. */
      failure_records: components['schemas']['Quota'];
      /** Bytes of the history of deliveries, counted every minute: for each delivery that ended its attempts, for each event its payload, plus 384 for each of both. Beyond the quota the oldest deliveries lose their response excerpts, then the oldest deliveries and events are deleted; the same happens if a single day takes more than a tenth of it. Counters and failure records stay. */
      delivery_history_bytes: components['schemas']['Quota'];
      /** API keys that are neither revoked nor expired, except those of links to the portal. */
      api_keys: components['schemas']['Quota'];
      /** Links to the portal created within 24 hours. At the limit, creating another one fails with 422 `quota_reached`. */
      portal_links: components['schemas']['Quota'];
    };
    /** Too many requests */
    RateLimitedProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 429;
    };
    /**
     * An event that was recorded for at least one endpoint. It is stored for 30 days.
     * @example {
     *       "id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
     *       "type": "order.created",
     *       "created_at": "2026-07-18T21:04:11.000Z",
     *       "recorded_at": "2026-07-18T21:04:11.376Z",
     *       "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
     *       "data": {
     *         "id": "0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41",
     *         "order_type": "private_media",
     *         "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
     *         "account_id": "73120045",
     *         "fan_id": "90817263",
     *         "fan_username": "marble_fox",
     *         "user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
     *         "message_id": "5512093847",
     *         "amount_cents": 1500,
     *         "created_at": "2026-07-18T21:04:11.000Z",
     *         "refunded_at": null
     *       }
     *     }
     */
    RecordedEvent: {
      /**
       * Format: uuid
       * Event id, the `id` in the body of its deliveries.
       */
      id: string;
      type: components['schemas']['DeliveryEventType'];
      /**
       * Format: date-time
       * When the fact of the event occurred.
       */
      created_at: string;
      /**
       * Format: date-time
       * When the event was recorded. The list is sorted by it.
       */
      recorded_at: string;
      /** Creator of the event. Null if it has none. */
      creator_id: string | null;
      /** The payload in the newest version. Null if the key may not read it: this requires `write:webhooks`, or `read:orders` for orders, `read:fans` for assignments and `read:ai_requests` for AI requests. */
      data: {
        [key: string]: unknown;
      } | null;
    };
    /** One page of events. */
    RecordedEventPage: {
      /** The events of this page, most recent first. */
      data: components['schemas']['RecordedEvent'][];
      /** The `cursor` of the next page. Null on the last page. */
      next_cursor: string | null;
    };
    /**
     * An event, and its outcome at each endpoint.
     * @example {
     *       "id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
     *       "type": "order.created",
     *       "created_at": "2026-07-18T21:04:11.000Z",
     *       "recorded_at": "2026-07-18T21:04:11.376Z",
     *       "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
     *       "data": {
     *         "id": "0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41",
     *         "order_type": "private_media",
     *         "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
     *         "account_id": "73120045",
     *         "fan_id": "90817263",
     *         "fan_username": "marble_fox",
     *         "user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
     *         "message_id": "5512093847",
     *         "amount_cents": 1500,
     *         "created_at": "2026-07-18T21:04:11.000Z",
     *         "refunded_at": null
     *       },
     *       "deliveries": [
     *         {
     *           "id": "0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43",
     *           "endpoint_id": "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05",
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
     *           "next_attempt_at": null,
     *           "failure_id": null,
     *           "replay_of_failure_id": null
     *         }
     *       ]
     *     }
     */
    RecordedEventWithDeliveries: {
      /**
       * Format: uuid
       * Event id, the `id` in the body of its deliveries.
       */
      id: string;
      type: components['schemas']['DeliveryEventType'];
      /**
       * Format: date-time
       * When the fact of the event occurred.
       */
      created_at: string;
      /**
       * Format: date-time
       * When the event was recorded. The list is sorted by it.
       */
      recorded_at: string;
      /** Creator of the event. Null if it has none. */
      creator_id: string | null;
      /** The payload in the newest version. Null if the key may not read it: this requires `write:webhooks`, or `read:orders` for orders, `read:fans` for assignments and `read:ai_requests` for AI requests. */
      data: {
        [key: string]: unknown;
      } | null;
      /** Its deliveries to the endpoints that the key can access, including replays, in the order in which they were queued. A replay that was never attempted before the endpoint was disabled is not included. */
      deliveries: components['schemas']['WebhookDeliveryDetail'][];
    };
    /**
     * A version of the API.
     * @example {
     *       "name": "Amethyste",
     *       "date": "2026-07-06"
     *     }
     */
    Release: {
      /** Mineral name, as sent in `Service-Version`. */
      name: string;
      /**
       * Format: date
       * Release date, which `Service-Version` accepts as well.
       */
      date: string;
    };
    /** The delivery of the replay. */
    Replay: {
      /**
       * Format: uuid
       * Id of the original event.
       */
      event_id: string;
      /**
       * Format: uuid
       * Id of the new delivery.
       */
      delivery_id: string;
      /** Whether the delivery was queued. False if the event cannot be sent to the endpoint now, because it is disabled: the failure stays, with this delivery id. Replay it when the endpoint is enabled. */
      is_queued: boolean;
    };
    /** Request not complete in time */
    RequestTimeoutProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 408;
    };
    /** Revenue of one period. */
    RevenuePeriod: {
      /**
       * Format: date-time
       * Beginning of the period, with the offset of `timezone` at that instant. A first week or month that begins before the window has its own beginning, its Monday or its 1st; like the last one, it counts only the days in the window.
       */
      period_start: string;
      /** Creator of these figures. Present only with `breakdown=creator`. */
      creator_id?: string;
      /**
       * Format: int64
       * Gross revenue in euro cents, of the orders made in the period.
       */
      revenue_cents: number;
      /**
       * Format: int64
       * Amount refunded in the period, in euro cents, regardless of the time of the order.
       */
      refunded_cents: number;
      /**
       * Format: int64
       * Orders made in the period.
       */
      orders_count: number;
    };
    /**
     * Revenue over a window.
     * @example {
     *       "start": "2026-07-01",
     *       "end": "2026-07-19",
     *       "timezone": "Europe/Paris",
     *       "revenue_cents": 1284500,
     *       "refunded_cents": 4500,
     *       "orders_count": 731,
     *       "by_order_type": [
     *         {
     *           "order_type": "private_media",
     *           "revenue_cents": 900000,
     *           "orders_count": 329
     *         },
     *         {
     *           "order_type": "tip",
     *           "revenue_cents": 384500,
     *           "orders_count": 402
     *         }
     *       ]
     *     }
     */
    RevenueSummary: {
      /**
       * Format: date
       * First day, inclusive.
       */
      start: string;
      /**
       * Format: date
       * Last day, inclusive.
       */
      end: string;
      /** Time zone of the days. */
      timezone: string;
      /**
       * Format: int64
       * Gross revenue in euro cents, of the orders made in the window.
       */
      revenue_cents: number;
      /**
       * Format: int64
       * Amount refunded in the window, in euro cents, regardless of the time of the order.
       */
      refunded_cents: number;
      /**
       * Format: int64
       * Orders made in the window.
       */
      orders_count: number;
      /** The same per order type, highest revenue first. Types without orders are absent. */
      by_order_type: components['schemas']['OrderTypeRevenue'][];
    };
    /**
     * Revenue per period.
     * @example {
     *       "start": "2026-07-18",
     *       "end": "2026-07-19",
     *       "timezone": "Europe/Paris",
     *       "granularity": "day",
     *       "data": [
     *         {
     *           "period_start": "2026-07-18T00:00:00+02:00",
     *           "revenue_cents": 62400,
     *           "refunded_cents": 0,
     *           "orders_count": 35
     *         },
     *         {
     *           "period_start": "2026-07-19T00:00:00+02:00",
     *           "revenue_cents": 0,
     *           "refunded_cents": 1500,
     *           "orders_count": 0
     *         }
     *       ]
     *     }
     */
    RevenueTimeseries: {
      /**
       * Format: date
       * First day, inclusive.
       */
      start: string;
      /**
       * Format: date
       * Last day, inclusive.
       */
      end: string;
      /** Time zone of the days. */
      timezone: string;
      granularity: components['schemas']['Granularity'];
      /** One item per period, or per period and creator, in chronological order. Empty periods are included. */
      data: components['schemas']['RevenuePeriod'][];
    };
    /** The new signing secret, which is not shown again. */
    RotatedSecret: {
      /** New signing secret: `svc_whsec_` and 32 characters. */
      secret: string;
      /** First characters of the secret, for display. */
      secret_prefix: string;
      /**
       * Format: date-time
       * Instant until which the replaced secret signs. Null if it stopped at once.
       */
      previous_expires_at: string | null;
    };
    /**
     * A scope of API keys. Every operation requires at most one scope.
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
      | 'replay:webhooks'
      | 'write:webhooks'
      | 'read:audit';
    /** How long the current secret signs together with the new one. */
    SecretRotation: {
      /**
       * Format: int32
       * Seconds for which the replaced secret still signs, up to 7 days, regardless of later rotations. 0 or omitted: it stops at once. Earlier secrets sign until their own expiry.
       */
      previous_expires_in_seconds?: number;
    };
    /**
     * A message that an employee sent through the service. It points to the content and does not contain it.
     * @example {
     *       "id": "0198f0a8-53bd-7a07-8e94-1c6d9f2b4e80",
     *       "sent_at": "2026-07-18T20:58:37.000Z",
     *       "source": "messaging",
     *       "sent_by_user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
     *       "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
     *       "fan_id": "90817263",
     *       "fan_username": "marble_fox",
     *       "is_private_media": true,
     *       "price_eur": 1500,
     *       "sale_status": "purchased",
     *       "message_id": "5512093847",
     *       "media": [
     *         {
     *           "id": "660192837",
     *           "type": "photo"
     *         }
     *       ]
     *     }
     */
    SentMessage: {
      /** Sent-message id. */
      id: string;
      /**
       * Format: date-time
       * When the message was sent.
       */
      sent_at: string;
      source: components['schemas']['MessageSource'];
      /** Employee who sent it. May name a former employee. Null if no tracked employee sent it, for example if the creator did. */
      sent_by_user_id: string | null;
      /** Creator in whose name it was sent. */
      creator_id: string;
      /** Upstream fan id of the recipient, usable on the `/v1/accounts` routes. Null on a few historical rows. */
      fan_id: string | null;
      /** Upstream username of the recipient, when known. */
      fan_username: string | null;
      /** True if the message carries a private media offer. */
      is_private_media: boolean;
      /**
       * Format: int32
       * Price of the media in euro cents. Null if no media is priced.
       */
      price_eur: number | null;
      /**
       * `purchased`: delivered and paid. `pending`: awaiting payment or delivery. `refused`: declined. `free`: delivered at no charge. Null without a media offer.
       * @enum {string|null}
       */
      sale_status: 'purchased' | 'pending' | 'refused' | 'free' | null;
      /** Upstream message id. Null while the send is not matched with an upstream message. */
      message_id: string | null;
      /** Attached media in display order. Empty for a text message. */
      media: components['schemas']['Media'][];
    };
    /** One page of sent messages. */
    SentMessagePage: {
      /** The sent messages of this page, most recent first. */
      data: components['schemas']['SentMessage'][];
      /** The `cursor` of the next page. Null on the last page. */
      next_cursor: string | null;
    };
    /**
     * The parts of a delivery that match its signatures, and the parts that do not.
     * @example {
     *       "verified": false,
     *       "timestamp": {
     *         "result": "fits",
     *         "header": "service-signature-timestamp",
     *         "signed_at": "2026-07-20T08:15:00.000Z",
     *         "age_seconds": 12
     *       },
     *       "body": {
     *         "result": "changed",
     *         "difference": "formatting",
     *         "byte_count": 214
     *       },
     *       "signatures": [
     *         {
     *           "header": "service-signature",
     *           "position": 1,
     *           "result": "fits_other_body",
     *           "secret_prefix": "svc_whsec_aGk3",
     *           "endpoint_id": "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05"
     *         }
     *       ],
     *       "findings": [
     *         "The body was parsed and serialized again before the comparison. Compare the bytes as received, before parsing them."
     *       ]
     *     }
     */
    SignatureCheck: {
      /** Whether a signature matches. A receiver must also check that the timestamp is at most 300 seconds away, which `timestamp` shows. */
      verified: boolean;
      timestamp: components['schemas']['CheckedTimestamp'];
      body: components['schemas']['CheckedBody'];
      /** The signatures of all headers, in the order of the headers. Empty if there are none. */
      signatures: components['schemas']['CheckedSignature'][];
      /** Explanations for people, the most likely cause first. Empty if everything matches. */
      findings: string[];
    };
    /** A delivery, as your program received it. */
    SignatureCheckRequest: {
      /** Its headers by name, in any case. The service uses those of the signature, its timestamp and the event id, under its own names, the former ones and those of Standard Webhooks. */
      headers: {
        [key: string]: string;
      };
      /** Its body, as the text that you compared the signature with. */
      body: string;
    };
    /**
     * `fits`: a current secret signed this body and timestamp. `fits_other_body`: the signature is of the same timestamp and another body; `body.difference` shows how it differs. `fits_other_timestamp`: it is of this body and the timestamp of another header. `fits_other_endpoint`: the secret of another endpoint made it. `wrong`: none of these. `malformed`: it does not have the form of a signature, or cannot be compared because the timestamp or the event id is missing.
     * @enum {string}
     */
    SignatureResult: 'fits' | 'fits_other_body' | 'fits_other_timestamp' | 'fits_other_endpoint' | 'wrong' | 'malformed';
    /** State of the service for its users. */
    Status: {
      /**
       * The worst state of any component.
       * @enum {string}
       */
      status: 'operational' | 'degraded' | 'down';
      /**
       * Format: date-time
       * When the components were checked.
       */
      checked_at: string;
      /** The current release. */
      version: components['schemas']['Release'];
      /** The components of the service. */
      components: components['schemas']['StatusComponent'][];
      /** History of the components over the last 90 days. Empty if it cannot be read. */
      history: components['schemas']['StatusHistory'][];
    };
    /** State of one component of the service. */
    StatusComponent: {
      /** Name of the component, for example `Workers` or `Webhook deliveries`. The list is open. */
      name: string;
      /**
       * State of the component.
       * @enum {string}
       */
      status: 'operational' | 'degraded' | 'down';
      /** The measurement, for people to read. */
      detail: string;
    };
    /** One day in UTC. If its minutes add up to less than 1,440, the component was not observed in the others, for example while the database was unreachable. */
    StatusDay: {
      /**
       * Format: date
       * The day.
       */
      date: string;
      /**
       * Format: int32
       * Minutes in which the component worked.
       */
      operational_minutes: number;
      /**
       * Format: int32
       * Minutes in which the component was late, or worked in part.
       */
      degraded_minutes: number;
      /**
       * Format: int32
       * Minutes in which the component did not work.
       */
      down_minutes: number;
    };
    /** History of one component, by day. */
    StatusHistory: {
      /** Name of the component. */
      name: string;
      /** The observed days, oldest first. */
      days: components['schemas']['StatusDay'][];
    };
    /**
     * A tag that fans can carry.
     * @example {
     *       "id": "0198f0aa-6f10-7c39-9d24-5d1f3a7be9c4",
     *       "name": "VIP",
     *       "color": "#7a5cff"
     *     }
     */
    Tag: {
      /** Tag id. */
      id: string;
      /** Label. */
      name: string;
      /** Colour in the agency's app, if one is set, for example `#7a5cff`. */
      color: string | null;
    };
    /** The tag catalogue of the agency. */
    TagList: {
      /** The tags, in the order of the agency's app. */
      data: components['schemas']['Tag'][];
    };
    /** The event to send as a test. */
    TestEvent: {
      /** Its type, which may be one to which the endpoint does not subscribe. */
      event_type: components['schemas']['WebhookEventType'];
    };
    /**
     * `fits`: at most 300 seconds from now. `too_old`, `in_future`: further away, as for any delivery that was received a while ago. `malformed`: not a whole number of seconds. `missing`: no header has one.
     * @enum {string}
     */
    TimestampResult: 'fits' | 'too_old' | 'in_future' | 'malformed' | 'missing';
    /** Temporarily unavailable */
    UnavailableProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 503;
    };
    /** URL cannot be delivered to */
    UndeliverableUrlProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 422;
    };
    /** Account not found */
    UnknownAccountProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 404;
    };
    /** Creator not found */
    UnknownCreatorProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 404;
    };
    /** Fan not found */
    UnknownFanProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 404;
    };
    /** Order not found */
    UnknownOrderProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 404;
    };
    /** Publication not found */
    UnknownPublicationProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 404;
    };
    UnknownTagMembers: {
      /** All the ids that are not tags of the agency. */
      tag_ids: string[];
    };
    /** Tag not found */
    UnknownTagProblem: components['schemas']['Problem'] &
      components['schemas']['UnknownTagMembers'] & {
        type?: string;
        /**
         * Format: int32
         * @constant
         */
        status?: 422;
      };
    /** Employee not found */
    UnknownUserProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 422;
    };
    UnknownVersionMembers: {
      /** Every accepted value, the name and the date of each release. */
      supported_versions: string[];
      /**
       * Format: uri
       * Address of the page that explains versions.
       */
      documentation_url: string;
    };
    /** Version not known */
    UnknownVersionProblem: components['schemas']['Problem'] &
      components['schemas']['UnknownVersionMembers'] & {
        type?: string;
        /**
         * Format: int32
         * @constant
         */
        status?: 400;
      };
    /** Attempt not found */
    UnknownWebhookAttemptProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 404;
    };
    /** Delivery not found */
    UnknownWebhookDeliveryProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 404;
    };
    /** Webhook endpoint not found */
    UnknownWebhookEndpointProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 404;
    };
    /** Event not found */
    UnknownWebhookEventProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 404;
    };
    /** Failed delivery not found */
    UnknownWebhookFailureProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 404;
    };
    /** Body is not JSON */
    UnsupportedMediaTypeProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 415;
    };
    /** One mismatch between the request and the contract. */
    ValidationError: {
      /** Place in the query or the body, with dots, for example `limit` or `enabled_event_types.0`. Empty for the whole query or body. */
      path: string;
      /** The mismatch, and what is accepted. */
      message: string;
      /** Raw output of the validator; not stable. */
      keyword: string;
      /** Raw output of the validator; not stable. */
      instancePath: string;
      /** Raw output of the validator; not stable. */
      schemaPath: string;
      /** Raw output of the validator; not stable. */
      params: {
        [key: string]: unknown;
      };
    };
    ValidationFailedMembers: {
      /** The mismatches with the schema, at most 1,000 of them. Absent if the request is refused for another reason, such as an inverted date range or malformed JSON; then read `detail`. */
      errors?: components['schemas']['ValidationError'][];
    };
    /** Request not valid */
    ValidationFailedProblem: components['schemas']['Problem'] &
      components['schemas']['ValidationFailedMembers'] & {
        type?: string;
        /**
         * Format: int32
         * @constant
         */
        status?: 400;
      };
    /**
     * A delivery of one event to one endpoint, with its attempts. It is stored for 30 days.
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
       * Delivery id. All attempts share it.
       */
      id: string;
      /**
       * Format: uuid
       * Id of the event.
       */
      event_id: string;
      event_type: components['schemas']['DeliveryEventType'];
      status: components['schemas']['DeliveryStatus'];
      /** The attempts so far, oldest first. */
      attempts: components['schemas']['DeliveryAttempt'][];
      /**
       * Format: date-time
       * When the delivery was queued.
       */
      created_at: string;
      /**
       * Format: date-time
       * When the next attempt is due. Null unless pending.
       */
      next_attempt_at: string | null;
    };
    /**
     * A delivery of one event to one endpoint, with its attempts and its related resources.
     * @example {
     *       "id": "0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43",
     *       "endpoint_id": "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05",
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
     *       "next_attempt_at": null,
     *       "failure_id": null,
     *       "replay_of_failure_id": null
     *     }
     */
    WebhookDeliveryDetail: {
      /**
       * Format: uuid
       * Delivery id. All attempts share it.
       */
      id: string;
      /**
       * Format: uuid
       * Endpoint of the delivery.
       */
      endpoint_id: string;
      /**
       * Format: uuid
       * Id of the event.
       */
      event_id: string;
      event_type: components['schemas']['DeliveryEventType'];
      status: components['schemas']['DeliveryStatus'];
      /** The attempts so far, oldest first. */
      attempts: components['schemas']['DeliveryAttempt'][];
      /**
       * Format: date-time
       * When the delivery was queued.
       */
      created_at: string;
      /**
       * Format: date-time
       * When the next attempt is due. Null unless pending.
       */
      next_attempt_at: string | null;
      /**
       * Format: uuid
       * Id of its failure record, which can be replayed. Null unless it failed.
       */
      failure_id: string | null;
      /**
       * Format: uuid
       * Id of the failure record that it replays. Null for a first delivery.
       */
      replay_of_failure_id: string | null;
    };
    /** One page of deliveries. */
    WebhookDeliveryPage: {
      /** The deliveries of this page, most recent first. */
      data: components['schemas']['WebhookDelivery'][];
      /** The `cursor` of the next page. Null on the last page. */
      next_cursor: string | null;
    };
    /**
     * A destination of events. The signing secret is shown only at creation and rotation.
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
     *       "consecutive_failures": 0,
     *       "created_by_key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
     *       "created_by_link_id": null,
     *       "ends_with_link": false,
     *       "created_at": "2026-07-10T09:30:00.000Z"
     *     }
     */
    WebhookEndpoint: {
      /**
       * Format: uuid
       * Endpoint id.
       */
      id: string;
      /**
       * Format: uri
       * Destination of the deliveries, HTTPS on a public host.
       */
      url: string;
      /** Name for the owner's reference. Empty if none was given. */
      label: string;
      /** First characters of the signing secret, for display. */
      secret_prefix: string;
      /** Types of events that the endpoint receives. `ping` is not listed; every endpoint can receive it. */
      enabled_event_types: components['schemas']['WebhookEventType'][];
      /** Creators whose events the endpoint receives. Empty means every creator of the agency, including future ones. */
      allowed_creator_ids: string[];
      /**
       * Format: date
       * Release date of the version that was pinned at creation. Payloads are always rendered in it.
       */
      api_version: string;
      status: components['schemas']['WebhookEndpointStatus'];
      /**
       * `manual`: paused through the API or the app. `auto_breaker`: 10 deliveries in a row failed. `auto_quota`: the agency's pending deliveries exceeded its quota for 10 minutes, and most of them were for this endpoint. `link_ended`: the portal link through which the endpoint was created has ended. Null while active.
       * @enum {string|null}
       */
      disabled_reason: 'manual' | 'auto_breaker' | 'auto_quota' | 'link_ended' | null;
      /**
       * Format: date-time
       * When the endpoint was disabled. Null while active.
       */
      disabled_at: string | null;
      /**
       * Format: int32
       * Failed deliveries in a row, as the circuit breaker counts them: failures recorded together count as one, a success sets it to 0. At 10 the endpoint is disabled.
       */
      consecutive_failures: number;
      /**
       * Format: uuid
       * Id of the key that created the endpoint. Null if it was imported, or created before keys were recorded.
       */
      created_by_key_id: string | null;
      /**
       * Format: uuid
       * Id of the portal link through which the endpoint was created. Null for other endpoints.
       */
      created_by_link_id: string | null;
      /** Whether the endpoint is disabled within two minutes after that link expires or is revoked, with `link_ended`. Initially true for an endpoint that was created through a link. To let the endpoint stay, set it to false with a key of the agency, or enable the endpoint afterwards. */
      ends_with_link: boolean;
      /**
       * Format: date-time
       * When the endpoint was created.
       */
      created_at: string;
    };
    /** A webhook endpoint to create. */
    WebhookEndpointCreate: {
      /** Destination: HTTPS, on a public host, without user, password and fragment, on a port that browsers do not refuse, and at most 2,048 characters long after percent-encoding, as it is shown; otherwise the request fails with 422 `undeliverable_url`. Only the text is checked. A host name that resolves to a private address is accepted, and every delivery to it then fails. */
      url: string;
      /** Name for your reference. Empty by default. */
      label?: string;
      /** Types of events to deliver. */
      enabled_event_types: components['schemas']['WebhookEventType'][];
      /** Creators whose events to deliver. Empty or omitted: every creator of the agency, including future ones; for a key that is limited to some creators, exactly those. */
      allowed_creator_ids?: string[];
    };
    /** Webhook endpoint disabled */
    WebhookEndpointDisabledProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 409;
    };
    /** Too many webhook endpoints */
    WebhookEndpointLimitProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 422;
    };
    /** All webhook endpoints that the key can access. */
    WebhookEndpointList: {
      /** The endpoints, oldest first. */
      data: components['schemas']['WebhookEndpoint'][];
    };
    /**
     * A disabled endpoint receives nothing until it is enabled again, and events that occur meanwhile are not recorded for it.
     * @enum {string}
     */
    WebhookEndpointStatus: 'active' | 'disabled';
    /** Changes of a webhook endpoint. Omitted members do not change. */
    WebhookEndpointUpdate: {
      /** If false, an endpoint that was created through a portal link stays when the link ends. Without effect on any other endpoint. */
      ends_with_link?: boolean;
      /** New destination, checked as at creation. Pending deliveries go to it. */
      url?: string;
      /** New name. */
      label?: string;
      /** Types of events to deliver from now on. Recorded events of other types are still delivered. */
      enabled_event_types?: components['schemas']['WebhookEventType'][];
      /** Creators whose events to deliver from now on. Empty: every creator of the agency, or those of the key if it is limited. */
      allowed_creator_ids?: string[];
      /** `active` enables the endpoint and resets the count of failed deliveries in a row. `disabled` pauses it; an endpoint that is already disabled does not change its reason. */
      status?: components['schemas']['WebhookEndpointStatus'];
    };
    /** A new webhook endpoint with its signing secret, which is not shown again. */
    WebhookEndpointWithSecret: {
      /**
       * Format: uuid
       * Endpoint id.
       */
      id: string;
      /**
       * Format: uri
       * Destination of the deliveries, HTTPS on a public host.
       */
      url: string;
      /** Name for the owner's reference. Empty if none was given. */
      label: string;
      /** First characters of the signing secret, for display. */
      secret_prefix: string;
      /** Types of events that the endpoint receives. `ping` is not listed; every endpoint can receive it. */
      enabled_event_types: components['schemas']['WebhookEventType'][];
      /** Creators whose events the endpoint receives. Empty means every creator of the agency, including future ones. */
      allowed_creator_ids: string[];
      /**
       * Format: date
       * Release date of the version that was pinned at creation. Payloads are always rendered in it.
       */
      api_version: string;
      status: components['schemas']['WebhookEndpointStatus'];
      /**
       * `manual`: paused through the API or the app. `auto_breaker`: 10 deliveries in a row failed. `auto_quota`: the agency's pending deliveries exceeded its quota for 10 minutes, and most of them were for this endpoint. `link_ended`: the portal link through which the endpoint was created has ended. Null while active.
       * @enum {string|null}
       */
      disabled_reason: 'manual' | 'auto_breaker' | 'auto_quota' | 'link_ended' | null;
      /**
       * Format: date-time
       * When the endpoint was disabled. Null while active.
       */
      disabled_at: string | null;
      /**
       * Format: int32
       * Failed deliveries in a row, as the circuit breaker counts them: failures recorded together count as one, a success sets it to 0. At 10 the endpoint is disabled.
       */
      consecutive_failures: number;
      /**
       * Format: uuid
       * Id of the key that created the endpoint. Null if it was imported, or created before keys were recorded.
       */
      created_by_key_id: string | null;
      /**
       * Format: uuid
       * Id of the portal link through which the endpoint was created. Null for other endpoints.
       */
      created_by_link_id: string | null;
      /** Whether the endpoint is disabled within two minutes after that link expires or is revoked, with `link_ended`. Initially true for an endpoint that was created through a link. To let the endpoint stay, set it to false with a key of the agency, or enable the endpoint afterwards. */
      ends_with_link: boolean;
      /**
       * Format: date-time
       * When the endpoint was created.
       */
      created_at: string;
      /** Signing secret: `svc_whsec_` and 32 characters. Store it: it is not shown again. The whole text, as UTF-8, is the key of `Service-Signature`. */
      secret: string;
    };
    /** The body of a delivery. `type` names the event. */
    WebhookEvent:
      | components['schemas']['OrderCreatedEvent']
      | components['schemas']['OrderRefundedEvent']
      | components['schemas']['AssignmentUpdatedEvent']
      | components['schemas']['AiControlRequestedEvent']
      | components['schemas']['PingEvent'];
    /**
     * Types of events that an endpoint can subscribe to. New types may be added without a new version.
     * @enum {string}
     */
    WebhookEventType: 'order.created' | 'order.refunded' | 'assignment.updated' | 'conversation.ai_control_requested';
    /**
     * A delivery that failed permanently. It is stored for 30 days, within the agency's quota of failure records, and can be replayed.
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
       * Failure id.
       */
      id: string;
      /**
       * Format: uuid
       * Id of the event. A replay sends it again.
       */
      event_id: string;
      event_type: components['schemas']['DeliveryEventType'];
      /**
       * Format: uuid
       * Id of the failed delivery.
       */
      delivery_id: string;
      /**
       * Format: date-time
       * When the fact of the event occurred.
       */
      event_created_at: string;
      /**
       * Format: date-time
       * When the delivery was recorded as failed.
       */
      failed_at: string;
      /** Why the last attempt failed, or `endpoint_disabled`. */
      error: components['schemas']['DeliveryError'];
      /** The attempts, oldest first. Empty if the endpoint was disabled before the first. */
      attempts: components['schemas']['DeliveryAttempt'][];
      /**
       * Format: date-time
       * When the failure was last replayed. Null if never.
       */
      replayed_at: string | null;
    };
    /** One page of failure records. */
    WebhookFailurePage: {
      /** The failure records of this page, most recent first. */
      data: components['schemas']['WebhookFailure'][];
      /** The `cursor` of the next page. Null on the last page. */
      next_cursor: string | null;
    };
    /**
     * Deliveries of an endpoint over time, and its pending deliveries.
     * @example {
     *       "interval": "minute",
     *       "start": "2026-07-20T08:13:00.000Z",
     *       "end": "2026-07-20T08:15:00.000Z",
     *       "points": [
     *         {
     *           "at": "2026-07-20T08:13:00.000Z",
     *           "delivered_count": 12,
     *           "failed_count": 0,
     *           "sampled_count": 12,
     *           "p50_ms": 84,
     *           "p99_ms": 143
     *         },
     *         {
     *           "at": "2026-07-20T08:14:00.000Z",
     *           "delivered_count": 9,
     *           "failed_count": 1,
     *           "sampled_count": 9,
     *           "p50_ms": 91,
     *           "p99_ms": 207
     *         }
     *       ],
     *       "by_event_type": [
     *         {
     *           "event_type": "order.created",
     *           "delivered_count": 20,
     *           "failed_count": 1
     *         },
     *         {
     *           "event_type": "order.refunded",
     *           "delivered_count": 1,
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
     *           "delivered_count": 0,
     *           "failed_count": 0
     *         }
     *       ],
     *       "now": {
     *         "pending_count": 2,
     *         "oldest_pending_at": "2026-07-20T08:14:02.000Z",
     *         "next_attempt_at": "2026-07-20T08:15:11.000Z",
     *         "consecutive_failures": 1,
     *         "breaker_failures": 10
     *       }
     *     }
     */
    WebhookFigures: {
      interval: components['schemas']['FigureInterval'];
      /**
       * Format: date-time
       * When the first point begins.
       */
      start: string;
      /**
       * Format: date-time
       * When the last point ends.
       */
      end: string;
      /** Every minute or hour of the window, oldest first, including those without deliveries. */
      points: components['schemas']['FigurePoint'][];
      /** The counts of the whole window by event type; every type is always included. */
      by_event_type: components['schemas']['DeliveryCounter'][];
      now: components['schemas']['EndpointBacklog'];
    };
    /** The queued test delivery. */
    WebhookPing: {
      /**
       * Format: uuid
       * Id of the `ping` event.
       */
      event_id: string;
      /**
       * Format: uuid
       * Id of its delivery.
       */
      delivery_id: string;
    };
    /** Too many signing secrets */
    WebhookSecretLimitProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 422;
    };
  };
  responses: {
    /** The request or its cursor is not valid, or its version is missing or unknown. */
    BadPageRequest: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
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
    /** The request breaks the contract, or its version is missing or unknown. */
    BadRequest: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['MissingVersionProblem']
          | components['schemas']['UnknownVersionProblem']
          | components['schemas']['ValidationFailedProblem'];
      };
    };
    /** The version header is missing, or its value is not a release. */
    BadVersion: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['MissingVersionProblem'] | components['schemas']['UnknownVersionProblem'];
      };
    };
    /** The key lacks the scope of the operation. */
    Forbidden: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['MissingScopeProblem'] | components['schemas']['IpNotAllowedProblem'];
      };
    };
    /** Reserved: the caller's address is not allowed for the key. */
    ForbiddenAddress: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['IpNotAllowedProblem'];
      };
    };
    /** The request line and headers exceed 16 KB. The connection is closed. */
    HeadersTooLarge: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['HeadersTooLargeProblem'];
      };
    };
    /** The service failed. */
    InternalError: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['InternalErrorProblem'];
      };
    };
    /** The key, or on the operator API the token, lacks the scope that the operation requires. Or: Changes that would outlast a link to the portal require a key of the agency: another URL or secret for endpoints that were not created through the link, and whether an endpoint stays when its link ends. Or: Reserved for address lists of keys. */
    MissingScopeOrNotThroughLinkOrIpNotAllowed: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['MissingScopeProblem']
          | components['schemas']['NotThroughLinkProblem']
          | components['schemas']['IpNotAllowedProblem'];
      };
    };
    /** A parameter or the body breaks the contract. */
    OpenBadRequest: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ValidationFailedProblem'];
      };
    };
    /** The service failed. */
    OpenInternalError: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['InternalErrorProblem'];
      };
    };
    /** The page does not exist. */
    OpenNotFound: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['NotFoundProblem'];
      };
    };
    /** The response has not changed since you received it. */
    OpenNotModified: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        ETag: components['headers']['AnswerETag'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        [name: string]: unknown;
      };
      content?: never;
    };
    /** A dependency cannot be reached, a statement took too long, or the service is stopping. */
    OpenUnavailable: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'Retry-After': components['headers']['RetryAfter'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnavailableProblem'];
      };
    };
    /** The body exceeds 256 KB (8 MB for the ingestion of records). */
    PayloadTooLarge: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['PayloadTooLargeProblem'];
      };
    };
    /** The note changed after the token was read. */
    PreconditionFailed: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['PreconditionFailedProblem'];
      };
    };
    /** The edit of the note has no token. */
    PreconditionRequired: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['PreconditionRequiredProblem'];
      };
    };
    /** The agency has reached a quota: scheduled publications, bytes of publications or, on the operator API, API keys. */
    QuotaReached: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['QuotaReachedProblem'];
      };
    };
    /** The key has used all its requests of this window. */
    RateLimited: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfter'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['RateLimitedProblem'];
      };
    };
    /** The request was not received in time. The connection is closed. */
    RequestTimeout: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['RequestTimeoutProblem'];
      };
    };
    /** The API key is missing, not valid or expired. */
    Unauthorized: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'WWW-Authenticate': components['headers']['WwwAuthenticate'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['MissingAuthorizationProblem']
          | components['schemas']['InvalidApiKeyProblem']
          | components['schemas']['ExpiredApiKeyProblem'];
      };
    };
    /** A dependency cannot be reached, a statement took too long, or the service is stopping. */
    Unavailable: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'Retry-After': components['headers']['RetryAfter'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnavailableProblem'];
      };
    };
    /** The URL is not HTTPS or its host is not public: an address in a private range, `localhost`, a name under `.internal` or `.local`. */
    UndeliverableUrl: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UndeliverableUrlProblem'];
      };
    };
    /** The URL cannot be delivered to, or the agency already has 10 endpoints. */
    UndeliverableUrlOrEndpointLimit: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UndeliverableUrlProblem'] | components['schemas']['WebhookEndpointLimitProblem'];
      };
    };
    /** The key cannot access a connected upstream account with this id. */
    UnknownAccount: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnknownAccountProblem'];
      };
    };
    /** The key cannot access the account, or the account does not have this fan. */
    UnknownAccountOrFan: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnknownAccountProblem'] | components['schemas']['UnknownFanProblem'];
      };
    };
    /** The key cannot access a creator with this id. */
    UnknownCreator: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnknownCreatorProblem'];
      };
    };
    /** The key cannot access an order with this id. */
    UnknownOrder: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnknownOrderProblem'];
      };
    };
    /** The key cannot access a publication with this id. */
    UnknownPublication: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnknownPublicationProblem'];
      };
    };
    /** Some ids are not tags of the agency. */
    UnknownTag: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnknownTagProblem'];
      };
    };
    /** The employee named in the body is not an active member of the agency. */
    UnknownUser: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnknownUserProblem'];
      };
    };
    /** The key cannot access a webhook endpoint with this id. */
    UnknownWebhookEndpoint: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnknownWebhookEndpointProblem'];
      };
    };
    /** The key cannot access the endpoint, or a creator in the body. */
    UnknownWebhookEndpointOrCreator: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnknownWebhookEndpointProblem'] | components['schemas']['UnknownCreatorProblem'];
      };
    };
    /** The key cannot access the endpoint, or the endpoint does not have this failure record. */
    UnknownWebhookEndpointOrFailure: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          components['schemas']['UnknownWebhookEndpointProblem'] | components['schemas']['UnknownWebhookFailureProblem'];
      };
    };
    /** The key cannot access a webhook endpoint with this id. Or: The endpoint does not have a delivery with this id. */
    UnknownWebhookEndpointOrUnknownWebhookDelivery: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          components['schemas']['UnknownWebhookEndpointProblem'] | components['schemas']['UnknownWebhookDeliveryProblem'];
      };
    };
    /** The key cannot access a webhook endpoint with this id. Or: The endpoint does not have a delivery with this id. Or: The delivery does not have this attempt, or its outcome is not known yet. */
    UnknownWebhookEndpointOrUnknownWebhookDeliveryOrUnknownWebhookAttempt: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json':
          | components['schemas']['UnknownWebhookEndpointProblem']
          | components['schemas']['UnknownWebhookDeliveryProblem']
          | components['schemas']['UnknownWebhookAttemptProblem'];
      };
    };
    /** The key cannot access an event with this id. */
    UnknownWebhookEvent: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnknownWebhookEventProblem'];
      };
    };
    /** The body was not sent as `Content-Type: application/json`, or it is compressed. */
    UnsupportedMediaType: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnsupportedMediaTypeProblem'];
      };
    };
    /** The endpoint is disabled, so no test delivery is sent. */
    WebhookEndpointDisabled: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['WebhookEndpointDisabledProblem'];
      };
    };
    /** The endpoint already has 5 secrets that sign. */
    WebhookSecretLimit: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['WebhookSecretLimitProblem'];
      };
    };
  };
  parameters: {
    /**
     * Upstream account id, the `account.external_id` of a creator.
     * @example 73120045
     */
    AccountId: string;
    /**
     * Last day, inclusive, in the same forms as `start`. A day before `start` fails with 400.
     * @example 2026-07-31
     */
    AnalyticsEnd: string;
    /**
     * First day, inclusive: `YYYY-MM-DD`, or a date-time with an offset, which means the day that it falls on in `timezone`.
     * @example 2026-07-01
     */
    AnalyticsStart: string;
    /**
     * Creator id.
     * @example 0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35
     */
    CreatorId: string;
    /**
     * Creator ids, separated by commas or in repeated parameters, at most 50. An id that the key cannot access matches nothing.
     * @example [
     *       "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35"
     *     ]
     */
    CreatorIds: string[];
    /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
    Cursor: string;
    /**
     * Id of a delivery to this endpoint, a UUID.
     * @example 0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43
     */
    DeliveryId: string;
    /**
     * End of the range, exclusive. An instant before `start` fails with 400.
     * @example 2026-08-01T00:00:00Z
     */
    End: string;
    /**
     * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
     * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
     */
    EndpointId: string;
    /**
     * Event id, a UUID.
     * @example 0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07
     */
    EventId: string;
    /**
     * Event types, separated by commas or in repeated parameters, at most 50.
     * @example [
     *       "order.created",
     *       "order.refunded"
     *     ]
     */
    EventTypes: components['schemas']['DeliveryEventType'][];
    /**
     * Id of a failure record of this endpoint, a UUID.
     * @example 0198f0ac-0f4a-7d93-8e27-b5c1d9a3f864
     */
    FailureId: string;
    /**
     * Upstream fan id.
     * @example 90817263
     */
    FanId: string;
    /** Items per page. */
    Limit: number;
    /**
     * Order id.
     * @example 0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41
     */
    OrderId: string;
    /**
     * Publication id.
     * @example 0198f0ab-62d3-7e58-b1f4-8c0a5d7e9b36
     */
    PublicationId: string;
    /**
     * Id of this delivery to this endpoint. Its retries have the same id.
     * @example 0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43
     */
    ServiceDeliveryId: string;
    /**
     * The `id` of the body.
     * @example 0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07
     */
    ServiceEventId: string;
    /**
     * The `type` of the body.
     * @example order.created
     */
    ServiceEventType: string;
    /**
     * `v1=` and the lower-case hex HMAC-SHA256 of `{Service-Signature-Timestamp}.{raw body}`, keyed with the UTF-8 bytes of the whole signing secret. While earlier secrets are valid: `v1=<new>,v1=<previous>` and so on, one per secret, the newest first; accept the delivery if any of them matches.
     * @example v1=5f1c0e9a7b3d2468ace013579bdf02468ace13579bdf02468ace13579bdf0246
     */
    ServiceSignature: string;
    /**
     * Unix time in seconds at which this attempt was signed. Refuse a time that is more than 300 seconds away.
     * @example 1784535300
     */
    ServiceSignatureTimestamp: string;
    /**
     * First instant of the range, inclusive.
     * @example 2026-07-01T00:00:00Z
     */
    Start: string;
    /**
     * Time zone of the days: `UTC`, or an Area/Location name of the IANA list such as `Europe/Paris`. Abbreviations and offsets fail with 400.
     * @example Europe/Paris
     */
    Timezone: string;
    /**
     * `Service-Webhooks/1.0`
     * @example Service-Webhooks/1.0
     */
    UserAgent: string;
    /**
     * Employee ids, separated by commas or in repeated parameters, at most 50. Former employees may be named.
     * @example [
     *       "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72"
     *     ]
     */
    UserIds: string[];
    /**
     * The `id` of the body, as Standard Webhooks names it.
     * @example 0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07
     */
    WebhookId: string;
    /**
     * `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`, keyed with the 24 bytes that the 32 characters of the secret encode. Any Standard Webhooks library verifies it with the part of the secret that starts at `whsec_`. While earlier secrets are valid, it contains the signatures of all, separated by spaces.
     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
     */
    WebhookSignature: string;
    /**
     * The same time as `Service-Signature-Timestamp`.
     * @example 1784535300
     */
    WebhookTimestamp: string;
  };
  requestBodies: never;
  headers: {
    /**
     * Identifies this representation, in quotes, for `If-None-Match`. Another content coding of the same response has another one.
     * @example "aXc1kHq0rVbT2mZ9eLs4wg"
     */
    AnswerETag: string;
    /** The body has the type in `Content-Type`; do not sniff. */
    ContentTypeOptions: 'nosniff';
    /**
     * The concurrency token of the note, in quotes. The body repeats it without them.
     * @example "8d1f0c7a52be4e90"
     */
    ETag: string;
    /** The response is for this caller only; caches must not store it. */
    NoStore: 'no-store';
    /**
     * The remaining limit of this key: `r` requests now, and the next place is freed within `t` seconds. Present on every response after the request was counted, so not on problems with the version or the key.
     * @example "default";r=599;t=60
     */
    RateLimit: string;
    /**
     * The limit itself, `q` requests in any `w` seconds. Present together with `RateLimit`.
     * @example "default";q=600;w=60
     */
    RateLimitPolicy: string;
    /**
     * Id of this request: yours, if you sent one. Quote it when you ask for support.
     * @example 0198f0b2-91d4-7a3e-8c55-0f6e2b1d7a90
     */
    RequestId: string;
    /**
     * Seconds to wait before the next request.
     * @example 17
     */
    RetryAfter: number;
    /**
     * How to authenticate (RFC 6750). With `error="invalid_token"` if the request had a key that was refused.
     * @example Bearer realm="api", error="invalid_token"
     */
    WwwAuthenticate: string;
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
      /** The key and its agency. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
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
           *       "quotas": {
           *         "insight_history_bytes": {
           *           "used": 48210332,
           *           "allowed": 1000000000
           *         },
           *         "scheduled_publications": {
           *           "used": 214,
           *           "allowed": 100000
           *         },
           *         "publication_bytes": {
           *           "used": 8120441,
           *           "allowed": 2000000000
           *         },
           *         "pending_deliveries": {
           *           "used": 3,
           *           "allowed": 1000000
           *         },
           *         "failure_records": {
           *           "used": 1820,
           *           "allowed": 2000000
           *         },
           *         "delivery_history_bytes": {
           *           "used": 812440310,
           *           "allowed": 10000000000
           *         },
           *         "api_keys": {
           *           "used": 6,
           *           "allowed": 1000
           *         },
           *         "portal_links": {
           *           "used": 12,
           *           "allowed": 2000
           *         }
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
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
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
      /** The process serves requests. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
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
      408: components['responses']['RequestTimeout'];
      431: components['responses']['HeadersTooLarge'];
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
      /** An OpenAPI 3.1 document. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          ETag: components['headers']['AnswerETag'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
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
      304: components['responses']['OpenNotModified'];
      408: components['responses']['RequestTimeout'];
      431: components['responses']['HeadersTooLarge'];
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
      /** The state of the service and its components. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
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
           *           "detail": "The database answered within 1 ms."
           *         },
           *         {
           *           "name": "Workers",
           *           "status": "operational",
           *           "detail": "The last worker heartbeat was 2 s ago."
           *         },
           *         {
           *           "name": "Webhook deliveries",
           *           "status": "operational",
           *           "detail": "Oldest due delivery: 0 s."
           *         },
           *         {
           *           "name": "Sent messages",
           *           "status": "operational",
           *           "detail": "Refreshed 4 minutes ago."
           *         },
           *         {
           *           "name": "Analytics",
           *           "status": "operational",
           *           "detail": "Refreshed 4 minutes ago."
           *         }
           *       ],
           *       "history": [
           *         {
           *           "name": "API",
           *           "days": [
           *             {
           *               "date": "2026-07-20",
           *               "operational_minutes": 495,
           *               "degraded_minutes": 0,
           *               "down_minutes": 0
           *             }
           *           ]
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Status'];
          'text/html': string;
        };
      };
      408: components['responses']['RequestTimeout'];
      431: components['responses']['HeadersTooLarge'];
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
      /** The releases and the changes recorded so far. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          ETag: components['headers']['AnswerETag'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
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
           *           "date": "2026-11-21",
           *           "description": "New list of sent messages and the scope `read:messages`."
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Changelog'];
          'text/html': string;
        };
      };
      304: components['responses']['OpenNotModified'];
      408: components['responses']['RequestTimeout'];
      431: components['responses']['HeadersTooLarge'];
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
      /** The first page. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          ETag: components['headers']['AnswerETag'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      304: components['responses']['OpenNotModified'];
      408: components['responses']['RequestTimeout'];
      431: components['responses']['HeadersTooLarge'];
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
         * Slug of a problem, the last segment of its `type`.
         * @example invalid_cursor
         */
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The page of the problem. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['OpenBadRequest'];
      404: components['responses']['OpenNotFound'];
      408: components['responses']['RequestTimeout'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  listCreators: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The creators. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
           *           "name": "Mira Solane",
           *           "account": {
           *             "external_id": "73120045",
           *             "username": "mirasolane",
           *             "connected_at": "2024-08-02T10:00:00.000Z"
           *           },
           *           "created_at": "2024-08-01T15:20:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['CreatorList'];
        };
      };
      400: components['responses']['BadVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getCreator: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Creator id.
         * @example 0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35
         */
        creator_id: components['parameters']['CreatorId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The creator. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
           *       "name": "Mira Solane",
           *       "account": {
           *         "external_id": "73120045",
           *         "username": "mirasolane",
           *         "connected_at": "2024-08-02T10:00:00.000Z"
           *       },
           *       "created_at": "2024-08-01T15:20:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Creator'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownCreator'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listEmployees: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The employees. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
           *           "name": "Jonas Adler",
           *           "email": "jonas@northlight.example",
           *           "role": "chatter",
           *           "created_at": "2024-09-11T08:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['EmployeeList'];
        };
      };
      400: components['responses']['BadVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listTags: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The tags. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198f0aa-6f10-7c39-9d24-5d1f3a7be9c4",
           *           "name": "VIP",
           *           "color": "#7a5cff"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['TagList'];
        };
      };
      400: components['responses']['BadVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listOrders: {
    parameters: {
      query?: {
        /**
         * Creator ids, separated by commas or in repeated parameters, at most 50. An id that the key cannot access matches nothing.
         * @example [
         *       "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35"
         *     ]
         */
        creator_ids?: components['parameters']['CreatorIds'];
        /**
         * Upstream fan ids, separated by commas or in repeated parameters, at most 50.
         * @example [
         *       "90817263"
         *     ]
         */
        fan_ids?: string[];
        /**
         * Order types, separated by commas or in repeated parameters, at most 50.
         * @example [
         *       "tip",
         *       "push"
         *     ]
         */
        order_types?: components['schemas']['OrderType'][];
        /**
         * First instant of the range, inclusive.
         * @example 2026-07-01T00:00:00Z
         */
        start?: components['parameters']['Start'];
        /**
         * End of the range, exclusive. An instant before `start` fails with 400.
         * @example 2026-08-01T00:00:00Z
         */
        end?: components['parameters']['End'];
        /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
        cursor?: components['parameters']['Cursor'];
        /** Items per page. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of orders. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
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
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
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
         * Order id.
         * @example 0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41
         */
        order_id: components['parameters']['OrderId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The order. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
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
          'application/json': components['schemas']['Order'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownOrder'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listSentMessages: {
    parameters: {
      query?: {
        /**
         * Employee ids, separated by commas or in repeated parameters, at most 50. Former employees may be named.
         * @example [
         *       "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72"
         *     ]
         */
        user_ids?: components['parameters']['UserIds'];
        /**
         * Creator ids, separated by commas or in repeated parameters, at most 50. An id that the key cannot access matches nothing.
         * @example [
         *       "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35"
         *     ]
         */
        creator_ids?: components['parameters']['CreatorIds'];
        /**
         * Sources, separated by commas or in repeated parameters, at most 50.
         * @example [
         *       "messaging"
         *     ]
         */
        sources?: components['schemas']['MessageSource'][];
        /**
         * Messages sent at or after this instant.
         * @example 2026-07-01T00:00:00Z
         */
        start?: string;
        /**
         * Messages sent before this instant. An instant before `start` fails with 400.
         * @example 2026-08-01T00:00:00Z
         */
        end?: string;
        /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
        cursor?: components['parameters']['Cursor'];
        /** Items per page. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of sent messages. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198f0a8-53bd-7a07-8e94-1c6d9f2b4e80",
           *           "sent_at": "2026-07-18T20:58:37.000Z",
           *           "source": "messaging",
           *           "sent_by_user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
           *           "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
           *           "fan_id": "90817263",
           *           "fan_username": "marble_fox",
           *           "is_private_media": true,
           *           "price_eur": 1500,
           *           "sale_status": "purchased",
           *           "message_id": "5512093847",
           *           "media": [
           *             {
           *               "id": "660192837",
           *               "type": "photo"
           *             }
           *           ]
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['SentMessagePage'];
        };
      };
      400: components['responses']['BadPageRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listFans: {
    parameters: {
      query?: {
        /**
         * Employee ids, separated by commas or in repeated parameters, at most 50. Returns fans assigned to one of them.
         * @example [
         *       "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72"
         *     ]
         */
        assigned_user_ids?: string[];
        /**
         * Tag ids, separated by commas or in repeated parameters, at most 50. Returns fans with at least one of them. An id that is not a tag of the agency fails with 422.
         * @example [
         *       "0198f0aa-6f10-7c39-9d24-5d1f3a7be9c4"
         *     ]
         */
        tag_ids?: string[];
        /**
         * Tag ids, separated by commas or in repeated parameters, at most 50. Excludes fans with any of them; fans without tags are included. An id that is also in `tag_ids` fails with 400, an id that is not a tag of the agency with 422.
         * @example [
         *       "0198f0aa-7311-7e05-8a4b-9c2d6f1e3b70"
         *     ]
         */
        exclude_tag_ids?: string[];
        /** `true`: fans with at least one tag. `false`: fans without tags; together with `tag_ids` it fails with 400. */
        has_tags?: 'true' | 'false';
        /**
         * Subscription statuses, separated by commas or in repeated parameters, at most 50.
         * @example [
         *       "active_subscriber",
         *       "former_subscriber"
         *     ]
         */
        statuses?: components['schemas']['FanSubscriptionStatus'][];
        /**
         * Fans who spent at least this amount à la carte on this account, in euro cents. Subscriptions and refunded purchases do not count.
         * @example 5000
         */
        min_spend_cents?: number;
        /**
         * Fans whose last à-la-carte purchase was at or after this instant. Refunded purchases do not count.
         * @example 2026-06-01T00:00:00Z
         */
        last_purchase_after?: string;
        /**
         * Fans whose last à-la-carte purchase was before this instant. Refunded purchases do not count. Fans who never purchased are excluded.
         * @example 2026-07-01T00:00:00Z
         */
        last_purchase_before?: string;
        /** `true`: fans who are online on the upstream platform now. `false`: fans who are offline. */
        is_online?: 'true' | 'false';
        /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
        cursor?: components['parameters']['Cursor'];
        /** Items per page. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /**
         * Upstream account id, the `account.external_id` of a creator.
         * @example 73120045
         */
        account_id: components['parameters']['AccountId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of fans. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "fan_id": "90817263",
           *           "fan_username": "marble_fox",
           *           "assigned_user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
           *           "ai_active": false,
           *           "tags": [
           *             {
           *               "id": "0198f0aa-6f10-7c39-9d24-5d1f3a7be9c4",
           *               "name": "VIP"
           *             }
           *           ]
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['FanRelationPage'];
        };
      };
      400: components['responses']['BadPageRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownAccount'];
      408: components['responses']['RequestTimeout'];
      422: components['responses']['UnknownTag'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getFan: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Upstream account id, the `account.external_id` of a creator.
         * @example 73120045
         */
        account_id: components['parameters']['AccountId'];
        /**
         * Upstream fan id.
         * @example 90817263
         */
        fan_id: components['parameters']['FanId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The fan. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "fan_id": "90817263",
           *       "fan_username": "marble_fox",
           *       "assigned_user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
           *       "ai_active": false,
           *       "tags": [
           *         {
           *           "id": "0198f0aa-6f10-7c39-9d24-5d1f3a7be9c4",
           *           "name": "VIP"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['FanRelation'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownAccountOrFan'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  assignFan: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Upstream account id, the `account.external_id` of a creator.
         * @example 73120045
         */
        account_id: components['parameters']['AccountId'];
        /**
         * Upstream fan id.
         * @example 90817263
         */
        fan_id: components['parameters']['FanId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Assignment'];
      };
    };
    responses: {
      /** The fan after the change. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "fan_id": "90817263",
           *       "fan_username": "marble_fox",
           *       "assigned_user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
           *       "ai_active": false,
           *       "tags": [
           *         {
           *           "id": "0198f0aa-6f10-7c39-9d24-5d1f3a7be9c4",
           *           "name": "VIP"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['FanRelation'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownAccountOrFan'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnknownUser'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  unassignFan: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Upstream account id, the `account.external_id` of a creator.
         * @example 73120045
         */
        account_id: components['parameters']['AccountId'];
        /**
         * Upstream fan id.
         * @example 90817263
         */
        fan_id: components['parameters']['FanId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The fan is not assigned. */
      204: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownAccountOrFan'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  setAiLock: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Upstream account id, the `account.external_id` of a creator.
         * @example 73120045
         */
        account_id: components['parameters']['AccountId'];
        /**
         * Upstream fan id.
         * @example 90817263
         */
        fan_id: components['parameters']['FanId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The fan after the change. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "fan_id": "90817263",
           *       "fan_username": "marble_fox",
           *       "assigned_user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
           *       "ai_active": true,
           *       "tags": [
           *         {
           *           "id": "0198f0aa-6f10-7c39-9d24-5d1f3a7be9c4",
           *           "name": "VIP"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['FanRelation'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownAccountOrFan'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  releaseAiLock: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Upstream account id, the `account.external_id` of a creator.
         * @example 73120045
         */
        account_id: components['parameters']['AccountId'];
        /**
         * Upstream fan id.
         * @example 90817263
         */
        fan_id: components['parameters']['FanId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The fan is not locked by an AI. */
      204: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownAccountOrFan'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getInsight: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Upstream account id, the `account.external_id` of a creator.
         * @example 73120045
         */
        account_id: components['parameters']['AccountId'];
        /**
         * Upstream fan id.
         * @example 90817263
         */
        fan_id: components['parameters']['FanId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The note. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "note": "Prefers short voice messages. Birthday in May.",
           *       "etag": "8d1f0c7a52be4e90"
           *     }
           */
          'application/json': components['schemas']['Insight'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownAccountOrFan'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  updateInsight: {
    parameters: {
      query?: never;
      header?: {
        /**
         * Token of the note that you read: quoted, bare or weak (`"t"`, `t`, `W/"t"`). Send one token: `*` and lists of tokens match no note and fail with 412.
         * @example "8d1f0c7a52be4e90"
         */
        'If-Match'?: string;
      };
      path: {
        /**
         * Upstream account id, the `account.external_id` of a creator.
         * @example 73120045
         */
        account_id: components['parameters']['AccountId'];
        /**
         * Upstream fan id.
         * @example 90817263
         */
        fan_id: components['parameters']['FanId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InsightUpdate'];
      };
    };
    responses: {
      /** The note after the edit. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          ETag: components['headers']['ETag'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "note": "Prefers short voice messages. Birthday in May.",
           *       "etag": "2c9e61b4f07d8a35"
           *     }
           */
          'application/json': components['schemas']['Insight'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownAccountOrFan'];
      408: components['responses']['RequestTimeout'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      428: components['responses']['PreconditionRequired'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listAiRequests: {
    parameters: {
      query?: {
        /** Maximum number of requests to return. */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The pending requests. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198f0ae-3d16-7b60-9a8c-5e2f7d4c1b09",
           *           "account_id": "73120045",
           *           "fan_id": "90817263",
           *           "action": "relaunch",
           *           "requested_by_user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
           *           "requested_at": "2026-07-18T21:15:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['AiRequestList'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  acknowledgeAiRequests: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AiRequestAcknowledgement'];
      };
    };
    responses: {
      /** The acknowledged requests. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "acknowledged_ids": [
           *         "0198f0ae-3d16-7b60-9a8c-5e2f7d4c1b09"
           *       ]
           *     }
           */
          'application/json': components['schemas']['AiRequestAcknowledged'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listPublications: {
    parameters: {
      query?: {
        /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
        cursor?: components['parameters']['Cursor'];
        /** Items per page. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of publications. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198f0ab-62d3-7e58-b1f4-8c0a5d7e9b36",
           *           "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
           *           "text": "New set on Friday.",
           *           "media": [
           *             {
           *               "id": "660192837",
           *               "type": "photo"
           *             }
           *           ],
           *           "status": "scheduled",
           *           "failure_reason": null,
           *           "scheduled_at": "2026-07-24T18:00:00.000Z",
           *           "published_at": null,
           *           "created_at": "2026-07-20T08:15:00.000Z"
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['PublicationPage'];
        };
      };
      400: components['responses']['BadPageRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  createPublication: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PublicationCreate'];
      };
    };
    responses: {
      /** The publication. */
      201: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198f0ab-62d3-7e58-b1f4-8c0a5d7e9b36",
           *       "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
           *       "text": "New set on Friday.",
           *       "media": [
           *         {
           *           "id": "660192837",
           *           "type": "photo"
           *         }
           *       ],
           *       "status": "scheduled",
           *       "failure_reason": null,
           *       "scheduled_at": "2026-07-24T18:00:00.000Z",
           *       "published_at": null,
           *       "created_at": "2026-07-20T08:15:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Publication'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownCreator'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['QuotaReached'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  deletePublication: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Publication id.
         * @example 0198f0ab-62d3-7e58-b1f4-8c0a5d7e9b36
         */
        publication_id: components['parameters']['PublicationId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The publication is deleted. */
      204: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownPublication'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getRevenue: {
    parameters: {
      query: {
        /**
         * First day, inclusive: `YYYY-MM-DD`, or a date-time with an offset, which means the day that it falls on in `timezone`.
         * @example 2026-07-01
         */
        start: components['parameters']['AnalyticsStart'];
        /**
         * Last day, inclusive, in the same forms as `start`. A day before `start` fails with 400.
         * @example 2026-07-31
         */
        end: components['parameters']['AnalyticsEnd'];
        /**
         * Time zone of the days: `UTC`, or an Area/Location name of the IANA list such as `Europe/Paris`. Abbreviations and offsets fail with 400.
         * @example Europe/Paris
         */
        timezone?: components['parameters']['Timezone'];
        /**
         * Creator ids, separated by commas or in repeated parameters, at most 50. An id that the key cannot access matches nothing.
         * @example [
         *       "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35"
         *     ]
         */
        creator_ids?: components['parameters']['CreatorIds'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The totals. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "start": "2026-07-01",
           *       "end": "2026-07-19",
           *       "timezone": "Europe/Paris",
           *       "revenue_cents": 1284500,
           *       "refunded_cents": 4500,
           *       "orders_count": 731,
           *       "by_order_type": [
           *         {
           *           "order_type": "private_media",
           *           "revenue_cents": 900000,
           *           "orders_count": 329
           *         },
           *         {
           *           "order_type": "tip",
           *           "revenue_cents": 384500,
           *           "orders_count": 402
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['RevenueSummary'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getRevenueTimeseries: {
    parameters: {
      query: {
        /**
         * First day, inclusive: `YYYY-MM-DD`, or a date-time with an offset, which means the day that it falls on in `timezone`.
         * @example 2026-07-01
         */
        start: components['parameters']['AnalyticsStart'];
        /**
         * Last day, inclusive, in the same forms as `start`. A day before `start` fails with 400.
         * @example 2026-07-31
         */
        end: components['parameters']['AnalyticsEnd'];
        /**
         * Time zone of the days: `UTC`, or an Area/Location name of the IANA list such as `Europe/Paris`. Abbreviations and offsets fail with 400.
         * @example Europe/Paris
         */
        timezone?: components['parameters']['Timezone'];
        /**
         * Creator ids, separated by commas or in repeated parameters, at most 50. An id that the key cannot access matches nothing.
         * @example [
         *       "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35"
         *     ]
         */
        creator_ids?: components['parameters']['CreatorIds'];
        /**
         * Employee ids, separated by commas or in repeated parameters, at most 50. Former employees may be named.
         * @example [
         *       "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72"
         *     ]
         */
        user_ids?: components['parameters']['UserIds'];
        /**
         * Length of a period. By default it depends on the window: up to 2 days `hour`, up to 31 `day`, up to 180 `week`, otherwise `month`.
         * @example day
         */
        granularity?: components['schemas']['Granularity'];
        /** `creator`: one item per period and creator. */
        breakdown?: 'creator';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The periods. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "start": "2026-07-18",
           *       "end": "2026-07-19",
           *       "timezone": "Europe/Paris",
           *       "granularity": "day",
           *       "data": [
           *         {
           *           "period_start": "2026-07-18T00:00:00+02:00",
           *           "revenue_cents": 62400,
           *           "refunded_cents": 0,
           *           "orders_count": 35
           *         },
           *         {
           *           "period_start": "2026-07-19T00:00:00+02:00",
           *           "revenue_cents": 0,
           *           "refunded_cents": 1500,
           *           "orders_count": 0
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['RevenueTimeseries'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getCreatorAnalytics: {
    parameters: {
      query: {
        /**
         * First day, inclusive: `YYYY-MM-DD`, or a date-time with an offset, which means the day that it falls on in `timezone`.
         * @example 2026-07-01
         */
        start: components['parameters']['AnalyticsStart'];
        /**
         * Last day, inclusive, in the same forms as `start`. A day before `start` fails with 400.
         * @example 2026-07-31
         */
        end: components['parameters']['AnalyticsEnd'];
        /**
         * Time zone of the days: `UTC`, or an Area/Location name of the IANA list such as `Europe/Paris`. Abbreviations and offsets fail with 400.
         * @example Europe/Paris
         */
        timezone?: components['parameters']['Timezone'];
        /**
         * Creator ids, separated by commas or in repeated parameters, at most 50. An id that the key cannot access matches nothing.
         * @example [
         *       "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35"
         *     ]
         */
        creator_ids?: components['parameters']['CreatorIds'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The figures. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "start": "2026-07-01",
           *       "end": "2026-07-19",
           *       "timezone": "UTC",
           *       "data": [
           *         {
           *           "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
           *           "revenue_cents": 1284500,
           *           "refunded_cents": 4500,
           *           "orders_count": 731,
           *           "messages_sent_count": 5210
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['CreatorAnalytics'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getEmployeeAnalytics: {
    parameters: {
      query: {
        /**
         * First day, inclusive: `YYYY-MM-DD`, or a date-time with an offset, which means the day that it falls on in `timezone`.
         * @example 2026-07-01
         */
        start: components['parameters']['AnalyticsStart'];
        /**
         * Last day, inclusive, in the same forms as `start`. A day before `start` fails with 400.
         * @example 2026-07-31
         */
        end: components['parameters']['AnalyticsEnd'];
        /**
         * Time zone of the days: `UTC`, or an Area/Location name of the IANA list such as `Europe/Paris`. Abbreviations and offsets fail with 400.
         * @example Europe/Paris
         */
        timezone?: components['parameters']['Timezone'];
        /**
         * Creator ids, separated by commas or in repeated parameters, at most 50. An id that the key cannot access matches nothing.
         * @example [
         *       "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35"
         *     ]
         */
        creator_ids?: components['parameters']['CreatorIds'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The figures. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "start": "2026-07-01",
           *       "end": "2026-07-19",
           *       "timezone": "UTC",
           *       "data": [
           *         {
           *           "user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
           *           "revenue_cents": 402000,
           *           "refunded_cents": 0,
           *           "orders_count": 228,
           *           "messages_sent_count": 1744
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['EmployeeAnalytics'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
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
      /** The webhook endpoints. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
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
           *           "consecutive_failures": 0,
           *           "created_by_key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
           *           "created_by_link_id": null,
           *           "ends_with_link": false,
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
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
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
      /** The endpoint and its secret. */
      201: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
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
           *       "consecutive_failures": 0,
           *       "created_by_key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
           *       "created_by_link_id": null,
           *       "ends_with_link": false,
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
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UndeliverableUrlOrEndpointLimit'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  watchWebhooks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The stream. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          /** `no`: proxies must not buffer the stream. */
          'X-Accel-Buffering'?: string;
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': components['schemas']['LiveEvent'];
        };
      };
      400: components['responses']['BadVersion'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
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
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The webhook endpoint. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
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
           *       "consecutive_failures": 0,
           *       "created_by_key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
           *       "created_by_link_id": null,
           *       "ends_with_link": false,
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
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
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
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The endpoint is deleted. */
      204: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownWebhookEndpoint'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
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
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
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
      /** The endpoint after the change. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
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
           *       "consecutive_failures": 0,
           *       "created_by_key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
           *       "created_by_link_id": null,
           *       "ends_with_link": false,
           *       "created_at": "2026-07-10T09:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['MissingScopeOrNotThroughLinkOrIpNotAllowed'];
      404: components['responses']['UnknownWebhookEndpointOrCreator'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UndeliverableUrl'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
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
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The test delivery is queued. */
      202: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
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
      408: components['responses']['RequestTimeout'];
      409: components['responses']['WebhookEndpointDisabled'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
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
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
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
      /** The new secret. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
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
      403: components['responses']['MissingScopeOrNotThroughLinkOrIpNotAllowed'];
      404: components['responses']['UnknownWebhookEndpoint'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['WebhookSecretLimit'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getWebhookStats: {
    parameters: {
      query?: {
        /**
         * First instant of the window, inclusive. By default 7 days before now.
         * @example 2026-07-13T00:00:00Z
         */
        start?: string;
        /**
         * End of the window, exclusive. By default now. An instant before `start` fails with 400.
         * @example 2026-07-20T00:00:00Z
         */
        end?: string;
      };
      header?: never;
      path: {
        /**
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The counters. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
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
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listWebhookFailures: {
    parameters: {
      query?: {
        /**
         * Event types, separated by commas or in repeated parameters, at most 50.
         * @example [
         *       "order.created",
         *       "order.refunded"
         *     ]
         */
        event_types?: components['parameters']['EventTypes'];
        /**
         * Failures recorded at or after this instant.
         * @example 2026-07-13T00:00:00Z
         */
        start?: string;
        /**
         * Failures recorded before this instant. An instant before `start` fails with 400.
         * @example 2026-07-20T00:00:00Z
         */
        end?: string;
        /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
        cursor?: components['parameters']['Cursor'];
        /** Items per page. */
        limit?: number;
      };
      header?: never;
      path: {
        /**
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of failure records. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
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
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
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
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
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
      /** The replays are queued, except those in `waiting_count`. */
      202: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "replayed_count": 27,
           *       "waiting_count": 0,
           *       "by_event_type": [
           *         {
           *           "event_type": "order.created",
           *           "count": 27
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['BulkReplayed'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownWebhookEndpoint'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
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
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
        /**
         * Id of a failure record of this endpoint, a UUID.
         * @example 0198f0ac-0f4a-7d93-8e27-b5c1d9a3f864
         */
        failure_id: components['parameters']['FailureId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The replay is queued. */
      202: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "event_id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
           *       "delivery_id": "0198f0ad-2c81-7e04-b9f6-4d5a7c8e1b32",
           *       "is_queued": true
           *     }
           */
          'application/json': components['schemas']['Replay'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownWebhookEndpointOrFailure'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /**
         * Event types, separated by commas or in repeated parameters, at most 50.
         * @example [
         *       "order.created",
         *       "order.refunded"
         *     ]
         */
        event_types?: components['parameters']['EventTypes'];
        /**
         * Delivery statuses, separated by commas or in repeated parameters, at most 50.
         * @example [
         *       "pending",
         *       "failed"
         *     ]
         */
        statuses?: components['schemas']['DeliveryStatus'][];
        /**
         * Deliveries queued at or after this instant.
         * @example 2026-07-13T00:00:00Z
         */
        start?: string;
        /**
         * Deliveries queued before this instant. An instant before `start` fails with 400.
         * @example 2026-07-20T00:00:00Z
         */
        end?: string;
        /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
        cursor?: components['parameters']['Cursor'];
        /** Items per page. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path: {
        /**
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of deliveries. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
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
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getWebhookDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
        /**
         * Id of a delivery to this endpoint, a UUID.
         * @example 0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43
         */
        delivery_id: components['parameters']['DeliveryId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The delivery. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43",
           *       "endpoint_id": "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05",
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
           *       "next_attempt_at": null,
           *       "failure_id": null,
           *       "replay_of_failure_id": null
           *     }
           */
          'application/json': components['schemas']['WebhookDeliveryDetail'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownWebhookEndpointOrUnknownWebhookDelivery'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getSentWebhookRequest: {
    parameters: {
      query?: {
        /**
         * Number of the attempt, from 1 on. By default the last one.
         * @example 1
         */
        attempt?: number;
        /**
         * Version of the body: the exact name of a release, or its date. By default that of the endpoint, in which the request was sent.
         * @example 2026-07-06
         */
        version?: string;
      };
      header?: never;
      path: {
        /**
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
        /**
         * Id of a delivery to this endpoint, a UUID.
         * @example 0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43
         */
        delivery_id: components['parameters']['DeliveryId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The request. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "delivery_id": "0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43",
           *       "event_id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
           *       "attempt": 1,
           *       "attempted_at": "2026-07-18T21:04:11.410Z",
           *       "method": "POST",
           *       "url": "https://hooks.northlight.example/service",
           *       "headers": [
           *         {
           *           "name": "content-type",
           *           "value": "application/json"
           *         },
           *         {
           *           "name": "Service-Signature",
           *           "value": "v1=5f8d3c0a9b7e42d16c8f0a3b5d7e9f1c2a4b6d8e0f1a3c5e7092b4d6f8a1c3e5"
           *         },
           *         {
           *           "name": "Service-Signature-Timestamp",
           *           "value": "1784408651"
           *         }
           *       ],
           *       "body": "{\"id\":\"0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07\",\"type\":\"ping\",\"created_at\":\"2026-07-18T21:04:11.000Z\",\"api_version\":\"2026-07-06\",\"data\":{\"endpoint_id\":\"0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05\"}}",
           *       "api_version": "2026-07-06",
           *       "url_changed": false,
           *       "secrets_changed": false
           *     }
           */
          'application/json': components['schemas']['DeliveryRequest'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownWebhookEndpointOrUnknownWebhookDeliveryOrUnknownWebhookAttempt'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getWebhookFigures: {
    parameters: {
      query?: {
        /**
         * Length of a point.
         * @example minute
         */
        interval?: 'minute' | 'hour';
        /**
         * First instant of the window, inclusive. By default 60 minutes before its end, or 24 hours if `interval` is `hour`.
         * @example 2026-07-20T07:15:00Z
         */
        start?: string;
        /**
         * End of the window, exclusive. By default now. An instant that is not after `start` fails with 400.
         * @example 2026-07-20T08:15:00Z
         */
        end?: string;
      };
      header?: never;
      path: {
        /**
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
         * @example 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05
         */
        endpoint_id: components['parameters']['EndpointId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The figures. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "interval": "minute",
           *       "start": "2026-07-20T08:13:00.000Z",
           *       "end": "2026-07-20T08:15:00.000Z",
           *       "points": [
           *         {
           *           "at": "2026-07-20T08:13:00.000Z",
           *           "delivered_count": 12,
           *           "failed_count": 0,
           *           "sampled_count": 12,
           *           "p50_ms": 84,
           *           "p99_ms": 143
           *         },
           *         {
           *           "at": "2026-07-20T08:14:00.000Z",
           *           "delivered_count": 9,
           *           "failed_count": 1,
           *           "sampled_count": 9,
           *           "p50_ms": 91,
           *           "p99_ms": 207
           *         }
           *       ],
           *       "by_event_type": [
           *         {
           *           "event_type": "order.created",
           *           "delivered_count": 20,
           *           "failed_count": 1
           *         },
           *         {
           *           "event_type": "order.refunded",
           *           "delivered_count": 1,
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
           *           "delivered_count": 0,
           *           "failed_count": 0
           *         }
           *       ],
           *       "now": {
           *         "pending_count": 2,
           *         "oldest_pending_at": "2026-07-20T08:14:02.000Z",
           *         "next_attempt_at": "2026-07-20T08:15:11.000Z",
           *         "consecutive_failures": 1,
           *         "breaker_failures": 10
           *       }
           *     }
           */
          'application/json': components['schemas']['WebhookFigures'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownWebhookEndpoint'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  sendTestWebhookEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
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
         *       "event_type": "order.created"
         *     }
         */
        'application/json': components['schemas']['TestEvent'];
      };
    };
    responses: {
      /** The test event is queued. */
      202: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
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
      408: components['responses']['RequestTimeout'];
      409: components['responses']['WebhookEndpointDisabled'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  verifyWebhookSignature: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Webhook endpoint id, a UUID. With any other text, the endpoint is not found.
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
         *       "headers": {
         *         "Service-Signature": "v1=5f8d3c0a9b7e42d16c8f0a3b5d7e9f1c2a4b6d8e0f1a3c5e7092b4d6f8a1c3e5",
         *         "Service-Signature-Timestamp": "1784535300"
         *       },
         *       "body": "{ \"id\": \"0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07\" }"
         *     }
         */
        'application/json': components['schemas']['SignatureCheckRequest'];
      };
    };
    responses: {
      /** The matching and mismatching parts. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "verified": false,
           *       "timestamp": {
           *         "result": "fits",
           *         "header": "service-signature-timestamp",
           *         "signed_at": "2026-07-20T08:15:00.000Z",
           *         "age_seconds": 12
           *       },
           *       "body": {
           *         "result": "changed",
           *         "difference": "formatting",
           *         "byte_count": 214
           *       },
           *       "signatures": [
           *         {
           *           "header": "service-signature",
           *           "position": 1,
           *           "result": "fits_other_body",
           *           "secret_prefix": "svc_whsec_aGk3",
           *           "endpoint_id": "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05"
           *         }
           *       ],
           *       "findings": [
           *         "The body was parsed and serialized again before the comparison. Compare the bytes as received, before parsing them."
           *       ]
           *     }
           */
          'application/json': components['schemas']['SignatureCheck'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownWebhookEndpoint'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listWebhookEvents: {
    parameters: {
      query?: {
        /**
         * Event ids, separated by commas or in repeated parameters, at most 50.
         * @example [
         *       "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07"
         *     ]
         */
        event_ids?: string[];
        /**
         * Delivery ids, separated by commas or in repeated parameters, at most 50: the events that they deliver.
         * @example [
         *       "0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43"
         *     ]
         */
        delivery_ids?: string[];
        /**
         * Order ids, separated by commas or in repeated parameters, at most 50.
         * @example [
         *       "0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41"
         *     ]
         */
        order_ids?: string[];
        /**
         * Upstream fan ids, separated by commas or in repeated parameters, at most 50.
         * @example [
         *       "90817263"
         *     ]
         */
        fan_ids?: string[];
        /**
         * Event types, separated by commas or in repeated parameters, at most 50.
         * @example [
         *       "order.created",
         *       "order.refunded"
         *     ]
         */
        event_types?: components['parameters']['EventTypes'];
        /**
         * Events recorded at or after this instant.
         * @example 2026-07-13T00:00:00Z
         */
        start?: string;
        /**
         * Events recorded before this instant. An instant before `start` fails with 400.
         * @example 2026-07-20T00:00:00Z
         */
        end?: string;
        /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
        cursor?: components['parameters']['Cursor'];
        /** Items per page. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of events. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
           *           "type": "order.created",
           *           "created_at": "2026-07-18T21:04:11.000Z",
           *           "recorded_at": "2026-07-18T21:04:11.376Z",
           *           "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
           *           "data": {
           *             "id": "0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41",
           *             "order_type": "private_media",
           *             "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
           *             "account_id": "73120045",
           *             "fan_id": "90817263",
           *             "fan_username": "marble_fox",
           *             "user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
           *             "message_id": "5512093847",
           *             "amount_cents": 1500,
           *             "created_at": "2026-07-18T21:04:11.000Z",
           *             "refunded_at": null
           *           }
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['RecordedEventPage'];
        };
      };
      400: components['responses']['BadPageRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  getWebhookEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Event id, a UUID.
         * @example 0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07
         */
        event_id: components['parameters']['EventId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The event and its deliveries. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07",
           *       "type": "order.created",
           *       "created_at": "2026-07-18T21:04:11.000Z",
           *       "recorded_at": "2026-07-18T21:04:11.376Z",
           *       "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
           *       "data": {
           *         "id": "0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41",
           *         "order_type": "private_media",
           *         "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
           *         "account_id": "73120045",
           *         "fan_id": "90817263",
           *         "fan_username": "marble_fox",
           *         "user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
           *         "message_id": "5512093847",
           *         "amount_cents": 1500,
           *         "created_at": "2026-07-18T21:04:11.000Z",
           *         "refunded_at": null
           *       },
           *       "deliveries": [
           *         {
           *           "id": "0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43",
           *           "endpoint_id": "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05",
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
           *           "next_attempt_at": null,
           *           "failure_id": null,
           *           "replay_of_failure_id": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['RecordedEventWithDeliveries'];
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['UnknownWebhookEvent'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  listAuditEntries: {
    parameters: {
      query?: {
        /**
         * Actions, separated by commas or in repeated parameters, at most 50.
         * @example [
         *       "key.revoked",
         *       "endpoint.created"
         *     ]
         */
        actions?: components['schemas']['AuditAction'][];
        /**
         * First instant of the range, inclusive.
         * @example 2026-07-01T00:00:00Z
         */
        start?: components['parameters']['Start'];
        /**
         * End of the range, exclusive. An instant before `start` fails with 400.
         * @example 2026-08-01T00:00:00Z
         */
        end?: components['parameters']['End'];
        /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
        cursor?: components['parameters']['Cursor'];
        /** Items per page. */
        limit?: components['parameters']['Limit'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** One page of entries. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198f0b3-2c51-7f6a-9d18-6b0e4f3a8c27",
           *           "recorded_at": "2026-07-20T08:15:00.000Z",
           *           "action": "endpoint.created",
           *           "actor": {
           *             "kind": "key",
           *             "id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
           *             "name": "Reporting"
           *           },
           *           "subject_id": "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05",
           *           "subject_name": "Ledger",
           *           "details": {
           *             "host": "hooks.northlight.example",
           *             "enabled_event_types": [
           *               "order.created"
           *             ]
           *           },
           *           "address": "203.0.113.7",
           *           "request_id": "0198f0b2-91d4-7a3e-8c55-0f6e2b1d7a90"
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['AuditPage'];
        };
      };
      400: components['responses']['BadPageRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['RateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['InternalError'];
      503: components['responses']['Unavailable'];
    };
  };
  onOrderCreated: {
    parameters: {
      query?: never;
      header: {
        /**
         * `v1=` and the lower-case hex HMAC-SHA256 of `{Service-Signature-Timestamp}.{raw body}`, keyed with the UTF-8 bytes of the whole signing secret. While earlier secrets are valid: `v1=<new>,v1=<previous>` and so on, one per secret, the newest first; accept the delivery if any of them matches.
         * @example v1=5f1c0e9a7b3d2468ace013579bdf02468ace13579bdf02468ace13579bdf0246
         */
        'Service-Signature': components['parameters']['ServiceSignature'];
        /**
         * Unix time in seconds at which this attempt was signed. Refuse a time that is more than 300 seconds away.
         * @example 1784535300
         */
        'Service-Signature-Timestamp': components['parameters']['ServiceSignatureTimestamp'];
        /**
         * The `type` of the body.
         * @example order.created
         */
        'Service-Event-Type': components['parameters']['ServiceEventType'];
        /**
         * The `id` of the body.
         * @example 0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07
         */
        'Service-Event-Id': components['parameters']['ServiceEventId'];
        /**
         * Id of this delivery to this endpoint. Its retries have the same id.
         * @example 0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43
         */
        'Service-Delivery-Id': components['parameters']['ServiceDeliveryId'];
        /**
         * The `id` of the body, as Standard Webhooks names it.
         * @example 0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07
         */
        'webhook-id': components['parameters']['WebhookId'];
        /**
         * The same time as `Service-Signature-Timestamp`.
         * @example 1784535300
         */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /**
         * `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`, keyed with the 24 bytes that the 32 characters of the secret encode. Any Standard Webhooks library verifies it with the part of the secret that starts at `whsec_`. While earlier secrets are valid, it contains the signatures of all, separated by spaces.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /**
         * `Service-Webhooks/1.0`
         * @example Service-Webhooks/1.0
         */
        'User-Agent': components['parameters']['UserAgent'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderCreatedEvent'];
      };
    };
    responses: {
      /** Any 2xx within 10 seconds acknowledges the delivery. Anything else is a failed attempt. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onOrderRefunded: {
    parameters: {
      query?: never;
      header: {
        /**
         * `v1=` and the lower-case hex HMAC-SHA256 of `{Service-Signature-Timestamp}.{raw body}`, keyed with the UTF-8 bytes of the whole signing secret. While earlier secrets are valid: `v1=<new>,v1=<previous>` and so on, one per secret, the newest first; accept the delivery if any of them matches.
         * @example v1=5f1c0e9a7b3d2468ace013579bdf02468ace13579bdf02468ace13579bdf0246
         */
        'Service-Signature': components['parameters']['ServiceSignature'];
        /**
         * Unix time in seconds at which this attempt was signed. Refuse a time that is more than 300 seconds away.
         * @example 1784535300
         */
        'Service-Signature-Timestamp': components['parameters']['ServiceSignatureTimestamp'];
        /**
         * The `type` of the body.
         * @example order.created
         */
        'Service-Event-Type': components['parameters']['ServiceEventType'];
        /**
         * The `id` of the body.
         * @example 0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07
         */
        'Service-Event-Id': components['parameters']['ServiceEventId'];
        /**
         * Id of this delivery to this endpoint. Its retries have the same id.
         * @example 0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43
         */
        'Service-Delivery-Id': components['parameters']['ServiceDeliveryId'];
        /**
         * The `id` of the body, as Standard Webhooks names it.
         * @example 0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07
         */
        'webhook-id': components['parameters']['WebhookId'];
        /**
         * The same time as `Service-Signature-Timestamp`.
         * @example 1784535300
         */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /**
         * `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`, keyed with the 24 bytes that the 32 characters of the secret encode. Any Standard Webhooks library verifies it with the part of the secret that starts at `whsec_`. While earlier secrets are valid, it contains the signatures of all, separated by spaces.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /**
         * `Service-Webhooks/1.0`
         * @example Service-Webhooks/1.0
         */
        'User-Agent': components['parameters']['UserAgent'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderRefundedEvent'];
      };
    };
    responses: {
      /** Any 2xx within 10 seconds acknowledges the delivery. Anything else is a failed attempt. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onAssignmentUpdated: {
    parameters: {
      query?: never;
      header: {
        /**
         * `v1=` and the lower-case hex HMAC-SHA256 of `{Service-Signature-Timestamp}.{raw body}`, keyed with the UTF-8 bytes of the whole signing secret. While earlier secrets are valid: `v1=<new>,v1=<previous>` and so on, one per secret, the newest first; accept the delivery if any of them matches.
         * @example v1=5f1c0e9a7b3d2468ace013579bdf02468ace13579bdf02468ace13579bdf0246
         */
        'Service-Signature': components['parameters']['ServiceSignature'];
        /**
         * Unix time in seconds at which this attempt was signed. Refuse a time that is more than 300 seconds away.
         * @example 1784535300
         */
        'Service-Signature-Timestamp': components['parameters']['ServiceSignatureTimestamp'];
        /**
         * The `type` of the body.
         * @example order.created
         */
        'Service-Event-Type': components['parameters']['ServiceEventType'];
        /**
         * The `id` of the body.
         * @example 0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07
         */
        'Service-Event-Id': components['parameters']['ServiceEventId'];
        /**
         * Id of this delivery to this endpoint. Its retries have the same id.
         * @example 0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43
         */
        'Service-Delivery-Id': components['parameters']['ServiceDeliveryId'];
        /**
         * The `id` of the body, as Standard Webhooks names it.
         * @example 0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07
         */
        'webhook-id': components['parameters']['WebhookId'];
        /**
         * The same time as `Service-Signature-Timestamp`.
         * @example 1784535300
         */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /**
         * `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`, keyed with the 24 bytes that the 32 characters of the secret encode. Any Standard Webhooks library verifies it with the part of the secret that starts at `whsec_`. While earlier secrets are valid, it contains the signatures of all, separated by spaces.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /**
         * `Service-Webhooks/1.0`
         * @example Service-Webhooks/1.0
         */
        'User-Agent': components['parameters']['UserAgent'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AssignmentUpdatedEvent'];
      };
    };
    responses: {
      /** Any 2xx within 10 seconds acknowledges the delivery. Anything else is a failed attempt. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onAiControlRequested: {
    parameters: {
      query?: never;
      header: {
        /**
         * `v1=` and the lower-case hex HMAC-SHA256 of `{Service-Signature-Timestamp}.{raw body}`, keyed with the UTF-8 bytes of the whole signing secret. While earlier secrets are valid: `v1=<new>,v1=<previous>` and so on, one per secret, the newest first; accept the delivery if any of them matches.
         * @example v1=5f1c0e9a7b3d2468ace013579bdf02468ace13579bdf02468ace13579bdf0246
         */
        'Service-Signature': components['parameters']['ServiceSignature'];
        /**
         * Unix time in seconds at which this attempt was signed. Refuse a time that is more than 300 seconds away.
         * @example 1784535300
         */
        'Service-Signature-Timestamp': components['parameters']['ServiceSignatureTimestamp'];
        /**
         * The `type` of the body.
         * @example order.created
         */
        'Service-Event-Type': components['parameters']['ServiceEventType'];
        /**
         * The `id` of the body.
         * @example 0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07
         */
        'Service-Event-Id': components['parameters']['ServiceEventId'];
        /**
         * Id of this delivery to this endpoint. Its retries have the same id.
         * @example 0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43
         */
        'Service-Delivery-Id': components['parameters']['ServiceDeliveryId'];
        /**
         * The `id` of the body, as Standard Webhooks names it.
         * @example 0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07
         */
        'webhook-id': components['parameters']['WebhookId'];
        /**
         * The same time as `Service-Signature-Timestamp`.
         * @example 1784535300
         */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /**
         * `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`, keyed with the 24 bytes that the 32 characters of the secret encode. Any Standard Webhooks library verifies it with the part of the secret that starts at `whsec_`. While earlier secrets are valid, it contains the signatures of all, separated by spaces.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /**
         * `Service-Webhooks/1.0`
         * @example Service-Webhooks/1.0
         */
        'User-Agent': components['parameters']['UserAgent'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AiControlRequestedEvent'];
      };
    };
    responses: {
      /** Any 2xx within 10 seconds acknowledges the delivery. Anything else is a failed attempt. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPing: {
    parameters: {
      query?: never;
      header: {
        /**
         * `v1=` and the lower-case hex HMAC-SHA256 of `{Service-Signature-Timestamp}.{raw body}`, keyed with the UTF-8 bytes of the whole signing secret. While earlier secrets are valid: `v1=<new>,v1=<previous>` and so on, one per secret, the newest first; accept the delivery if any of them matches.
         * @example v1=5f1c0e9a7b3d2468ace013579bdf02468ace13579bdf02468ace13579bdf0246
         */
        'Service-Signature': components['parameters']['ServiceSignature'];
        /**
         * Unix time in seconds at which this attempt was signed. Refuse a time that is more than 300 seconds away.
         * @example 1784535300
         */
        'Service-Signature-Timestamp': components['parameters']['ServiceSignatureTimestamp'];
        /**
         * The `type` of the body.
         * @example order.created
         */
        'Service-Event-Type': components['parameters']['ServiceEventType'];
        /**
         * The `id` of the body.
         * @example 0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07
         */
        'Service-Event-Id': components['parameters']['ServiceEventId'];
        /**
         * Id of this delivery to this endpoint. Its retries have the same id.
         * @example 0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43
         */
        'Service-Delivery-Id': components['parameters']['ServiceDeliveryId'];
        /**
         * The `id` of the body, as Standard Webhooks names it.
         * @example 0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07
         */
        'webhook-id': components['parameters']['WebhookId'];
        /**
         * The same time as `Service-Signature-Timestamp`.
         * @example 1784535300
         */
        'webhook-timestamp': components['parameters']['WebhookTimestamp'];
        /**
         * `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`, keyed with the 24 bytes that the 32 characters of the secret encode. Any Standard Webhooks library verifies it with the part of the secret that starts at `whsec_`. While earlier secrets are valid, it contains the signatures of all, separated by spaces.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': components['parameters']['WebhookSignature'];
        /**
         * `Service-Webhooks/1.0`
         * @example Service-Webhooks/1.0
         */
        'User-Agent': components['parameters']['UserAgent'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PingEvent'];
      };
    };
    responses: {
      /** Any 2xx within 10 seconds acknowledges the delivery. Anything else is a failed attempt. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
