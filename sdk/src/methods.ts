/**
 * The methods of the client: groups, names, and the operation that each one calls. Arguments and responses are typed from
 * the contract by the operation's id; lists with pages get a second method, `listAll…`, which reads all of them.
 *
 * Every method rejects with a `ProblemError` if the service refuses the request or fails; the slugs that are specific to an
 * operation are named below.
 */
export const methods = {
  /** The service itself. Only `me` requires a key. */
  meta: {
    /** The agency and its quotas, the scopes and limits of the client's key, and the release of the response. */
    me: 'getMe',
    /** Whether the service works, and its dependencies. Rejects with status 503 if it does not. */
    health: 'getHealth',
    /** The state of the service, as on its status page. */
    status: 'getStatus',
    /** Releases and changes, newest first. */
    changelog: 'getChangelog',
    /** The contract of the public operations, an OpenAPI 3.1 document. */
    openapi: 'getOpenapiDocument',
    /** The first page of the documentation, as Markdown. */
    docs: 'getDocs',
    /** The explanation of a problem, as Markdown. `slug`: the last segment of the problem's `type`. */
    errorPage: 'getErrorPage',
  },
  /** Creators that the key can access. Scope `read:creators`. */
  creators: {
    /** Every creator, in one response. `account.external_id` is the `account_id` of the fans' methods. */
    list: 'listCreators',
    /** One creator. `unknown_creator`: the key cannot access it. */
    get: 'getCreator',
  },
  /** Employees of the agency. Scope `read:employees`. */
  employees: {
    /** The current members, in one response. Other records may name former ones. */
    list: 'listEmployees',
  },
  /** The agency's tag catalogue. Scope `read:fans`. */
  tags: {
    /** Every tag, in the CRM's order, in one response. */
    list: 'listTags',
  },
  /** Orders, with amounts in euro cents. Scope `read:orders`. */
  orders: {
    /** One page, most recent first. `start` is inclusive, `end` exclusive, both ISO 8601 instants with an offset. */
    list: 'listOrders',
    /** One order. `unknown_order`: the key cannot access it. */
    get: 'getOrder',
  },
  /** Messages that employees sent: who, to whom, when; never the text. Scope `read:messages`. */
  sentMessages: {
    /** One page, most recent first, up to about 15 minutes old. `price_eur` is in euro cents. */
    list: 'listSentMessages',
  },
  /** Fans of one upstream account, their assignment and their AI lock. Scopes `read:fans` and `write:fans`. */
  fans: {
    /**
     * One page, most recent first. `min_spend_cents` is in euro cents.
     * `unknown_account`: the key cannot access the account. `unknown_tag`: its `tag_ids` are not tags of the agency.
     */
    list: 'listFans',
    /** One fan. `unknown_account`, `unknown_fan`. */
    get: 'getFan',
    /** Assigns a fan to an employee; repeating it changes nothing. `unknown_user`: not an active member. */
    assign: 'assignFan',
    /** Removes the assignment; repeating it changes nothing. */
    unassign: 'unassignFan',
    /** Gives the AI the lock on the fan; repeating it changes nothing. */
    setAiLock: 'setAiLock',
    /** Releases the AI's lock on the fan; repeating it changes nothing. */
    releaseAiLock: 'releaseAiLock',
  },
  /** The note on a fan. Scopes `read:insights` and `write:insights`. */
  insights: {
    /** The note and its concurrency token, `etag`. */
    get: 'getInsight',
    /**
     * Replaces the note. Pass the `etag` that you read. `precondition_failed`: the note has changed since; its
     * `current_etag` is the new token. `precondition_required`: the token is missing.
     */
    update: 'updateInsight',
  },
  /** Requests to relaunch or stop the AI of a conversation. Scopes `read:ai_requests` and `write:ai_requests`. */
  aiRequests: {
    /** The pending requests, oldest first, up to `limit`. After you acknowledge them, the next call returns the following ones. */
    list: 'listAiRequests',
    /** Marks requests as handled; repeating it changes nothing. */
    acknowledge: 'acknowledgeAiRequests',
  },
  /** Publications. Scopes `read:publications` and `write:publications`. */
  publications: {
    /** One page, most recent first. */
    list: 'listPublications',
    /**
     * Stores a publication with a text, media or both, to be posted when it is due. Each call creates another
     * one. `quota_reached`: the agency has reached its quota.
     */
    create: 'createPublication',
    /** Deletes a publication; a second call rejects with `unknown_publication`. */
    delete: 'deletePublication',
  },
  /**
   * Sums in euro cents over whole days in `timezone` (an IANA name such as Europe/Paris, UTC by default); `start` and `end`
   * are the first and the last day. Scope `read:analytics`.
   */
  analytics: {
    /** Revenue and refunds of at most 365 days, by type of order. */
    revenue: 'getRevenue',
    /** The same by period: at most 7 days by `hour`, 31 by `day`, 365 by `week` or `month`. */
    revenueTimeseries: 'getRevenueTimeseries',
    /** Figures of each creator over at most 90 days. */
    creators: 'getCreatorAnalytics',
    /** Figures of each employee over at most 365 days. */
    employees: 'getEmployeeAnalytics',
  },
  /**
   * Webhook endpoints, their deliveries and failures. Scopes `read:webhooks` and `write:webhooks`.
   * `unknown_webhook_endpoint`: the key cannot access the endpoint.
   */
  webhooks: {
    /** Every endpoint, in one response, without secrets. */
    list: 'listWebhookEndpoints',
    /**
     * Creates an endpoint and shows its `secret` once. Each call creates another one.
     * `undeliverable_url`, `webhook_endpoint_limit` (10 of an agency), `unknown_creator`.
     */
    create: 'createWebhookEndpoint',
    /** One endpoint. */
    get: 'getWebhookEndpoint',
    /** Changes the members that you pass. `status: 'active'` enables an endpoint again. */
    update: 'updateWebhookEndpoint',
    /** Deletes an endpoint with its deliveries and failures. */
    delete: 'deleteWebhookEndpoint',
    /** Queues a test delivery. `webhook_endpoint_disabled`: enable the endpoint first. */
    ping: 'pingWebhookEndpoint',
    /**
     * Creates a new secret and shows it once. The previous one also signs for `previous_expires_in_seconds`, and earlier ones
     * until their own expiry. `webhook_secret_limit` (5 of an endpoint).
     */
    rotateSecret: 'rotateWebhookSecret',
    /** Delivered and failed totals per event type, of the last 7 days or from `start` to `end`. */
    stats: 'getWebhookStats',
    /** One page of failed deliveries, most recent first. They are stored for 30 days. */
    listFailures: 'listWebhookFailures',
    /** Sends the event of one failure again, under the same event id. `unknown_webhook_failure`. */
    replayFailure: 'replayWebhookFailure',
    /**
     * Sends the events of every matching failure that was not replayed yet, in the background. Each is replayed once:
     * another call counts the remaining ones.
     */
    replayFailures: 'replayWebhookFailures',
    /** One page of deliveries with their attempts, most recent first. They are stored for 30 days. */
    listDeliveries: 'listWebhookDeliveries',
    /**
     * Sends the event of any delivery again, also of a successful one, under the same event id. `unknown_webhook_delivery`,
     * `webhook_endpoint_disabled`.
     */
    resendDelivery: 'resendWebhookDelivery',
    /**
     * Sends the events of matching deliveries again, each once, up to 5,000 deliveries at a time: repeat the call with `next_cursor` as `cursor`
     * until it is null. With `dry_run` it counts them. `webhook_endpoint_disabled`, `invalid_cursor`.
     */
    resendDeliveries: 'resendWebhookDeliveries',
    /**
     * Queues the events of a span that the endpoint has no delivery of, in the background; with `dry_run` it counts them. Events that
     * were not recorded are made from the stored facts. Each event is queued once, also by several
     * calls. `webhook_endpoint_disabled`.
     */
    recoverEvents: 'recoverWebhookEvents',
    /** The progress of a recovery. `unknown_webhook_recovery`. */
    getRecovery: 'getWebhookRecovery',
    /** Stops a recovery that has not ended. What it queued stays. `unknown_webhook_recovery`. */
    cancelRecovery: 'cancelWebhookRecovery',
    /** One delivery with its attempts, its failure record and the failure that it replays. `unknown_webhook_delivery`. */
    getDelivery: 'getWebhookDelivery',
    /**
     * The request of an attempt as it was sent, signed with the secrets that sign now. `body` is null for a key that may not read the
     * payload. `unknown_webhook_delivery`, `unknown_webhook_attempt`.
     */
    getDeliveryRequest: 'getSentWebhookRequest',
    /** Deliveries by the minute or hour, latencies in milliseconds, and pending deliveries. */
    figures: 'getWebhookFigures',
    /** The same of several endpoints. */
    listFigures: 'listWebhookFigures',
    /** Queues an invented event of any type for one endpoint; every id in it begins with `test_`. `webhook_endpoint_disabled`. */
    sendTestEvent: 'sendTestWebhookEvent',
    /** Reports which part of a received delivery matches the endpoint's secrets, and how the rest was altered. Nothing is stored. */
    checkSignature: 'verifyWebhookSignature',
    /**
     * Live changes of deliveries: `for await (const { event, data } of client.webhooks.watch())`. Ends when the service
     * stops or the key becomes invalid; watch again then, and read the lists for the time between. `rate_limited`: the key has too many streams.
     */
    watch: 'watchWebhooks',
  },
  /** Temporary endpoints whose deliveries arrive on a stream: no public address is needed. Scope `write:webhooks`. */
  webhookListeners: {
    /**
     * Creates a listener and shows its `secret` once. Each call creates another one; the service deletes a listener that had no stream for 15
     * minutes. `webhook_listener_limit`, `unknown_creator`.
     */
    create: 'createWebhookListener',
    /**
     * The attempts to deliver to the listener: `for await (const { event, data } of client.webhookListeners.stream({ listener_id }))`. Open it again when it
     * ends; deliveries wait meanwhile. `unknown_webhook_listener`: it was deleted.
     */
    stream: 'streamWebhookListener',
    /** Reports what your program responded to an attempt. `unknown_listener_attempt`: its deadline has passed, or it was answered. */
    answer: 'answerListenerAttempt',
    /** Deletes a listener with its deliveries and failures. */
    delete: 'deleteWebhookListener',
  },
  /** Events that were recorded for endpoints. Scope `read:webhooks`. */
  events: {
    /** One page with payloads, most recent first; filter by event, delivery, order or fan. A page may be short, or empty. */
    list: 'listWebhookEvents',
    /** One event, and its deliveries to every endpoint. `unknown_webhook_event`. */
    get: 'getWebhookEvent',
  },
  /** Actions on the agency's keys, endpoints, secrets and failures, and who took them. Scope `read:audit`. */
  audit: {
    /** One page, most recent first. Entries are stored for 400 days. */
    list: 'listAuditEntries',
  },
} as const;

/** The methods of the operator's client, in the same form. */
export const operatorMethods = {
  /** Agencies, their quotas and their containment. */
  agencies: {
    /** Creates an agency. Each call creates another one. */
    create: 'createAgency',
    /** Every agency. */
    list: 'listAgencies',
    /** One agency with its open containments. `not_found`: no agency has this id. */
    get: 'getAgency',
    /** Refuses all keys of an agency, pauses its endpoints, and reports what was read and sent `since`; a repeated call also contains new ones. */
    contain: 'containAgency',
    /** Releases the containment; a repeated call returns the same. `not_found`: the agency was never contained. */
    release: 'releaseAgency',
    /** Use and limits of an agency, and the defaults. */
    quotas: 'getAgencyQuotas',
    /** Changes the limits that you pass; null restores the default. */
    changeQuotas: 'updateAgencyQuotas',
    /** Erases everything of an agency, whose name confirms it; `dry_run` counts. */
    erase: 'eraseAgency',
    /** Opens an export of everything of an agency, whose rows `exports.listRows` returns. */
    export: 'exportAgency',
  },
  /** Fans of an agency. */
  fans: {
    /** Erases a fan on all accounts of the agency; `dry_run` counts. A running erasure of the fan is returned. */
    erase: 'eraseFan',
    /** Opens an export of everything about a fan, on all accounts of the agency. */
    export: 'exportFan',
  },
  /** Exports of agencies and fans. */
  exports: {
    /** One page of the rows, table by table; it may be empty before the last one. `not_found`: no export has this id, or it expired. */
    listRows: 'listExportedRows',
  },
  /** Erasures of agencies and fans. */
  erasures: {
    /** One erasure with its progress. `not_found`: no erasure has this id. */
    get: 'getErasure',
  },
  /** Incidents in the deliveries of all agencies, newest first, and the open containments. */
  incidents: {
    /** Endpoints in trouble and open containments, newest first. The service queries them at most once in 5 seconds. */
    list: 'listIncidents',
  },
  /** Agencies with their deliveries of the last hour. */
  agencyActivity: {
    /** One page of agencies, those in trouble first unless you pass another `sort`; `search` finds names and ids. */
    list: 'listAgencyActivity',
  },
  /** API keys of an agency. */
  keys: {
    /** Creates a key and shows it once, in `api_key`; or imports an existing key that you pass there. `quota_reached`. */
    create: 'createApiKey',
    /** Every key of an agency, without the keys themselves. */
    list: 'listApiKeys',
    /** Revokes a key: it is refused from the next request on. */
    revoke: 'revokeApiKey',
    /** Refuses a key, pauses the endpoints that it created or whose URL it set, and reports what was read and sent `since`. */
    contain: 'containApiKey',
    /** Releases the containment; a repeated call returns the same. `not_found`: the key was never contained. */
    release: 'releaseApiKey',
  },
  /** Links to the portal, where people of an agency see and operate its webhooks in a browser. */
  portalLinks: {
    /** Creates a link with its own key, and shows both once, in `url`. Revoking `key_id` ends it. */
    create: 'createPortalLink',
  },
  /** Webhook endpoints of any agency. `unknown_webhook_endpoint`: no endpoint has this id. */
  webhooks: {
    /** Every endpoint of an agency, without secrets. */
    list: 'listAgencyWebhookEndpoints',
    /** Pauses an endpoint (`disabled`), or enables it again (`active`). */
    setStatus: 'setWebhookEndpointStatus',
    /** Deletes an endpoint with its deliveries and failures. */
    delete: 'removeWebhookEndpoint',
    /** Creates an endpoint with an existing secret, which continues to sign. */
    import: 'importWebhookEndpoint',
  },
  /** Records of the upstream platform and the agency's app. */
  records: {
    /**
     * Ingests records in one transaction, all or none. Every record is an upsert on its id, so a batch may be
     * repeated; the counts are those of the last attempt. `validation_failed`: `errors` name the record, such as `records.3.amount_cents`.
     */
    ingest: 'ingestRecords',
  },
  /** The log of ingested and refused batches. */
  ingestions: {
    /** One page, most recent first, of all agencies or of `agency_ids`. Requests with the same result within seconds are one entry. */
    list: 'listIngestions',
  },
  /** Publications to post on the upstream platform. */
  publications: {
    /**
     * Claims up to `limit` (50) due publications of all agencies, longest due first. Each belongs to this
     * claim for `lease_seconds` (60); if its outcome is not reported by then, a later claim receives it.
     */
    claim: 'claimPublications',
    /**
     * Reports under the claim's `lease_id` whether a publication was posted; repeating it changes nothing.
     * `publication_reported`: another outcome was reported. `lease_ended`: claim again. `unknown_publication`: it was deleted.
     */
    report: 'reportPublication',
  },
  /** The projections that lists and analytics read. */
  projections: {
    /** Updates sent messages and analytics now; resolves when that is done. */
    refresh: 'refreshProjections',
  },
  /** Named operator tokens. */
  tokens: {
    /** Creates a token and shows it once, in `token`. `validation_failed`: another token has the name, or its expiry is too late. */
    create: 'createOperatorToken',
    /** Every token, without the tokens themselves. */
    list: 'listOperatorTokens',
    /** Revokes a token: it is refused from the next request on. */
    revoke: 'revokeOperatorToken',
  },
  /** The audit log of all agencies. */
  audit: {
    /** One page, most recent first, of all agencies or of `agency_id`. Entries are stored for 400 days. */
    list: 'listAuditLog',
  },
  /** Encryption at rest. */
  encryption: {
    /** The keys with which the stored signing secrets are encrypted, and how many secrets remain after a replacement. */
    status: 'getEncryptionStatus',
  },
  /** The service itself. */
  service: {
    /** The state of deliveries, workers, backlogs and the database. The service queries it at most once in 5 seconds. */
    overview: 'getServiceOverview',
    /** What the process that responds needs, checked one by one, and what to do about what is wrong. */
    diagnostics: 'getDiagnostics',
  },
  /** Metrics for monitoring. */
  metrics: {
    /** All metrics in the text format of Prometheus. */
    get: 'getMetrics',
  },
  /** The documents of the operator listener. Neither requires the token. */
  meta: {
    /** The contract of the operator's operations, an OpenAPI 3.1 document. */
    openapi: 'getOperatorDocument',
    /** The first page of the documentation, as Markdown. */
    docs: 'getOperatorDocs',
  },
} as const;
