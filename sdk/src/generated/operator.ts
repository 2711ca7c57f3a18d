// Generated from spec/ by `npm run generate`. Do not edit.

export interface paths {
  '/operator/v1/agencies': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List agencies
     * @description All agencies of this installation.
     */
    get: operations['listAgencies'];
    put?: never;
    /**
     * Create an agency
     * @description Creates an agency. Every call creates another one.
     */
    post: operations['createAgency'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/agencies/{agency_id}/keys': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Agency id, a UUID.
         * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
         */
        agency_id: components['parameters']['AgencyId'];
      };
      cookie?: never;
    };
    /**
     * List API keys
     * @description All keys of the agency, revoked and expired ones included. The keys themselves are not shown.
     */
    get: operations['listApiKeys'];
    put?: never;
    /**
     * Create an API key
     * @description Creates a key and shows it once. With `api_key`, an existing key of either prefix is brought over and works as it is.
     */
    post: operations['createApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/keys/{key_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Key id, a UUID.
         * @example 0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914
         */
        key_id: components['parameters']['KeyId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke an API key
     * @description The key is refused from the next request on, in every process. May be repeated.
     */
    delete: operations['revokeApiKey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/agencies/{agency_id}/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Agency id, a UUID.
         * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
         */
        agency_id: components['parameters']['AgencyId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Bring over a webhook endpoint
     * @description Creates an endpoint with a signing secret that its receiver already holds, of either prefix. It keeps signing.
     */
    post: operations['importWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/agencies/{agency_id}/records': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Agency id, a UUID.
         * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
         */
        agency_id: components['parameters']['AgencyId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ingest records
     * @description Takes in what the upstream platform and the agency's app know. A batch is one transaction: all of it or none. Every record is an upsert on its id, so a repeated batch changes nothing and publishes nothing twice. Records may come in any order within a batch. A new order publishes `order.created`, a refund `order.refunded`, an AI request `conversation.ai_control_requested`. 400 when a record names an unknown creator, account or tag, changes a creator's account, or refunds an order that is not known. Unknown fans, employees and messages are kept as pointers. The body may have up to 8 MB.
     */
    post: operations['ingestRecords'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/publications/claims': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Claim publications that are due
     * @description Hands over publications that are due to whoever posts them on the upstream platform, the ones due longest first, of all agencies. Each goes to one claimer, under a lease: until it ends nobody else is given the publication. One that was not reported by then is handed over again, under another lease. So post each within its lease, then report its outcome. A claim may be repeated: what a lost answer held is handed over again when its leases end. The body may be left out.
     */
    post: operations['claimPublications'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/publications/{publication_id}/outcome': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Publication id.
         * @example 0198f0ab-62d3-7e58-b1f4-8c0a5d7e9b36
         */
        publication_id: components['parameters']['PublicationId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Report the outcome of a publication
     * @description Says, under the lease of the claim, whether the publication was posted; its `status` follows. The same report may be repeated, also when the lease has ended meanwhile. Under the same lease another outcome answers 409 `publication_reported`. Under a lease that has ended before anything was reported, 409 `lease_ended`, whether or not somebody else has claimed the publication since. A publication that was deleted answers 404.
     */
    post: operations['reportPublication'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/projections/refresh': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Refresh the projections
     * @description Brings the sent-message projection and the analytics roll-ups up to date now, and answers when that is done.
     */
    post: operations['refreshProjections'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get this contract
     * @description Returns the OpenAPI 3.1 document of the operator listener. Needs no token: it holds nothing that is secret.
     */
    get: operations['getOperatorDocument'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/docs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the documentation
     * @description This contract as a page. Needs no token, which a browser could not send.
     */
    get: operations['getOperatorDocs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get metrics
     * @description Metrics of this process in the text format of Prometheus.
     */
    get: operations['getMetrics'];
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
    /**
     * @description An agency.
     * @example {
     *       "id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
     *       "name": "Northlight Agency",
     *       "created_at": "2026-07-06T09:00:00.000Z"
     *     }
     */
    Agency: {
      /**
       * Format: uuid
       * @description Agency id.
       */
      id: string;
      /** @description Name of the agency. */
      name: string;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
    };
    /** @description An agency to create. */
    AgencyCreate: {
      /** @description Name of the agency. */
      name: string;
    };
    /** @description All agencies. */
    AgencyList: {
      /** @description The agencies, oldest first. */
      data: components['schemas']['Agency'][];
    };
    /**
     * @description What is asked of the AI in the conversation.
     * @enum {string}
     */
    AiRequestAction: 'relaunch' | 'stop';
    /**
     * @description A request to the AI, by `id`. A new one publishes `conversation.ai_control_requested`; a changed one publishes nothing.
     * @example {
     *       "type": "ai_request",
     *       "id": "0198f0ae-3d16-7b60-9a8c-5e2f7d4c1b09",
     *       "account_id": "73120045",
     *       "fan_id": "90817263",
     *       "action": "relaunch",
     *       "requested_by_user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
     *       "requested_at": "2026-07-18T21:15:00Z"
     *     }
     */
    AiRequestRecord: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'ai_request';
      /** @description Request id. */
      id: string;
      /** @description Upstream account id of a creator. */
      account_id: string;
      /** @description Upstream fan id. */
      fan_id: string;
      action: components['schemas']['AiRequestAction'];
      /** @description Employee who asked. Null when it was not a tracked employee. */
      requested_by_user_id: string | null;
      /**
       * Format: date-time
       * @description When it was asked.
       */
      requested_at: string;
    };
    /**
     * @description An API key, without its text.
     * @example {
     *       "id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
     *       "label": "Reporting",
     *       "prefix": "svc_live_Xp3k",
     *       "scopes": [
     *         "read:orders",
     *         "read:analytics"
     *       ],
     *       "creator_ids": [],
     *       "expires_at": null,
     *       "created_at": "2026-07-06T09:05:00.000Z",
     *       "revoked_at": null
     *     }
     */
    ApiKey: {
      /**
       * Format: uuid
       * @description Key id.
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
      /**
       * Format: date-time
       * @description When the key was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the key was revoked. Null while it is not.
       */
      revoked_at: string | null;
    };
    /** @description A key to create, or to bring over. */
    ApiKeyCreate: {
      /** @description Name for reference. */
      label: string;
      /** @description Scopes that the key holds. */
      scopes: components['schemas']['Scope'][];
      /** @description Creators to limit the key to. Empty or left out means every creator, including future ones. */
      creator_ids?: string[];
      /**
       * Format: date-time
       * @description Instant from which the key is refused. Null or left out means never.
       */
      expires_at?: string | null;
      /** @description An existing key to bring over: `svc_live_` or `legacy_live_`, and 32 to 64 characters. It must not be in use. Left out, a new key is made. One of `svc_live_` and 38 characters that does not hold our checksum is brought over as well; the answer then takes a second, until every process knows of it. */
      api_key?: string;
    };
    /** @description All keys of an agency. */
    ApiKeyList: {
      /** @description The keys, oldest first. */
      data: components['schemas']['ApiKey'][];
    };
    /** @description A new API key with its text, which is not shown again. */
    ApiKeyWithSecret: {
      /**
       * Format: uuid
       * @description Key id.
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
      /**
       * Format: date-time
       * @description When the key was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the key was revoked. Null while it is not.
       */
      revoked_at: string | null;
      /** @description The key itself. Only its hash is stored. */
      api_key: string;
    };
    /** @description A publication to post, and the lease under which to report its outcome. */
    ClaimedPublication: {
      /**
       * Format: uuid
       * @description Names this claim of this publication.
       */
      lease_id: string;
      /**
       * Format: uuid
       * @description Agency of the publication.
       */
      agency_id: string;
      publication: components['schemas']['Publication'];
    };
    /** @description What a claimer is to post now. */
    ClaimedPublications: {
      /** @description The publications, the one that has been due longest first. */
      data: components['schemas']['ClaimedPublication'][];
    };
    /**
     * @description A creator, by `id`. The account never changes afterwards.
     * @example {
     *       "type": "creator",
     *       "id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
     *       "name": "Mira Solane",
     *       "account": {
     *         "external_id": "73120045",
     *         "username": "mirasolane",
     *         "connected_at": "2024-08-02T10:00:00Z"
     *       },
     *       "created_at": "2024-08-01T15:20:00Z"
     *     }
     */
    CreatorRecord: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'creator';
      /** @description Creator id. */
      id: string;
      /** @description Name of the creator. */
      name: string;
      account: components['schemas']['CreatorRecordAccount'];
      /**
       * Format: date-time
       * @description When the creator joined. Left out, the time at which the record first came in.
       */
      created_at?: string;
    };
    /** @description The upstream account of the creator. */
    CreatorRecordAccount: {
      /** @description Upstream account id. */
      external_id: string;
      /** @description Upstream username, when known. */
      username: string | null;
      /**
       * Format: date-time
       * @description When the account was connected. Left out, the time at which the record first came in.
       */
      connected_at?: string;
    };
    /**
     * @description An employee, by `id`.
     * @example {
     *       "type": "employee",
     *       "id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
     *       "name": "Jonas Adler",
     *       "email": "jonas@northlight.example",
     *       "role": "chatter",
     *       "active": true
     *     }
     */
    EmployeeRecord: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'employee';
      /** @description Employee id. */
      id: string;
      /** @description Name of the employee. */
      name: string;
      /** @description Email address, when known. */
      email: string | null;
      /** @description Role in the agency. */
      role: string;
      /** @description False for a former employee, who keeps what is assigned and cannot be assigned any more. */
      active: boolean;
      /**
       * Format: date-time
       * @description When the employee joined. Left out, the time at which the record first came in.
       */
      created_at?: string;
    };
    /**
     * @description A fan of an account, by `account_id` and `fan_id`.
     * @example {
     *       "type": "fan",
     *       "account_id": "73120045",
     *       "fan_id": "90817263",
     *       "fan_username": "marble_fox",
     *       "subscription_status": "active_subscriber",
     *       "is_online": false,
     *       "related_at": "2025-11-03T19:40:00Z",
     *       "tag_ids": [
     *         "0198f0aa-6f10-7c39-9d24-5d1f3a7be9c4"
     *       ]
     *     }
     */
    FanRecord: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'fan';
      /** @description Upstream account id of a creator. */
      account_id: string;
      /** @description Upstream fan id. */
      fan_id: string;
      /** @description Upstream username, when available. */
      fan_username: string | null;
      subscription_status: components['schemas']['FanSubscriptionStatus'];
      /** @description Whether the fan is online upstream. */
      is_online: boolean;
      /**
       * Format: date-time
       * @description When the relation began. The fans list is ordered by it.
       */
      related_at: string;
      /** @description Tags of the fan. They replace those it had. */
      tag_ids: string[];
    };
    /**
     * @description How a fan stands to the account, subscribed now, subscribed once, or interested only.
     * @enum {string}
     */
    FanSubscriptionStatus: 'active_subscriber' | 'former_subscriber' | 'interested';
    /** Headers too large */
    HeadersTooLargeProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 431;
    };
    /** @description What a batch did, counted in records. */
    IngestResult: {
      /**
       * Format: int32
       * @description Records that were new.
       */
      created: number;
      /**
       * Format: int32
       * @description Records that changed what was known.
       */
      updated: number;
      /**
       * Format: int32
       * @description Records that changed nothing.
       */
      unchanged: number;
    };
    InternalErrorMembers: {
      /** @description Equal to the `x-request-id` header. */
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
    /** Lease ended */
    LeaseEndedProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 409;
    };
    /**
     * @description A pointer to media on the upstream platform.
     * @example {
     *       "id": "660192837",
     *       "type": "photo"
     *     }
     */
    Media: {
      /** @description Upstream media id. */
      id: string;
      /** @description Kind of media, for example `photo` or `video`. The list is open. */
      type: string;
    };
    /**
     * @description `messaging`: a one-to-one chat send. `script`: a send from a saved script.
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
    /** Nothing at this path */
    NotFoundProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 404;
    };
    /**
     * @description An order, by `id`. A new one publishes `order.created`; an update publishes nothing.
     * @example {
     *       "type": "order",
     *       "id": "0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41",
     *       "order_type": "private_media",
     *       "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
     *       "fan_id": "90817263",
     *       "user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
     *       "message_id": "5512093847",
     *       "amount_cents": 1500,
     *       "created_at": "2026-07-18T21:04:11Z"
     *     }
     */
    OrderRecord: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'order';
      /** @description Order id. */
      id: string;
      order_type: components['schemas']['OrderType'];
      /** @description A creator of the agency. */
      creator_id: string;
      /** @description Upstream fan id of the buyer. */
      fan_id: string | null;
      /** @description Employee to attribute it to. */
      user_id: string | null;
      /** @description Upstream message that sold. */
      message_id: string | null;
      /**
       * Format: int32
       * @description Amount in euro cents.
       */
      amount_cents: number;
      /**
       * Format: date-time
       * @description When the fan bought.
       */
      created_at: string;
    };
    /**
     * @description What was bought: a tip, a push, a private media or a subscription. Tips, pushes and private media are the à-la-carte purchases.
     * @enum {string}
     */
    OrderType: 'tip' | 'push' | 'private_media' | 'subscription';
    /** Body too large */
    PayloadTooLargeProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 413;
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
      /**
       * Format: int32
       * @description The HTTP status, repeated.
       */
      status: number;
      /** @description What happened this time, when there is more to say. */
      detail?: string;
      /** @description Path and query of the request. */
      instance: string;
    };
    /** @description A finished refresh. */
    ProjectionRefresh: {
      /**
       * Format: date-time
       * @description When the refresh was done.
       */
      refreshed_at: string;
    };
    /**
     * @description A post on a creator's upstream account.
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
       * @description Publication id.
       */
      id: string;
      /** @description Creator in whose name it is posted. */
      creator_id: string;
      /** @description Text of the post. Null when it has media alone. */
      text: string | null;
      /** @description Media in display order. Empty when it has text alone. */
      media: components['schemas']['Media'][];
      status: components['schemas']['PublicationStatus'];
      /** @description Why it was not posted, as it was reported. Null unless it failed, and where no reason was given. */
      failure_reason: string | null;
      /**
       * Format: date-time
       * @description When it is to be posted. Null when it is to be posted at once.
       */
      scheduled_at: string | null;
      /**
       * Format: date-time
       * @description When it was posted, as it was reported. Null until then.
       */
      published_at: string | null;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
    };
    /** @description How many publications to take, and for how long. */
    PublicationClaim: {
      /**
       * Format: int32
       * @description The most publications to take. 50 if left out.
       */
      limit?: number;
      /**
       * Format: int32
       * @description Seconds for which they are the claimer's alone. 60 if left out.
       */
      lease_seconds?: number;
    };
    /** @description What became of a publication on the upstream platform. */
    PublicationOutcome: {
      /**
       * Format: uuid
       * @description The lease under which the publication was claimed.
       */
      lease_id: string;
      /**
       * @description Whether it was posted.
       * @enum {string}
       */
      status: 'published' | 'failed';
      /** @description Why it was not posted; the publication's `failure_reason`. Only with `failed`. */
      reason?: string;
      /**
       * Format: date-time
       * @description When it was posted. Only with `published`; left out, the time of the report.
       */
      published_at?: string;
    };
    /** Outcome already reported */
    PublicationReportedProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 409;
    };
    /**
     * @description `scheduled` until whoever posts it on the upstream platform has reported what became of it: then `published`, or `failed`.
     * @enum {string}
     */
    PublicationStatus: 'scheduled' | 'published' | 'failed';
    /** @description One record. `type` tells which. */
    Record:
      | components['schemas']['CreatorRecord']
      | components['schemas']['EmployeeRecord']
      | components['schemas']['TagRecord']
      | components['schemas']['FanRecord']
      | components['schemas']['SendRecord']
      | components['schemas']['OrderRecord']
      | components['schemas']['RefundRecord']
      | components['schemas']['AiRequestRecord'];
    /** @description Records to take in, in one transaction. */
    RecordBatch: {
      /** @description The records, in any order. */
      records: components['schemas']['Record'][];
    };
    /**
     * @description The refund of an order, which is in the same batch or known before. The first `refunded_at` stays. It publishes `order.refunded`.
     * @example {
     *       "type": "refund",
     *       "order_id": "0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41",
     *       "refunded_at": "2026-07-19T10:00:00Z"
     *     }
     */
    RefundRecord: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'refund';
      /** @description Order id. */
      order_id: string;
      /**
       * Format: date-time
       * @description When it was refunded upstream.
       */
      refunded_at: string;
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
    /**
     * @description A message that was sent through the service, by `id`.
     * @example {
     *       "type": "send",
     *       "id": "0198f0a8-53bd-7a07-8e94-1c6d9f2b4e80",
     *       "sent_at": "2026-07-18T20:58:37Z",
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
    SendRecord: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'send';
      /** @description Sent-message id. */
      id: string;
      /**
       * Format: date-time
       * @description When it was sent.
       */
      sent_at: string;
      source: components['schemas']['MessageSource'];
      /** @description Employee who sent it. Null when it was not a tracked employee. */
      sent_by_user_id: string | null;
      /** @description A creator of the agency. */
      creator_id: string;
      /** @description Upstream fan id of the recipient. */
      fan_id: string | null;
      /** @description Upstream username of the recipient. */
      fan_username: string | null;
      /** @description Whether the message carries a private media offer. */
      is_private_media: boolean;
      /**
       * Format: int32
       * @description Price of the media in euro cents. Null when no media is priced.
       */
      price_eur: number | null;
      /**
       * @description State of the media offer. Null without one.
       * @enum {string|null}
       */
      sale_status: 'purchased' | 'pending' | 'refused' | 'free' | null;
      /** @description Upstream message id. */
      message_id: string | null;
      /** @description Attached media in display order. */
      media: components['schemas']['Media'][];
    };
    /**
     * @description A tag of the agency, by `id`.
     * @example {
     *       "type": "tag",
     *       "id": "0198f0aa-6f10-7c39-9d24-5d1f3a7be9c4",
     *       "name": "VIP",
     *       "color": "#7a5cff",
     *       "position": 1
     *     }
     */
    TagRecord: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'tag';
      /** @description Tag id. */
      id: string;
      /** @description Label. */
      name: string;
      /** @description Colour in the app, when one is set. */
      color: string | null;
      /**
       * Format: int32
       * @description Place in the catalogue, lowest first.
       */
      position: number;
    };
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
    /** Creator not found */
    UnknownCreatorProblem: components['schemas']['Problem'] & {
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
    /** Body is not JSON */
    UnsupportedMediaTypeProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 415;
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
      /** @description The mismatches with the schema, at most 1,000 of them. Absent when the request is refused for another reason, such as an inverted date range or malformed JSON; then `detail` explains. */
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
     *       "consecutive_failures": 0,
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
       * Format: int32
       * @description Failed deliveries in a row, as the circuit breaker counts them: failures recorded together count as one, a success sets it to 0. At 10 the endpoint is disabled.
       */
      consecutive_failures: number;
      /**
       * Format: date-time
       * @description When the endpoint was created.
       */
      created_at: string;
    };
    /** @description A webhook endpoint to bring over with its signing secret. */
    WebhookEndpointImport: {
      /** @description Destination, HTTPS on a public host. */
      url: string;
      /** @description Name for reference. Left out, it is empty. */
      label?: string;
      /** @description Types of events to deliver. */
      enabled_event_types: components['schemas']['WebhookEventType'][];
      /** @description Creators whose events to deliver. Empty or left out means every creator, including future ones. */
      allowed_creator_ids?: string[];
      /** @description Name or date of the release to pin. Left out, the current one. */
      api_version?: string;
      /** @description The signing secret: `svc_whsec_` or `legacy_whsec_`, and 32 characters. */
      secret: string;
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
    /**
     * @description A disabled endpoint receives nothing until it is enabled again, and events that occur meanwhile are not recorded for it.
     * @enum {string}
     */
    WebhookEndpointStatus: 'active' | 'disabled';
    /**
     * @description Types of events that an endpoint can subscribe to. New types may be added without a new version.
     * @enum {string}
     */
    WebhookEventType: 'order.created' | 'order.refunded' | 'assignment.updated' | 'conversation.ai_control_requested';
  };
  responses: {
    /** @description The request line and headers are over 16 KB. The connection is closed. */
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
    /** @description A parameter or the body breaks the contract. */
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
    /** @description The service failed. */
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
    /** @description You have this answer already. */
    OpenNotModified: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        ETag: components['headers']['AnswerETag'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description A dependency cannot be reached, a statement took too long, or the service is stopping. */
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
    /** @description There is no agency or key with this id. */
    OperatorNotFound: {
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
    /** @description There is no agency with this id, or it has no such creator. */
    OperatorNotFoundOrUnknownCreator: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['NotFoundProblem'] | components['schemas']['UnknownCreatorProblem'];
      };
    };
    /** @description The body is over 256 KB (8 MB where records are ingested). */
    OperatorPayloadTooLarge: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['PayloadTooLargeProblem'];
      };
    };
    /** @description Another outcome was reported, or the lease has ended. */
    OperatorPublicationConflict: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['PublicationReportedProblem'] | components['schemas']['LeaseEndedProblem'];
      };
    };
    /** @description The operator token is missing or wrong. */
    OperatorUnauthorized: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'WWW-Authenticate': components['headers']['WwwAuthenticate'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['MissingAuthorizationProblem'] | components['schemas']['InvalidApiKeyProblem'];
      };
    };
    /** @description The URL cannot be delivered to, or the agency already holds 10 endpoints. */
    OperatorUndeliverableUrlOrEndpointLimit: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UndeliverableUrlProblem'] | components['schemas']['WebhookEndpointLimitProblem'];
      };
    };
    /** @description No publication has this id, or it was deleted. */
    OperatorUnknownPublication: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnknownPublicationProblem'];
      };
    };
    /** @description The body was not sent as `Content-Type: application/json`, or it is compressed. */
    OperatorUnsupportedMediaType: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnsupportedMediaTypeProblem'];
      };
    };
    /** @description The request was not complete in time. The connection is closed. */
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
  };
  parameters: {
    /**
     * @description Agency id, a UUID.
     * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
     */
    AgencyId: string;
    /**
     * @description Key id, a UUID.
     * @example 0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914
     */
    KeyId: string;
    /**
     * @description Publication id.
     * @example 0198f0ab-62d3-7e58-b1f4-8c0a5d7e9b36
     */
    PublicationId: string;
  };
  requestBodies: never;
  headers: {
    /**
     * @description Names these bytes, in quotes, for `If-None-Match`. Another coding of the same answer has another one.
     * @example "aXc1kHq0rVbT2mZ9eLs4wg"
     */
    AnswerETag: string;
    /** @description The body is of the type that `Content-Type` names and of no other. */
    ContentTypeOptions: 'nosniff';
    /** @description The answer is for this caller and this moment; nothing between keeps a copy. */
    NoStore: 'no-store';
    /**
     * @description Id of this request; yours, if you sent one. Quote it when asking for support.
     * @example 0198f0b2-91d4-7a3e-8c55-0f6e2b1d7a90
     */
    RequestId: string;
    /**
     * @description Seconds to wait before the next request.
     * @example 17
     */
    RetryAfter: number;
    /**
     * @description How to authenticate (RFC 6750). With `error="invalid_token"` where a key was sent and refused.
     * @example Bearer realm="api", error="invalid_token"
     */
    WwwAuthenticate: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listAgencies: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The agencies. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
           *           "name": "Northlight Agency",
           *           "created_at": "2026-07-06T09:00:00.000Z"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['AgencyList'];
        };
      };
      401: components['responses']['OperatorUnauthorized'];
      408: components['responses']['RequestTimeout'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  createAgency: {
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
         *       "name": "Northlight Agency"
         *     }
         */
        'application/json': components['schemas']['AgencyCreate'];
      };
    };
    responses: {
      /** @description The agency. */
      201: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
           *       "name": "Northlight Agency",
           *       "created_at": "2026-07-06T09:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Agency'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  listApiKeys: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Agency id, a UUID.
         * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
         */
        agency_id: components['parameters']['AgencyId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The keys. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
           *           "label": "Reporting",
           *           "prefix": "svc_live_Xp3k",
           *           "scopes": [
           *             "read:orders",
           *             "read:analytics"
           *           ],
           *           "creator_ids": [],
           *           "expires_at": null,
           *           "created_at": "2026-07-06T09:05:00.000Z",
           *           "revoked_at": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ApiKeyList'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      404: components['responses']['OperatorNotFound'];
      408: components['responses']['RequestTimeout'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  createApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Agency id, a UUID.
         * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
         */
        agency_id: components['parameters']['AgencyId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "label": "Reporting",
         *       "scopes": [
         *         "read:orders",
         *         "read:analytics"
         *       ]
         *     }
         */
        'application/json': components['schemas']['ApiKeyCreate'];
      };
    };
    responses: {
      /** @description The key, with its text. */
      201: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
           *       "label": "Reporting",
           *       "prefix": "svc_live_Xp3k",
           *       "scopes": [
           *         "read:orders",
           *         "read:analytics"
           *       ],
           *       "creator_ids": [],
           *       "expires_at": null,
           *       "created_at": "2026-07-06T09:05:00.000Z",
           *       "revoked_at": null,
           *       "api_key": "svc_live_Xp3kT8wQz1LmN5bVc7RyHd2JfGs9KaUe39rzCb"
           *     }
           */
          'application/json': components['schemas']['ApiKeyWithSecret'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      404: components['responses']['OperatorNotFoundOrUnknownCreator'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  revokeApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Key id, a UUID.
         * @example 0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914
         */
        key_id: components['parameters']['KeyId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The key is revoked. */
      204: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      404: components['responses']['OperatorNotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  importWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Agency id, a UUID.
         * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
         */
        agency_id: components['parameters']['AgencyId'];
      };
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
         *       ],
         *       "secret": "legacy_whsec_aGk3Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5"
         *     }
         */
        'application/json': components['schemas']['WebhookEndpointImport'];
      };
    };
    responses: {
      /** @description The webhook endpoint. */
      201: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
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
           *       "secret_prefix": "legacy_whsec_aGk3",
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
           *       "created_at": "2026-07-10T09:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      404: components['responses']['OperatorNotFoundOrUnknownCreator'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      422: components['responses']['OperatorUndeliverableUrlOrEndpointLimit'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  ingestRecords: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Agency id, a UUID.
         * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
         */
        agency_id: components['parameters']['AgencyId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "records": [
         *         {
         *           "type": "order",
         *           "id": "0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41",
         *           "order_type": "private_media",
         *           "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
         *           "fan_id": "90817263",
         *           "user_id": "0198f0a1-5e07-7b44-9f21-6c3b8d0a4f72",
         *           "message_id": "5512093847",
         *           "amount_cents": 1500,
         *           "created_at": "2026-07-18T21:04:11Z"
         *         },
         *         {
         *           "type": "refund",
         *           "order_id": "0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41",
         *           "refunded_at": "2026-07-19T10:00:00Z"
         *         }
         *       ]
         *     }
         */
        'application/json': components['schemas']['RecordBatch'];
      };
    };
    responses: {
      /** @description What the batch did. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "created": 2,
           *       "updated": 0,
           *       "unchanged": 0
           *     }
           */
          'application/json': components['schemas']['IngestResult'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      404: components['responses']['OperatorNotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  claimPublications: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "limit": 20,
         *       "lease_seconds": 120
         *     }
         */
        'application/json': components['schemas']['PublicationClaim'];
      };
    };
    responses: {
      /** @description The publications to post now. None when nothing is due. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "lease_id": "5c0b0a1e-4a0f-4a55-9a0e-6a1f2c7d9b30",
           *           "agency_id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
           *           "publication": {
           *             "id": "0198f0ab-62d3-7e58-b1f4-8c0a5d7e9b36",
           *             "creator_id": "0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35",
           *             "text": "New set on Friday.",
           *             "media": [
           *               {
           *                 "id": "660192837",
           *                 "type": "photo"
           *               }
           *             ],
           *             "status": "scheduled",
           *             "failure_reason": null,
           *             "scheduled_at": "2026-07-24T18:00:00.000Z",
           *             "published_at": null,
           *             "created_at": "2026-07-20T08:15:00.000Z"
           *           }
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ClaimedPublications'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  reportPublication: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Publication id.
         * @example 0198f0ab-62d3-7e58-b1f4-8c0a5d7e9b36
         */
        publication_id: components['parameters']['PublicationId'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "lease_id": "5c0b0a1e-4a0f-4a55-9a0e-6a1f2c7d9b30",
         *       "status": "failed",
         *       "reason": "The upstream platform refused the media."
         *     }
         */
        'application/json': components['schemas']['PublicationOutcome'];
      };
    };
    responses: {
      /** @description The publication as it is now. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
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
           *       "status": "failed",
           *       "failure_reason": "The upstream platform refused the media.",
           *       "scheduled_at": "2026-07-24T18:00:00.000Z",
           *       "published_at": null,
           *       "created_at": "2026-07-20T08:15:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Publication'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      404: components['responses']['OperatorUnknownPublication'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['OperatorPublicationConflict'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  refreshProjections: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The projections are up to date. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "refreshed_at": "2026-07-20T08:15:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ProjectionRefresh'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  getOperatorDocument: {
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
          ETag: components['headers']['AnswerETag'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "openapi": "3.1.0",
           *       "info": {
           *         "title": "Operator API",
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
  getOperatorDocs: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The first page. */
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
  getMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The metrics. */
      200: {
        headers: {
          'x-request-id': components['headers']['RequestId'];
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      401: components['responses']['OperatorUnauthorized'];
      408: components['responses']['RequestTimeout'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
}
