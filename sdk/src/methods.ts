/**
 * The methods of the client: groups, names, and the operation that each one calls. Arguments and answers are typed from
 * the contract by the operation's id; lists that have pages get a second method, `listAll…`, which reads all of them.
 *
 * Every method rejects with a `ProblemError` when the service refuses or fails; its slugs are named below where the
 * operation has some of its own.
 */
export const methods = {
  /** The service itself. None but `me` needs a key. */
  meta: {
    /** The agency and its quotas, scopes and limits of the client's key, and the release that answers. */
    me: 'getMe',
    /** Whether the service works, and each of its parts. Rejects with status 503 when it does not. */
    health: 'getHealth',
    /** The state of the service as its status page shows it. */
    status: 'getStatus',
    /** Releases and changes, newest first. */
    changelog: 'getChangelog',
    /** The contract of the public operations, an OpenAPI 3.1 document. */
    openapi: 'getOpenapiDocument',
    /** The reference page, as HTML. */
    docs: 'getDocs',
    /** What a problem means, as HTML. `slug`: the last segment of the problem's `type`. */
    errorPage: 'getErrorPage',
  },
  /** Creators within the key's reach. Scope `read:creators`. */
  creators: {
    /** Every creator, in one answer. `account.external_id` is the `account_id` of the fans' methods. */
    list: 'listCreators',
    /** One creator. `unknown_creator`: none within reach. */
    get: 'getCreator',
  },
  /** Employees of the agency. Scope `read:employees`. */
  employees: {
    /** The present members, in one answer. Other records may name former ones. */
    list: 'listEmployees',
  },
  /** The agency's tag catalogue. Scope `read:fans`. */
  tags: {
    /** Every tag, in the CRM's order, in one answer. */
    list: 'listTags',
  },
  /** Orders, with amounts in euro cents. Scope `read:orders`. */
  orders: {
    /** One page, most recent first. `start` is inclusive, `end` exclusive, both ISO 8601 instants with an offset. */
    list: 'listOrders',
    /** One order. `unknown_order`: none within reach. */
    get: 'getOrder',
  },
  /** What employees sent: who, to whom, when; never the text. Scope `read:messages`. */
  sentMessages: {
    /** One page, most recent first, up to about 15 minutes old. `price_eur` is in euro cents. */
    list: 'listSentMessages',
  },
  /** Fans of one upstream account, their assignment and their AI lock. Scopes `read:fans` and `write:fans`. */
  fans: {
    /**
     * One page, most recent first. `min_spend_cents` is in euro cents.
     * `unknown_account`: no such account within reach. `unknown_tag`: its `tag_ids` are no tags of the agency.
     */
    list: 'listFans',
    /** One fan. `unknown_account`, `unknown_fan`. */
    get: 'getFan',
    /** Assigns a fan to an employee; the same again changes nothing. `unknown_user`: not an active member. */
    assign: 'assignFan',
    /** Ends the assignment; again, it does nothing. */
    unassign: 'unassignFan',
    /** Gives the fan to the AI; again, it does nothing. */
    setAiLock: 'setAiLock',
    /** Takes the fan back from the AI; again, it does nothing. */
    releaseAiLock: 'releaseAiLock',
  },
  /** The note on a fan. Scopes `read:insights` and `write:insights`. */
  insights: {
    /** The note and its concurrency token, `etag`. */
    get: 'getInsight',
    /**
     * Replaces the note. Give the `etag` that was read. `precondition_failed`: somebody changed the note since; its
     * `current_etag` is the new token. `precondition_required`: no token was given.
     */
    update: 'updateInsight',
  },
  /** Requests to relaunch or stop the AI of a conversation. Scopes `read:ai_requests` and `write:ai_requests`. */
  aiRequests: {
    /** The pending ones, oldest first, up to `limit`. Acknowledging them brings up the following ones. */
    list: 'listAiRequests',
    /** Marks requests as handled; again, it does nothing. */
    acknowledge: 'acknowledgeAiRequests',
  },
  /** Publications. Scopes `read:publications` and `write:publications`. */
  publications: {
    /** One page, most recent first. */
    list: 'listPublications',
    /**
     * Keeps a publication with a text, media or both, to be posted when it is due. Each call makes another one: after an
     * error with `outcomeUnknown` look in the list before you call it again. `quota_reached`: the agency has as many scheduled ones as it may.
     */
    create: 'createPublication',
    /** Deletes a publication; a second time it is `unknown_publication`. */
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
   * `unknown_webhook_endpoint`: no such endpoint within reach.
   */
  webhooks: {
    /** Every endpoint, in one answer, without secrets. */
    list: 'listWebhookEndpoints',
    /**
     * Makes an endpoint and shows its `secret` once. Each call makes another one: after an error with `outcomeUnknown`
     * look in the list, and delete an endpoint whose secret you have not seen.
     * `undeliverable_url`, `webhook_endpoint_limit` (10 of an agency), `unknown_creator`.
     */
    create: 'createWebhookEndpoint',
    /** One endpoint. */
    get: 'getWebhookEndpoint',
    /** Changes the members that are given. `status: 'active'` enables an endpoint again. */
    update: 'updateWebhookEndpoint',
    /** Deletes an endpoint with its deliveries and failures. */
    delete: 'deleteWebhookEndpoint',
    /** Queues a test delivery. `webhook_endpoint_disabled`: enable the endpoint first. */
    ping: 'pingWebhookEndpoint',
    /**
     * Makes a new secret and shows it once. The previous one signs too for `previous_expires_in_seconds`, and those before
     * it until their own expiry. After an error with `outcomeUnknown` rotate again: the new answer has the secret that
     * counts, and what was to sign for longer still does. `webhook_secret_limit` (5 of an endpoint).
     */
    rotateSecret: 'rotateWebhookSecret',
    /** Delivered and failed totals per event type, of the last 7 days or from `start` to `end`. */
    stats: 'getWebhookStats',
    /** One page of failed deliveries, most recent first. They are kept for 30 days. */
    listFailures: 'listWebhookFailures',
    /** Sends the event of one failure again, under the same event id. `unknown_webhook_failure`. */
    replayFailure: 'replayWebhookFailure',
    /**
     * Sends the events of every matching failure again that was not replayed yet, in the background. Each is replayed once,
     * so after an error with `outcomeUnknown` it may be called again; then it counts those that were left.
     */
    replayFailures: 'replayWebhookFailures',
    /** One page of deliveries with their attempts, most recent first. They are kept for 30 days. */
    listDeliveries: 'listWebhookDeliveries',
    /** One delivery with its attempts, its failure and what it replays. `unknown_webhook_delivery`. */
    getDelivery: 'getWebhookDelivery',
    /**
     * The request of an attempt as it went out, signed with the secrets that sign now. `body` is null for a key that may not read the
     * payload. `unknown_webhook_delivery`, `unknown_webhook_attempt`.
     */
    getDeliveryRequest: 'getSentWebhookRequest',
    /** Deliveries by the minute or hour, latencies in milliseconds, and what waits now. */
    figures: 'getWebhookFigures',
    /** Queues a made-up event of any type for one endpoint; every id in it begins with `test_`. `webhook_endpoint_disabled`. */
    sendTestEvent: 'sendTestWebhookEvent',
    /** Tells which part of a delivery that was received fits the endpoint's secrets, and what was done to the rest. Nothing is stored. */
    checkSignature: 'verifyWebhookSignature',
    /**
     * What happens to deliveries, as it happens: `for await (const { event, data } of client.webhooks.watch())`. Ends when the service
     * stops or the key does; watch again then, and read the lists for the time between. `rate_limited`: the key watches too often.
     */
    watch: 'watchWebhooks',
  },
  /** Events that were recorded for endpoints. Scope `read:webhooks`. */
  events: {
    /** One page with payloads, most recent first; by event, delivery, order or fan. A page may be short, or empty. */
    list: 'listWebhookEvents',
    /** One event, and its deliveries to every endpoint. `unknown_webhook_event`. */
    get: 'getWebhookEvent',
  },
  /** Who did what to the agency's keys, endpoints, secrets and failures. Scope `read:audit`. */
  audit: {
    /** One page, most recent first. Entries are kept for 400 days. */
    list: 'listAuditEntries',
  },
} as const;

/** The methods of the operator's client, in the same form. */
export const operatorMethods = {
  /** Agencies, their quotas and their containment. */
  agencies: {
    /** Makes an agency. Each call makes another one. */
    create: 'createAgency',
    /** Every agency. */
    list: 'listAgencies',
    /** Refuses all keys of an agency, pauses its endpoints, and tells what was read and sent `since`; again, it contains what is new. */
    contain: 'containAgency',
    /** Undoes that; again, it answers the same. `not_found`: the agency never was contained. */
    release: 'releaseAgency',
    /** What an agency has and is allowed, and the defaults. */
    quotas: 'getAgencyQuotas',
    /** Allows an agency more or less of what is given; null is the default again. */
    changeQuotas: 'updateAgencyQuotas',
  },
  /** API keys of an agency. */
  keys: {
    /** Makes a key and shows it once, in `api_key`; or brings over an existing one that is given there. `quota_reached`. */
    create: 'createApiKey',
    /** Every key of an agency, without the keys themselves. */
    list: 'listApiKeys',
    /** Revokes a key: it is refused from the next request on. */
    revoke: 'revokeApiKey',
    /** Refuses a key, pauses the endpoints that it made or whose URL it gave, and tells what was read and sent `since`. */
    contain: 'containApiKey',
    /** Undoes that; again, it answers the same. `not_found`: the key never was contained. */
    release: 'releaseApiKey',
  },
  /** Links to the portal, where people of an agency see and operate its webhooks in a browser. */
  portalLinks: {
    /** Makes a link with a key of its own, and shows both once, in `url`. Revoking `key_id` ends it. */
    create: 'createPortalLink',
  },
  /** Webhook endpoints of any agency. `unknown_webhook_endpoint`: there is none with this id. */
  webhooks: {
    /** Every endpoint of an agency, without secrets. */
    list: 'listAgencyWebhookEndpoints',
    /** Pauses an endpoint (`disabled`), or enables it again (`active`). */
    setStatus: 'setWebhookEndpointStatus',
    /** Deletes an endpoint with its deliveries and failures. */
    delete: 'removeWebhookEndpoint',
    /** Makes an endpoint with the secret that it already has elsewhere, which keeps signing. */
    import: 'importWebhookEndpoint',
  },
  /** What comes in from the upstream platform and the agency's app. */
  records: {
    /**
     * Takes in records in one transaction, all or none. Every record is an upsert on its id, so a batch may be
     * repeated; the counts are those of the last attempt. `validation_failed`: `errors` name the record, such as `records.3.amount_cents`.
     */
    ingest: 'ingestRecords',
  },
  /** What came in of records, and what was refused. */
  ingestions: {
    /** One page, most recent first, of all agencies or of `agency_ids`. Requests that ended alike within seconds are one entry. */
    list: 'listIngestions',
  },
  /** Publications to post on the upstream platform. */
  publications: {
    /**
     * Takes over up to `limit` (50) publications of all agencies that are due, the ones due longest first. Each is this
     * caller's alone for `lease_seconds` (60); one that was not reported by then is handed over again.
     */
    claim: 'claimPublications',
    /**
     * Says under the claim's `lease_id` whether a publication was posted; the same again does nothing.
     * `publication_reported`: it was reported otherwise. `lease_ended`: claim again. `unknown_publication`: it was deleted.
     */
    report: 'reportPublication',
  },
  /** The projections that lists and analytics read. */
  projections: {
    /** Brings sent messages and analytics up to date now; resolves when that is done. */
    refresh: 'refreshProjections',
  },
  /** Named operator tokens. */
  tokens: {
    /** Makes a token and shows it once, in `token`. `validation_failed`: another one has the name, or it would live too long. */
    create: 'createOperatorToken',
    /** Every token, without the tokens themselves. */
    list: 'listOperatorTokens',
    /** Revokes a token: it is refused from the next request on. */
    revoke: 'revokeOperatorToken',
  },
  /** Who did what to what the service protects. */
  audit: {
    /** One page, most recent first, of all agencies or of `agency_id`. Entries are kept for 400 days. */
    list: 'listAuditLog',
  },
  /** Encryption at rest. */
  encryption: {
    /** With which keys the stored signing secrets are encrypted, and how many remain after the key was replaced. */
    status: 'getEncryptionStatus',
  },
  /** The service itself. */
  service: {
    /** What delivers and works, what waits, and how the database is. It is looked up at most once in 5 seconds. */
    overview: 'getServiceOverview',
  },
  /** Figures for monitoring. */
  metrics: {
    /** All of them in the text format of Prometheus. */
    get: 'getMetrics',
  },
  /** What this listener offers. Neither needs the token. */
  meta: {
    /** The contract of the operator's operations, an OpenAPI 3.1 document. */
    openapi: 'getOperatorDocument',
    /** The reference page, as HTML. */
    docs: 'getOperatorDocs',
  },
} as const;
