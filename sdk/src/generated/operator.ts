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
     * Returns all agencies of this installation.
     */
    get: operations['listAgencies'];
    put?: never;
    /**
     * Create an agency
     * Creates an agency. Every call creates another one.
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
         * Agency id, a UUID.
         * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
         */
        agency_id: components['parameters']['AgencyId'];
      };
      cookie?: never;
    };
    /**
     * List API keys
     * Returns all keys of the agency, including revoked and expired ones. The keys themselves are not shown.
     */
    get: operations['listApiKeys'];
    put?: never;
    /**
     * Create an API key
     * Creates a key and shows it once. With `api_key`, it imports an existing key of either prefix, which works unchanged.
     */
    post: operations['createApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/agencies/{agency_id}/quotas': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Agency id, a UUID.
         * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
         */
        agency_id: components['parameters']['AgencyId'];
      };
      cookie?: never;
    };
    /**
     * Get the quotas of an agency
     * Returns the agency's use, its quotas, and the default quotas of agencies.
     */
    get: operations['getAgencyQuotas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change the quotas of an agency
     * Changes what the agency is allowed. If it already has more, its publications and keys stay and it cannot create others; the oldest histories and failure records are deleted, and for pending deliveries the endpoint with the most of them is disabled, as beyond any quota.
     */
    patch: operations['updateAgencyQuotas'];
    trace?: never;
  };
  '/operator/v1/keys/{key_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Key id, a UUID.
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
     * Revokes the key: it is refused from the next request on, in every process. Endpoints that it created continue to receive events; to pause them, contain the key. May be repeated.
     */
    delete: operations['revokeApiKey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/keys/{key_id}/containment': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Key id, a UUID.
         * @example 0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914
         */
        key_id: components['parameters']['KeyId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Contain an API key
     * Refuses the key from the next request on, in every process, pauses the endpoints that it created or whose URL it last set, and reports what was read with it and what was sent to these endpoints. Otherwise works like containing an agency.
     */
    post: operations['containApiKey'];
    /**
     * Release an API key
     * Reverts the containment of the key, like releasing an agency. A key that was never contained fails with 404.
     */
    delete: operations['releaseApiKey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/agencies/{agency_id}/containment': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Agency id, a UUID.
         * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
         */
        agency_id: components['parameters']['AgencyId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Contain an agency
     * Refuses all keys of the agency from the next request on, in every process, pauses all its endpoints, and reports what was read and sent. Deliveries pending for the endpoints become failure records, which can be replayed later; running attempts end. A key or an endpoint that operators create for the agency before its release is contained as well. May be repeated: later endpoints are then contained too. The body may be omitted.
     */
    post: operations['containAgency'];
    /**
     * Release an agency
     * Reverts the containment of the agency: its keys are accepted again, and the endpoints that the containment stopped receive again. A repeated call returns the same. An agency that was never contained fails with 404.
     */
    delete: operations['releaseAgency'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/agencies/{agency_id}/portal-links': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Agency id, a UUID.
         * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
         */
        agency_id: components['parameters']['AgencyId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a link to the portal
     * Creates a link under which people of the agency see its webhooks in a browser, replay failures and, with `write:webhooks`, create and change endpoints. The key in the fragment of `url` (behind the `#`, which browsers never send) opens the portal `uses` times and is not an API key: the portal exchanges it for a session that lasts until `expires_at`. Revoking `key_id` ends the link and its sessions. When the link ends, the endpoints created through it are disabled, unless a key of the agency marks them to stay. The link's key is listed among the agency's keys until 7 days after it expired, and as long as an endpoint refers to it. Pages of `allowed_origins` may embed the portal. Every call creates another link.
     */
    post: operations['createPortalLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/service': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an overview of the service
     * Returns the state of deliveries, workers, backlogs and the database. The service queries it at most once in 5 seconds, with bounded queries: it counts at most 20,000 deliveries of the backlog, and 10,000 rows each of jobs and of the projections' backlog. Row counts of tables are estimates of the database.
     */
    get: operations['getServiceOverview'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/ingestions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List ingestions
     * Ingested and refused batches of records, most recent first. Requests of an agency with the same result within 10 seconds are one entry, which is written at the end of these seconds. Entries are stored for 7 days, and at most the latest 1,000 of an agency. If a process is killed, its latest unwritten entries are lost.
     */
    get: operations['listIngestions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/webhooks/{endpoint_id}': {
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
    post?: never;
    /**
     * Delete a webhook endpoint
     * Deletes an endpoint of any agency with its deliveries and failures. Deleting it again fails with 404.
     */
    delete: operations['removeWebhookEndpoint'];
    options?: never;
    head?: never;
    /**
     * Pause or enable a webhook endpoint
     * Pauses an endpoint of any agency, or enables it again, as the agency itself could.
     */
    patch: operations['setWebhookEndpointStatus'];
    trace?: never;
  };
  '/operator/v1/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the audit log
     * Actions on agencies, keys, endpoints, secrets, failures and operator tokens: who took them, when and from which address. Most recent first. Each entry is written in the transaction of its action. Entries are stored for 400 days and never change.
     */
    get: operations['listAuditLog'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/encryption': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the state of encryption
     * Returns the keys with which the stored signing secrets are encrypted. After you replace `ENCRYPTION_KEY` and list the former key in `ENCRYPTION_KEYS_PREVIOUS`, a job encrypts the secrets with the new key. You may remove the former key when none remains.
     */
    get: operations['getEncryptionStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List operator tokens
     * Returns all named operator tokens, including revoked and expired ones. The tokens themselves are not shown.
     */
    get: operations['listOperatorTokens'];
    put?: never;
    /**
     * Create an operator token
     * Creates a named token with scopes and an expiry, and shows it once. The token that the service was started with needs neither: it has every scope and does not expire.
     */
    post: operations['createOperatorToken'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/operator/v1/tokens/{token_id}': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Operator token id, a UUID.
         * @example 0198f0b4-7d02-7c1e-8a39-5e2f1b6d9c40
         */
        token_id: components['parameters']['TokenId'];
      };
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke an operator token
     * Revokes the token: it is refused from the next request on, in every process. May be repeated.
     */
    delete: operations['revokeOperatorToken'];
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
         * Agency id, a UUID.
         * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
         */
        agency_id: components['parameters']['AgencyId'];
      };
      cookie?: never;
    };
    /**
     * List webhook endpoints of an agency
     * Returns all endpoints of the agency, in one response, without their secrets.
     */
    get: operations['listAgencyWebhookEndpoints'];
    put?: never;
    /**
     * Import a webhook endpoint
     * Creates an endpoint with a signing secret that its receiver already has, of either prefix. The secret continues to sign. The endpoint of a contained agency is disabled until the agency is released.
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
         * Agency id, a UUID.
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
     * Ingests data of the upstream platform and the agency's app. A batch is one transaction: all of it or none. Every record is an upsert on its id, so a repeated batch changes nothing and publishes nothing twice. The records of a batch may be in any order. A new order publishes `order.created`, a refund `order.refunded`, an AI request `conversation.ai_control_requested`. A batch fails with 400 if a record names an unknown creator, account or tag, changes a creator's account, or refunds an unknown order. Unknown fans, employees and messages are stored as pointers. The body may have up to 8 MB.
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
     * Claim due publications
     * Returns due publications of all agencies to the program that posts them on the upstream platform, longest due first. Each goes to one claim, under a lease: until the lease ends, no other claim receives the publication. If its outcome is not reported by then, a later claim receives it under another lease. So post each publication within its lease, then report its outcome. A claim may be repeated: if its response was lost, its publications are returned again when their leases end. The body may be omitted.
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
         * Publication id.
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
     * Reports, under the lease of the claim, whether the publication was posted; its `status` changes accordingly. The same report may be repeated, even after the lease has ended. Another outcome under the same lease fails with 409 `publication_reported`. A report under a lease that ended before any report fails with 409 `lease_ended`, whether or not another claim has the publication since. A deleted publication fails with 404.
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
     * Updates the sent-message projection and the analytics roll-ups now. It returns when they contain everything that was recorded before the request, however long that takes: with a backlog of millions of records, minutes. Each batch is committed separately, so aborting the request loses nothing.
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
     * Returns the OpenAPI 3.1 document of the operator listener. Requires no token: it contains nothing secret.
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
     * This contract as a page. Requires no token, because browsers could not send one.
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
     * Metrics of this process in the text format of Prometheus.
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
     * An agency.
     * @example {
     *       "id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
     *       "name": "Northlight Agency",
     *       "created_at": "2026-07-06T09:00:00.000Z"
     *     }
     */
    Agency: {
      /**
       * Format: uuid
       * Agency id.
       */
      id: string;
      /** Name of the agency. */
      name: string;
      /**
       * Format: date-time
       * When it was created.
       */
      created_at: string;
    };
    /** An agency to create. */
    AgencyCreate: {
      /** Name of the agency. */
      name: string;
    };
    /** All agencies. */
    AgencyList: {
      /** The agencies, oldest first. */
      data: components['schemas']['Agency'][];
    };
    /**
     * The quotas of an agency.
     * @example {
     *       "agency_id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
     *       "quotas": {
     *         "insight_history_bytes": {
     *           "used": 48210332,
     *           "allowed": 1000000000,
     *           "default": 1000000000
     *         },
     *         "scheduled_publications": {
     *           "used": 214,
     *           "allowed": 500000,
     *           "default": 100000
     *         },
     *         "publication_bytes": {
     *           "used": 8120441,
     *           "allowed": 2000000000,
     *           "default": 2000000000
     *         },
     *         "pending_deliveries": {
     *           "used": 3,
     *           "allowed": 1000000,
     *           "default": 1000000
     *         },
     *         "failure_records": {
     *           "used": 1820,
     *           "allowed": 2000000,
     *           "default": 2000000
     *         },
     *         "delivery_history_bytes": {
     *           "used": 812440310,
     *           "allowed": 10000000000,
     *           "default": 10000000000
     *         },
     *         "api_keys": {
     *           "used": 6,
     *           "allowed": 1000,
     *           "default": 1000
     *         },
     *         "portal_links": {
     *           "used": 12,
     *           "allowed": 2000,
     *           "default": 2000
     *         }
     *       }
     *     }
     */
    AgencyQuotas: {
      /**
       * Format: uuid
       * The agency.
       */
      agency_id: string;
      quotas: components['schemas']['OperatorQuotas'];
    };
    /** New limits of an agency. Omitted members do not change; null restores the default. */
    AgencyQuotasChange: {
      /**
       * Format: int64
       * Bytes of the histories of notes.
       */
      insight_history_bytes?: number | null;
      /**
       * Format: int64
       * Publications that are `scheduled`.
       */
      scheduled_publications?: number | null;
      /**
       * Format: int64
       * Bytes of publications, regardless of their status.
       */
      publication_bytes?: number | null;
      /**
       * Format: int64
       * Pending deliveries of active endpoints. Allow more failure records than these, so that none is lost when an endpoint is disabled.
       */
      pending_deliveries?: number | null;
      /**
       * Format: int64
       * Failure records of all endpoints.
       */
      failure_records?: number | null;
      /**
       * Format: int64
       * Bytes of the history of deliveries and events.
       */
      delivery_history_bytes?: number | null;
      /**
       * Format: int64
       * API keys that are neither revoked nor expired, except those of links to the portal.
       */
      api_keys?: number | null;
      /**
       * Format: int64
       * Links to the portal created within 24 hours.
       */
      portal_links?: number | null;
    };
    /**
     * The action requested from the AI in the conversation.
     * @enum {string}
     */
    AiRequestAction: 'relaunch' | 'stop';
    /**
     * A request to the AI, by `id`. A new one publishes `conversation.ai_control_requested`; a changed one publishes nothing.
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
      /** @constant */
      type: 'ai_request';
      /** Request id. */
      id: string;
      /** Upstream account id of a creator. */
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
     * An API key, without its text.
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
     *       "last_used_at": "2026-07-20T08:14:31.000Z",
     *       "revoked_at": null,
     *       "contained_at": null
     *     }
     */
    ApiKey: {
      /**
       * Format: uuid
       * Key id.
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
      /**
       * Format: date-time
       * When the key was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * When the key was last used with success, shown up to 10 seconds late and stored for 30 days. Null if it was not used since.
       */
      last_used_at: string | null;
      /**
       * Format: date-time
       * When the key was revoked. Null if it is not.
       */
      revoked_at: string | null;
      /**
       * Format: date-time
       * When the key was contained; it is refused until it is released. Null if it is not contained.
       */
      contained_at: string | null;
    };
    /** A key to create or import. */
    ApiKeyCreate: {
      /** Name for reference. */
      label: string;
      /** Scopes of the key. */
      scopes: components['schemas']['Scope'][];
      /** Creators to limit the key to. Empty or omitted means every creator, including future ones. */
      creator_ids?: string[];
      /**
       * Format: date-time
       * Instant from which the key is refused. Null or omitted means never.
       */
      expires_at?: string | null;
      /** An existing key to import: `svc_live_` or `legacy_live_`, and 32 to 64 characters. It must not be in use, and must not be guessable: a text that repeats a few characters, or a run of an alphabet, is refused. If omitted, the service creates a new key. A key of `svc_live_` and 38 characters without a valid checksum is imported as well; the response then takes a second, until every process knows the key. */
      api_key?: string;
    };
    /** All keys of an agency. */
    ApiKeyList: {
      /** The keys, oldest first. */
      data: components['schemas']['ApiKey'][];
    };
    /** A new API key with its text, which is not shown again. */
    ApiKeyWithSecret: {
      /**
       * Format: uuid
       * Key id.
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
      /**
       * Format: date-time
       * When the key was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * When the key was last used with success, shown up to 10 seconds late and stored for 30 days. Null if it was not used since.
       */
      last_used_at: string | null;
      /**
       * Format: date-time
       * When the key was revoked. Null if it is not.
       */
      revoked_at: string | null;
      /**
       * Format: date-time
       * When the key was contained; it is refused until it is released. Null if it is not contained.
       */
      contained_at: string | null;
      /** The key itself. Only its hash is stored. */
      api_key: string;
    };
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
    /** A publication to post, and the lease under which to report its outcome. */
    ClaimedPublication: {
      /**
       * Format: uuid
       * Identifies this claim of this publication.
       */
      lease_id: string;
      /**
       * Format: uuid
       * Agency of the publication.
       */
      agency_id: string;
      publication: components['schemas']['Publication'];
    };
    /** Publications to post now. */
    ClaimedPublications: {
      /** The publications, longest due first. */
      data: components['schemas']['ClaimedPublication'][];
    };
    /**
     * A containment, and what was read and sent before it.
     * @example {
     *       "id": "0198f0b5-0e7a-7b92-9c64-1d8a3f5e7b02",
     *       "agency_id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
     *       "key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
     *       "reason": "The key was found in a public repository.",
     *       "notice": "We stopped this key because strangers may have it. Please make sure that you use another one.",
     *       "contained_at": "2026-07-20T08:15:00.000Z",
     *       "key_ids": [
     *         "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914"
     *       ],
     *       "endpoint_ids": [
     *         "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05"
     *       ],
     *       "since": "2026-07-19T08:15:00.000Z",
     *       "reads": [
     *         {
     *           "key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
     *           "operation_id": "listOrders",
     *           "request_count": 1200,
     *           "item_count": 240000,
     *           "first_hour": "2026-07-19T21:00:00.000Z",
     *           "last_hour": "2026-07-20T07:00:00.000Z"
     *         }
     *       ],
     *       "deliveries": [
     *         {
     *           "endpoint_id": "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05",
     *           "url": "https://hooks.northlight.example/service",
     *           "created_by_key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
     *           "delivered_count": 81,
     *           "failed_count": 0
     *         }
     *       ]
     *     }
     */
    Containment: {
      /**
       * Format: uuid
       * Id of the containment.
       */
      id: string;
      /**
       * Format: uuid
       * The agency.
       */
      agency_id: string;
      /**
       * Format: uuid
       * The contained key. Null if the whole agency is contained.
       */
      key_id: string | null;
      /** The reason, for operators only. Empty if none was given. */
      reason: string;
      /** Text for the agency. */
      notice: string;
      /**
       * Format: date-time
       * When the first containment began.
       */
      contained_at: string;
      /** Keys that this containment refuses, over all repeated calls. */
      key_ids: string[];
      /** Endpoints that this containment paused and that are still paused. */
      endpoint_ids: string[];
      /**
       * Format: date-time
       * Instant from which the response reports what was read and sent.
       */
      since: string;
      /** Requests of the keys, by key and operation, most requests first. They are counted by the hour, and counts are stored for 30 days. The counts of a process's last 10 seconds may be missing, and are lost if the process is killed. */
      reads: components['schemas']['KeyUse'][];
      /** Deliveries to each existing endpoint, most deliveries first. They are counted by the minute, including requests for older events, and counts are stored for 90 days. */
      deliveries: components['schemas']['EndpointUse'][];
    };
    /**
     * A released containment.
     * @example {
     *       "id": "0198f0b5-0e7a-7b92-9c64-1d8a3f5e7b02",
     *       "agency_id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
     *       "key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
     *       "contained_at": "2026-07-20T08:15:00.000Z",
     *       "released_at": "2026-07-20T11:40:00.000Z",
     *       "key_ids": [
     *         "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914"
     *       ],
     *       "endpoint_ids": [
     *         "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05"
     *       ]
     *     }
     */
    ContainmentRelease: {
      /**
       * Format: uuid
       * Id of the containment.
       */
      id: string;
      /**
       * Format: uuid
       * The agency.
       */
      agency_id: string;
      /**
       * Format: uuid
       * The released key. Null if the whole agency was contained.
       */
      key_id: string | null;
      /**
       * Format: date-time
       * When the containment began.
       */
      contained_at: string;
      /**
       * Format: date-time
       * When the containment ended.
       */
      released_at: string;
      /** Keys that are accepted again, unless they were revoked or have expired meanwhile. */
      key_ids: string[];
      /** Endpoints that receive again. Endpoints that were enabled, paused or deleted meanwhile are unchanged. */
      endpoint_ids: string[];
    };
    /** The reason for a containment, and the period to report on. */
    ContainmentRequest: {
      /**
       * Format: date-time
       * Instant from which to report what was read and sent. By default 24 hours ago.
       */
      since?: string;
      /** The reason, for operators only. It is stored with the containment and shown in the operators' audit log. */
      reason?: string;
      /** Text for the agency, which its own audit log shows instead of the reason. If it is omitted or empty, the log says that the operators stopped the keys and endpoints as a precaution. */
      notice?: string;
    };
    /**
     * A creator, by `id`. The account never changes afterwards.
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
      /** @constant */
      type: 'creator';
      /** Creator id. */
      id: string;
      /** Name of the creator. */
      name: string;
      account: components['schemas']['CreatorRecordAccount'];
      /**
       * Format: date-time
       * When the creator joined. By default the time at which the record was first ingested.
       */
      created_at?: string;
    };
    /** The upstream account of the creator. */
    CreatorRecordAccount: {
      /** Upstream account id. */
      external_id: string;
      /** Upstream username, when known. */
      username: string | null;
      /**
       * Format: date-time
       * When the account was connected. By default the time at which the record was first ingested.
       */
      connected_at?: string;
    };
    /**
     * An employee, by `id`.
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
      /** @constant */
      type: 'employee';
      /** Employee id. */
      id: string;
      /** Name of the employee. */
      name: string;
      /** Email address, when known. */
      email: string | null;
      /** Role in the agency. */
      role: string;
      /** False for a former employee, whose assigned fans stay assigned and to whom no more fans can be assigned. */
      active: boolean;
      /**
       * Format: date-time
       * When the employee joined. By default the time at which the record was first ingested.
       */
      created_at?: string;
    };
    /** The secrets encrypted with one key. */
    EncryptionKeyUse: {
      /** Id of the key. Null for secrets that were stored before secrets named their key. */
      key_id: string | null;
      /**
       * `current`: `ENCRYPTION_KEY`. `previous`: one of `ENCRYPTION_KEYS_PREVIOUS`. `unknown`: neither, so these secrets cannot be read. `unnamed`: the secrets do not name their key.
       * @enum {string}
       */
      state: 'current' | 'previous' | 'unknown' | 'unnamed';
      /**
       * Format: int64
       * Stored secrets encrypted with this key.
       */
      secret_count: number;
    };
    /**
     * The keys with which the stored signing secrets are encrypted.
     * @example {
     *       "current_key_id": "7d20f1c4",
     *       "secret_count": 14,
     *       "remaining_count": 3,
     *       "keys": [
     *         {
     *           "key_id": "7d20f1c4",
     *           "state": "current",
     *           "secret_count": 11
     *         },
     *         {
     *           "key_id": "03be95aa",
     *           "state": "previous",
     *           "secret_count": 2
     *         },
     *         {
     *           "key_id": null,
     *           "state": "unnamed",
     *           "secret_count": 1
     *         }
     *       ]
     *     }
     */
    EncryptionStatus: {
      /** Id of `ENCRYPTION_KEY`. */
      current_key_id: string;
      /**
       * Format: int64
       * Stored secrets, including earlier ones of rotations.
       */
      secret_count: number;
      /**
       * Format: int64
       * Of these, the ones that are not encrypted with the current key yet. At 0, no other key is required.
       */
      remaining_count: number;
      /** The configured keys, the current one first, and the other keys that stored secrets name. */
      keys: components['schemas']['EncryptionKeyUse'][];
    };
    /** Deliveries to one endpoint. */
    EndpointUse: {
      /**
       * Format: uuid
       * The endpoint.
       */
      endpoint_id: string;
      /**
       * Format: uri
       * Current destination of the endpoint.
       */
      url: string;
      /**
       * Format: uuid
       * Key that created it. Null if it was imported, or created before keys were recorded.
       */
      created_by_key_id: string | null;
      /**
       * Format: int64
       * Deliveries acknowledged with a 2xx.
       */
      delivered_count: number;
      /**
       * Format: int64
       * Deliveries that failed in all four attempts. They were sent too.
       */
      failed_count: number;
    };
    /**
     * A fan of an account, by `account_id` and `fan_id`.
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
      /** @constant */
      type: 'fan';
      /** Upstream account id of a creator. */
      account_id: string;
      /** Upstream fan id. */
      fan_id: string;
      /** Upstream username, when available. */
      fan_username: string | null;
      subscription_status: components['schemas']['FanSubscriptionStatus'];
      /** Whether the fan is online upstream. */
      is_online: boolean;
      /**
       * Format: date-time
       * When the relation began. The list of fans is sorted by it.
       */
      related_at: string;
      /** Tags of the fan. They replace the fan's former tags. */
      tag_ids: string[];
    };
    /**
     * Relation of a fan to the account: subscribed now, subscribed in the past, or only interested.
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
    /** Effect of a batch, in records. */
    IngestResult: {
      /**
       * Format: int32
       * New records.
       */
      created: number;
      /**
       * Format: int32
       * Records with changes.
       */
      updated: number;
      /**
       * Format: int32
       * Records without changes.
       */
      unchanged: number;
    };
    /**
     * Batches of an agency with the same result within some seconds.
     * @example {
     *       "id": "0198f0b3-5a90-7d42-8f1e-2c7b9e04d613",
     *       "agency_id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
     *       "recorded_at": "2026-07-20T08:15:00.000Z",
     *       "outcome": "refused",
     *       "request_count": 2,
     *       "created_count": 0,
     *       "updated_count": 0,
     *       "unchanged_count": 0,
     *       "slug": "validation_failed",
     *       "detail": "1 reference of the batch is not acceptable; nothing was recorded.",
     *       "errors": [
     *         {
     *           "path": "records.0.creator_id",
     *           "message": "is not a creator of the agency"
     *         }
     *       ]
     *     }
     */
    Ingestion: {
      /**
       * Format: uuid
       * Entry id. Later entries have greater ids.
       */
      id: string;
      /**
       * Format: uuid
       * Agency of the records.
       */
      agency_id: string;
      /**
       * Format: date-time
       * When the entry was written.
       */
      recorded_at: string;
      outcome: components['schemas']['IngestionOutcome'];
      /**
       * Format: int64
       * Number of requests.
       */
      request_count: number;
      /**
       * Format: int64
       * New records.
       */
      created_count: number;
      /**
       * Format: int64
       * Records with changes.
       */
      updated_count: number;
      /**
       * Format: int64
       * Records without changes.
       */
      unchanged_count: number;
      /** The problem that was returned. Null if the records were ingested. */
      slug: string | null;
      /** The beginning of the problem's `detail`. Null if the records were ingested, if the problem had none, and if there were too many different ones to distinguish. */
      detail: string | null;
      /** The first mismatches of the problem. */
      errors: components['schemas']['IngestionError'][];
    };
    /** A mismatch of a batch. */
    IngestionError: {
      /** The record and its member. */
      path: string;
      /** The mismatch. */
      message: string;
    };
    /**
     * `recorded`: all records were ingested. `refused`: none was.
     * @enum {string}
     */
    IngestionOutcome: 'recorded' | 'refused';
    /** One page of the log of ingestions. */
    IngestionPage: {
      /** The entries, most recent first. */
      data: components['schemas']['Ingestion'][];
      /** The `cursor` of the next page. Null on the last page. */
      next_cursor: string | null;
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
    /** Requests of one key to one operation. */
    KeyUse: {
      /**
       * Format: uuid
       * The key.
       */
      key_id: string;
      /** `operationId` of the operation, of this contract or the public one. */
      operation_id: string;
      /**
       * Format: int64
       * Successful requests.
       */
      request_count: number;
      /**
       * Format: int64
       * Items in the responses; a response that is not a list counts as one.
       */
      item_count: number;
      /**
       * Format: date-time
       * Beginning of the first hour with successful requests.
       */
      first_hour: string;
      /**
       * Format: date-time
       * Beginning of the last hour with successful requests.
       */
      last_hour: string;
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
     * The action, on an agency or on the installation.
     * @enum {string}
     */
    OperatorAuditAction:
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
      | 'ai_requests.acknowledged'
      | 'operator_token.created'
      | 'operator_token.revoked'
      | 'operator_session.opened'
      | 'operator_session.ended';
    /**
     * An action on an object that the service protects.
     * @example {
     *       "id": "0198f0b3-2c51-7f6a-9d18-6b0e4f3a8c27",
     *       "recorded_at": "2026-07-20T08:15:00.000Z",
     *       "agency_id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
     *       "action": "key.revoked",
     *       "actor": {
     *         "kind": "operator",
     *         "id": "0198f0b4-7d02-7c1e-8a39-5e2f1b6d9c40",
     *         "name": "Key desk"
     *       },
     *       "subject_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
     *       "subject_name": "Reporting",
     *       "details": {},
     *       "address": "203.0.113.7",
     *       "request_id": "0198f0b2-91d4-7a3e-8c55-0f6e2b1d7a90"
     *     }
     */
    OperatorAuditEntry: {
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
      action: components['schemas']['OperatorAuditAction'];
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
      /**
       * Format: uuid
       * Agency of the object. Null for objects that do not belong to an agency, such as operator tokens.
       */
      agency_id: string | null;
    };
    /** One page of the audit log of this installation. */
    OperatorAuditPage: {
      /** The entries, most recent first. */
      data: components['schemas']['OperatorAuditEntry'][];
      /** The `cursor` of the next page. Null on the last page. */
      next_cursor: string | null;
    };
    /** Use, default and limit of one quota. */
    OperatorQuota: {
      /**
       * Format: int64
       * The current use.
       */
      used: number;
      /**
       * Format: int64
       * The limit. The use may be higher if the limit was lowered.
       */
      allowed: number;
      /**
       * Format: int64
       * The default limit of agencies.
       */
      default: number;
    };
    /** The limit of the agency. */
    OperatorQuotas: {
      /** Bytes of the histories of notes: for each edit the text that it replaced, in UTF-8, plus 256. Beyond the quota the agency's oldest edits are deleted. */
      insight_history_bytes: components['schemas']['OperatorQuota'];
      /** Publications that are `scheduled`. At the limit, creating another one fails with 422 `quota_reached`. */
      scheduled_publications: components['schemas']['OperatorQuota'];
      /** Bytes of the publications that are not deleted, regardless of their status: for each its text and media, in UTF-8, plus 384. A publication that would exceed the limit fails with 422 `quota_reached`. */
      publication_bytes: components['schemas']['OperatorQuota'];
      /** Deliveries pending for active endpoints, counted every minute, up to one more than is allowed. If an agency exceeds the limit for 10 minutes, its endpoint with the most pending deliveries is disabled, with `auto_quota`: they become failure records, which can be replayed. Facts are still accepted. */
      pending_deliveries: components['schemas']['OperatorQuota'];
      /** Failure records of all endpoints, counted every ten minutes. Beyond the quota the oldest are deleted, whether they were replayed or not. */
      failure_records: components['schemas']['OperatorQuota'];
      /** Bytes of the history of deliveries, counted every minute: for each delivery that ended its attempts, for each event its payload, plus 384 for each of both. Beyond the quota the oldest deliveries lose their response excerpts, then the oldest deliveries and events are deleted; the same happens if a single day takes more than a tenth of it. Counters and failure records stay. */
      delivery_history_bytes: components['schemas']['OperatorQuota'];
      /** API keys that are neither revoked nor expired, except those of links to the portal. */
      api_keys: components['schemas']['OperatorQuota'];
      /** Links to the portal created within 24 hours. At the limit, creating another one fails with 422 `quota_reached`. */
      portal_links: components['schemas']['OperatorQuota'];
    };
    /**
     * Scope of an operator token.
     * @enum {string}
     */
    OperatorScope: 'metrics' | 'ingest' | 'keys' | 'read' | 'all';
    /**
     * A named operator token, without its text.
     * @example {
     *       "id": "0198f0b4-7d02-7c1e-8a39-5e2f1b6d9c40",
     *       "name": "Key desk",
     *       "prefix": "svc_operator_Tq7d",
     *       "scopes": [
     *         "keys",
     *         "read"
     *       ],
     *       "expires_at": "2026-10-18T08:15:00.000Z",
     *       "created_at": "2026-07-20T08:15:00.000Z",
     *       "last_used_at": null,
     *       "revoked_at": null
     *     }
     */
    OperatorToken: {
      /**
       * Format: uuid
       * Token id.
       */
      id: string;
      /** Its name. Two tokens that are not revoked never have names that read the same. */
      name: string;
      /** First characters of the token, for display. */
      prefix: string;
      /** Scopes of the token. */
      scopes: components['schemas']['OperatorScope'][];
      /**
       * Format: date-time
       * Instant from which the token is refused.
       */
      expires_at: string;
      /**
       * Format: date-time
       * When the token was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * When the token was last accepted, to the minute. Null if never.
       */
      last_used_at: string | null;
      /**
       * Format: date-time
       * When the token was revoked. Null if it is not.
       */
      revoked_at: string | null;
    };
    /** An operator token to create. */
    OperatorTokenCreate: {
      /** Its name. It must not read like that of another token that is not revoked, or like `OPERATOR_TOKEN`: case, spaces, hyphens, underscores and compatible forms of characters do not distinguish names. It needs a letter, digit or sign, and characters that are not shown are refused. */
      name: string;
      /** Scopes of the token. */
      scopes: components['schemas']['OperatorScope'][];
      /**
       * Format: date-time
       * Instant from which the token is refused, at most 400 days from now. By default 90 days from now.
       */
      expires_at?: string;
    };
    /** All operator tokens. */
    OperatorTokenList: {
      /** The tokens, oldest first. */
      data: components['schemas']['OperatorToken'][];
    };
    /** A new operator token with its text, which is not shown again. */
    OperatorTokenWithSecret: {
      /**
       * Format: uuid
       * Token id.
       */
      id: string;
      /** Its name. Two tokens that are not revoked never have names that read the same. */
      name: string;
      /** First characters of the token, for display. */
      prefix: string;
      /** Scopes of the token. */
      scopes: components['schemas']['OperatorScope'][];
      /**
       * Format: date-time
       * Instant from which the token is refused.
       */
      expires_at: string;
      /**
       * Format: date-time
       * When the token was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * When the token was last accepted, to the minute. Null if never.
       */
      last_used_at: string | null;
      /**
       * Format: date-time
       * When the token was revoked. Null if it is not.
       */
      revoked_at: string | null;
      /** The token itself. Only its hash is stored. */
      token: string;
    };
    /**
     * An order, by `id`. A new one publishes `order.created`; an update publishes nothing.
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
      /** @constant */
      type: 'order';
      /** Order id. */
      id: string;
      order_type: components['schemas']['OrderType'];
      /** A creator of the agency. */
      creator_id: string;
      /** Upstream fan id of the buyer. */
      fan_id: string | null;
      /** Employee to attribute it to. */
      user_id: string | null;
      /** Upstream message that led to the purchase. */
      message_id: string | null;
      /**
       * Format: int32
       * Amount in euro cents.
       */
      amount_cents: number;
      /**
       * Format: date-time
       * When the fan bought.
       */
      created_at: string;
    };
    /**
     * The kind of purchase: a tip, a push, a private media or a subscription. Tips, pushes and private media are the à-la-carte purchases.
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
    /**
     * A link to the portal. It is not shown again.
     * @example {
     *       "id": "6f0d2c1e-93b7-4c5a-8e21-b04f7a9d3c68",
     *       "url": "https://api.example.com/portal/6f0d2c1e-93b7-4c5a-8e21-b04f7a9d3c68#key=svc_link_Xp3kR8vQ1mZ5nW7tY2bC4dF6gH9jK0LsA1rE3u",
     *       "expires_at": "2026-07-20T09:15:00.000Z",
     *       "key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914"
     *     }
     */
    PortalLink: {
      /**
       * Format: uuid
       * Link id.
       */
      id: string;
      /**
       * Format: uri
       * The link, with its key in the fragment.
       */
      url: string;
      /**
       * Format: date-time
       * Instant from which the key is refused.
       */
      expires_at: string;
      /**
       * Format: uuid
       * Id of the link's key, by which you revoke it.
       */
      key_id: string;
    };
    /** A link to the portal to create. */
    PortalLinkCreate: {
      /** Name of the link's key, for reference. */
      label: string;
      /** Scopes of people with the link. By default `read:webhooks` and `replay:webhooks`: see webhooks, replay failures and send test deliveries. Creating and changing endpoints requires `write:webhooks`. */
      scopes?: components['schemas']['Scope'][];
      /**
       * Format: int32
       * Seconds until the link expires. By default 3,600.
       */
      expires_in_seconds?: number;
      /**
       * Format: int32
       * How many times the link may be opened, each time for a session of one tab. By default once.
       */
      uses?: number;
      /** Origins whose pages may embed the portal: scheme, host and, unless it is the default of the scheme, port. If empty or omitted, none may. */
      allowed_origins?: string[];
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
    /** A finished refresh. */
    ProjectionRefresh: {
      /**
       * Format: date-time
       * When the refresh was done.
       */
      refreshed_at: string;
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
    /** How many publications to claim, and for how long. */
    PublicationClaim: {
      /**
       * Format: int32
       * Maximum number of publications to claim. By default 50.
       */
      limit?: number;
      /**
       * Format: int32
       * Seconds for which the publications belong to this claim only. By default 60.
       */
      lease_seconds?: number;
    };
    /** The outcome of a publication on the upstream platform. */
    PublicationOutcome: {
      /**
       * Format: uuid
       * The lease under which the publication was claimed.
       */
      lease_id: string;
      /**
       * Whether it was posted.
       * @enum {string}
       */
      status: 'published' | 'failed';
      /** The reason for the failure, which becomes the publication's `failure_reason`. Only with `failed`. */
      reason?: string;
      /**
       * Format: date-time
       * When it was posted. Only with `published`; by default the time of the report.
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
     * `scheduled` until the program that posts it on the upstream platform has reported its outcome: then `published` or `failed`.
     * @enum {string}
     */
    PublicationStatus: 'scheduled' | 'published' | 'failed';
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
    /** Too many requests */
    RateLimitedProblem: components['schemas']['Problem'] & {
      type?: string;
      /**
       * Format: int32
       * @constant
       */
      status?: 429;
    };
    /** One record. `type` names its kind. */
    Record:
      | components['schemas']['CreatorRecord']
      | components['schemas']['EmployeeRecord']
      | components['schemas']['TagRecord']
      | components['schemas']['FanRecord']
      | components['schemas']['SendRecord']
      | components['schemas']['OrderRecord']
      | components['schemas']['RefundRecord']
      | components['schemas']['AiRequestRecord'];
    /** Records to ingest, in one transaction. */
    RecordBatch: {
      /** The records, in any order. */
      records: components['schemas']['Record'][];
    };
    /**
     * The refund of an order, which is in the same batch or known before. The first `refunded_at` stays. Publishes `order.refunded`.
     * @example {
     *       "type": "refund",
     *       "order_id": "0198f0a9-14be-7f02-a5d8-3e7c9b6f2d41",
     *       "refunded_at": "2026-07-19T10:00:00Z"
     *     }
     */
    RefundRecord: {
      /** @constant */
      type: 'refund';
      /** Order id. */
      order_id: string;
      /**
       * Format: date-time
       * When it was refunded upstream.
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
    /**
     * A message that was sent through the service, by `id`.
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
      /** @constant */
      type: 'send';
      /** Sent-message id. */
      id: string;
      /**
       * Format: date-time
       * When it was sent.
       */
      sent_at: string;
      source: components['schemas']['MessageSource'];
      /** Employee who sent it. Null if it was not a tracked employee. */
      sent_by_user_id: string | null;
      /** A creator of the agency. */
      creator_id: string;
      /** Upstream fan id of the recipient. */
      fan_id: string | null;
      /** Upstream username of the recipient. */
      fan_username: string | null;
      /** Whether the message carries a private media offer. */
      is_private_media: boolean;
      /**
       * Format: int32
       * Price of the media in euro cents. Null if no media is priced.
       */
      price_eur: number | null;
      /**
       * State of the media offer. Null without one.
       * @enum {string|null}
       */
      sale_status: 'purchased' | 'pending' | 'refused' | 'free' | null;
      /** Upstream message id. */
      message_id: string | null;
      /** Attached media in display order. */
      media: components['schemas']['Media'][];
    };
    /** Pending deliveries of an agency. */
    ServiceAgencyBacklog: {
      /**
       * Format: uuid
       * Agency id.
       */
      agency_id: string;
      /** Name of the agency. */
      agency_name: string;
      /**
       * Format: int64
       * Number of its deliveries among those counted.
       */
      delivery_count: number;
      /**
       * Format: date-time
       * When the first of them was or will be due.
       */
      oldest_due_at: string;
    };
    /** Deliveries with a pending attempt, due now or later, except those that a process has claimed. */
    ServiceBacklog: {
      /**
       * Format: int64
       * Number of deliveries, counted up to 20,000.
       */
      delivery_count: number;
      /** Whether all were counted. If not, the count is of those that have been due longest. */
      is_whole: boolean;
      /**
       * Format: date-time
       * When the first of them was or will be due. Null if there are none.
       */
      oldest_due_at: string | null;
      /** The agencies with the most counted deliveries, at most 10. */
      agencies: components['schemas']['ServiceAgencyBacklog'][];
    };
    /** Connections of one kind. */
    ServiceConnections: {
      /** Purpose of the connections. */
      application: string;
      /**
       * Format: int64
       * Connections that run a statement or have an open transaction.
       */
      active_count: number;
      /**
       * Format: int64
       * Idle connections.
       */
      idle_count: number;
    };
    /** The database. */
    ServiceDatabase: {
      /**
       * Format: int64
       * Size on disk.
       */
      size_bytes: number;
      /**
       * Format: date-time
       * When the oldest open transaction of the service began. Null if none is open.
       */
      oldest_transaction_at: string | null;
      /** The largest tables, with their indexes and partitions, at most 10. */
      tables: components['schemas']['ServiceTable'][];
      /** Connections of all processes, by purpose. */
      connections: components['schemas']['ServiceConnections'][];
    };
    /** A process that delivers, identified by its lease. */
    ServiceDeliverer: {
      /**
       * Format: int32
       * Id of the lease.
       */
      lease_id: number;
      /**
       * Format: int64
       * Number of heartbeats of the process. If it does not increase, the process is dead, and its lease will soon end.
       */
      beats: number;
      /**
       * Format: date-time
       * When the lease ended. Null while it lasts.
       */
      ended_at: string | null;
    };
    /** The jobs of a task. */
    ServiceJobs: {
      /** Name of the task. */
      task: string;
      /**
       * Format: int64
       * Jobs to run now or later.
       */
      waiting_count: number;
      /**
       * Format: int64
       * Jobs that are running.
       */
      running_count: number;
      /**
       * Format: int64
       * Jobs that have used all their attempts.
       */
      failed_count: number;
      /**
       * Format: date-time
       * When the first waiting job is due. Null if none is waiting.
       */
      oldest_due_at: string | null;
    };
    /**
     * The state of deliveries, workers, backlogs and the database.
     * @example {
     *       "measured_at": "2026-07-20T08:15:00.000Z",
     *       "deliverers": [
     *         {
     *           "lease_id": 12,
     *           "beats": 48211,
     *           "ended_at": null
     *         }
     *       ],
     *       "workers": [
     *         {
     *           "worker_id": "worker-8c1f0d7a52be4e90",
     *           "beats": 9640,
     *           "seen_at": "2026-07-20T08:14:58.000Z"
     *         }
     *       ],
     *       "jobs": [
     *         {
     *           "task": "replay_failures",
     *           "waiting_count": 1,
     *           "running_count": 1,
     *           "failed_count": 0,
     *           "oldest_due_at": "2026-07-20T08:14:41.000Z"
     *         }
     *       ],
     *       "projections": [
     *         {
     *           "projection": "sent_messages",
     *           "refreshed_at": "2026-07-20T08:10:00.000Z",
     *           "oldest_change_at": "2026-07-20T08:10:04.000Z",
     *           "waiting_count": 212
     *         },
     *         {
     *           "projection": "analytics",
     *           "refreshed_at": "2026-07-20T08:10:02.000Z",
     *           "oldest_change_at": "2026-07-20T08:10:05.000Z",
     *           "waiting_count": 340
     *         }
     *       ],
     *       "backlog": {
     *         "delivery_count": 184,
     *         "is_whole": true,
     *         "oldest_due_at": "2026-07-20T08:09:12.000Z",
     *         "agencies": [
     *           {
     *             "agency_id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
     *             "agency_name": "Northlight Agency",
     *             "delivery_count": 171,
     *             "oldest_due_at": "2026-07-20T08:09:12.000Z"
     *           }
     *         ]
     *       },
     *       "pools": [
     *         {
     *           "name": "api",
     *           "in_use_count": 3,
     *           "idle_count": 5,
     *           "waiting_count": 0
     *         }
     *       ],
     *       "replicas": [
     *         {
     *           "name": "replica-1.internal",
     *           "is_serving": true,
     *           "lag_ms": 400
     *         }
     *       ],
     *       "database": {
     *         "size_bytes": 734003200,
     *         "oldest_transaction_at": "2026-07-20T08:14:59.000Z",
     *         "tables": [
     *           {
     *             "name": "orders",
     *             "size_bytes": 214958080,
     *             "row_estimate": 812000
     *           }
     *         ],
     *         "connections": [
     *           {
     *             "application": "agency-service api",
     *             "active_count": 3,
     *             "idle_count": 5
     *           }
     *         ]
     *       }
     *     }
     */
    ServiceOverview: {
      /**
       * Format: date-time
       * When the state was queried.
       */
      measured_at: string;
      /** Leases of processes that deliver, the latest first, and those that ended recently. */
      deliverers: components['schemas']['ServiceDeliverer'][];
      /** Workers of jobs. */
      workers: components['schemas']['ServiceWorker'][];
      /** The jobs, by task. */
      jobs: components['schemas']['ServiceJobs'][];
      /** The projections that lists and analytics read. */
      projections: components['schemas']['ServiceProjection'][];
      backlog: components['schemas']['ServiceBacklog'];
      /** Database connection pools of the process that responds. */
      pools: components['schemas']['ServicePool'][];
      /** Read replicas, as the process that responds sees them. */
      replicas: components['schemas']['ServiceReplica'][];
      database: components['schemas']['ServiceDatabase'];
    };
    /** A pool of database connections. */
    ServicePool: {
      /** Purpose of the pool. */
      name: string;
      /**
       * Format: int64
       * Connections in use.
       */
      in_use_count: number;
      /**
       * Format: int64
       * Idle connections.
       */
      idle_count: number;
      /**
       * Format: int64
       * Callers that wait for a connection.
       */
      waiting_count: number;
    };
    /** A projection. */
    ServiceProjection: {
      /** Its name. */
      projection: string;
      /**
       * Format: date-time
       * When the last refresh was. Null if there was none.
       */
      refreshed_at: string | null;
      /**
       * Format: date-time
       * When the oldest change was made that the projection does not contain yet. Null if it contains all.
       */
      oldest_change_at: string | null;
      /**
       * Format: int64
       * Changes for the next refresh, counted up to 10,000.
       */
      waiting_count: number;
    };
    /** A read replica. */
    ServiceReplica: {
      /** Its name. */
      name: string;
      /** False while the replica is not used. */
      is_serving: boolean;
      /**
       * Format: int64
       * Upper bound of its lag in milliseconds. Null if it is not known.
       */
      lag_ms: number | null;
    };
    /** A table. */
    ServiceTable: {
      /** Its name. */
      name: string;
      /**
       * Format: int64
       * Size on disk.
       */
      size_bytes: number;
      /**
       * Format: int64
       * Number of rows, as estimated by the database.
       */
      row_estimate: number;
    };
    /** A worker of jobs. */
    ServiceWorker: {
      /** Its id. */
      worker_id: string;
      /**
       * Format: int64
       * Number of heartbeats.
       */
      beats: number;
      /**
       * Format: date-time
       * When the last heartbeat was.
       */
      seen_at: string;
    };
    /**
     * A tag of the agency, by `id`.
     * @example {
     *       "type": "tag",
     *       "id": "0198f0aa-6f10-7c39-9d24-5d1f3a7be9c4",
     *       "name": "VIP",
     *       "color": "#7a5cff",
     *       "position": 1
     *     }
     */
    TagRecord: {
      /** @constant */
      type: 'tag';
      /** Tag id. */
      id: string;
      /** Label. */
      name: string;
      /** Colour in the app, if one is set. */
      color: string | null;
      /**
       * Format: int32
       * Place in the catalogue, lowest first.
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
    /** Webhook endpoint not found */
    UnknownWebhookEndpointProblem: components['schemas']['Problem'] & {
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
    /** A webhook endpoint to import with its signing secret. */
    WebhookEndpointImport: {
      /** Destination, HTTPS on a public host. */
      url: string;
      /** Name for reference. Empty by default. */
      label?: string;
      /** Types of events to deliver. */
      enabled_event_types: components['schemas']['WebhookEventType'][];
      /** Creators whose events to deliver. Empty or omitted means every creator, including future ones. */
      allowed_creator_ids?: string[];
      /** Name or date of the release to pin. By default the current one. */
      api_version?: string;
      /** The signing secret: `svc_whsec_` or `legacy_whsec_`, and 32 characters. */
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
    /** Whether a webhook endpoint is paused. */
    WebhookEndpointStatusChange: {
      /** `disabled` pauses the endpoint, `active` enables it again. */
      status: components['schemas']['WebhookEndpointStatus'];
    };
    /**
     * Types of events that an endpoint can subscribe to. New types may be added without a new version.
     * @enum {string}
     */
    WebhookEventType: 'order.created' | 'order.refunded' | 'assignment.updated' | 'conversation.ai_control_requested';
  };
  responses: {
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
    /** The operator token lacks the scope of the operation. */
    OperatorForbidden: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['MissingScopeProblem'];
      };
    };
    /** No resource has this id, or the resource was not contained. */
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
    /** No agency has this id, or the agency does not have this creator. */
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
    /** The body exceeds 256 KB (8 MB for the ingestion of records). */
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
    /** Another outcome was reported, or the lease has ended. */
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
    /** The agency has reached a quota: scheduled publications, bytes of publications or, on the operator API, API keys. */
    OperatorQuotaReached: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['QuotaReachedProblem'];
      };
    };
    /** The caller's address sent too many wrong tokens. */
    OperatorRateLimited: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'Retry-After': components['headers']['RetryAfter'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['RateLimitedProblem'];
      };
    };
    /** The operator token is missing or wrong. */
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
    /** The URL cannot be delivered to, or the agency already has 10 endpoints. */
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
    /** No publication has this id, or it was deleted. */
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
    /** The key cannot access a webhook endpoint with this id. */
    OperatorUnknownWebhookEndpoint: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['UnknownWebhookEndpointProblem'];
      };
    };
    /** The body was not sent as `Content-Type: application/json`, or it is compressed. */
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
    /** A parameter or the body breaks the contract: a wrong type, a value out of range, an unknown parameter or member, an empty list, a contradiction between filters, a date range that is inverted or too wide, a day that does not exist, malformed JSON. Or: The cursor was altered, or was issued for another list, path or agency. */
    OperatorValidationFailedOrInvalidCursor: {
      headers: {
        'x-request-id': components['headers']['RequestId'];
        'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
        'Cache-Control': components['headers']['NoStore'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ValidationFailedProblem'] | components['schemas']['InvalidCursorProblem'];
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
  };
  parameters: {
    /**
     * Agency id, a UUID.
     * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
     */
    AgencyId: string;
    /** `next_cursor` of the previous page. Send the same filters with every page: a cursor contains a position, not the filters. */
    Cursor: string;
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
     * Key id, a UUID.
     * @example 0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914
     */
    KeyId: string;
    /** Items per page. */
    Limit: number;
    /**
     * Publication id.
     * @example 0198f0ab-62d3-7e58-b1f4-8c0a5d7e9b36
     */
    PublicationId: string;
    /**
     * First instant of the range, inclusive.
     * @example 2026-07-01T00:00:00Z
     */
    Start: string;
    /**
     * Operator token id, a UUID.
     * @example 0198f0b4-7d02-7c1e-8a39-5e2f1b6d9c40
     */
    TokenId: string;
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
    /** The response is for this caller only; caches must not store it. */
    NoStore: 'no-store';
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
  listAgencies: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The agencies. */
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
      403: components['responses']['OperatorForbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['OperatorRateLimited'];
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
      /** The agency. */
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
      403: components['responses']['OperatorForbidden'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      429: components['responses']['OperatorRateLimited'];
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
         * Agency id, a UUID.
         * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
         */
        agency_id: components['parameters']['AgencyId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The keys. */
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
           *           "last_used_at": "2026-07-20T08:14:31.000Z",
           *           "revoked_at": null,
           *           "contained_at": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['ApiKeyList'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      403: components['responses']['OperatorForbidden'];
      404: components['responses']['OperatorNotFound'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['OperatorRateLimited'];
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
         * Agency id, a UUID.
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
      /** The key, with its text. */
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
           *       "last_used_at": null,
           *       "revoked_at": null,
           *       "contained_at": null,
           *       "api_key": "svc_live_Xp3kT8wQz1LmN5bVc7RyHd2JfGs9KaUe39rzCb"
           *     }
           */
          'application/json': components['schemas']['ApiKeyWithSecret'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      403: components['responses']['OperatorForbidden'];
      404: components['responses']['OperatorNotFoundOrUnknownCreator'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      422: components['responses']['OperatorQuotaReached'];
      429: components['responses']['OperatorRateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  getAgencyQuotas: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Agency id, a UUID.
         * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
         */
        agency_id: components['parameters']['AgencyId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The quotas. */
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
           *       "agency_id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
           *       "quotas": {
           *         "insight_history_bytes": {
           *           "used": 48210332,
           *           "allowed": 1000000000,
           *           "default": 1000000000
           *         },
           *         "scheduled_publications": {
           *           "used": 214,
           *           "allowed": 500000,
           *           "default": 100000
           *         },
           *         "publication_bytes": {
           *           "used": 8120441,
           *           "allowed": 2000000000,
           *           "default": 2000000000
           *         },
           *         "pending_deliveries": {
           *           "used": 3,
           *           "allowed": 1000000,
           *           "default": 1000000
           *         },
           *         "failure_records": {
           *           "used": 1820,
           *           "allowed": 2000000,
           *           "default": 2000000
           *         },
           *         "delivery_history_bytes": {
           *           "used": 812440310,
           *           "allowed": 10000000000,
           *           "default": 10000000000
           *         },
           *         "api_keys": {
           *           "used": 6,
           *           "allowed": 1000,
           *           "default": 1000
           *         },
           *         "portal_links": {
           *           "used": 12,
           *           "allowed": 2000,
           *           "default": 2000
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['AgencyQuotas'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      403: components['responses']['OperatorForbidden'];
      404: components['responses']['OperatorNotFound'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['OperatorRateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  updateAgencyQuotas: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Agency id, a UUID.
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
         *       "scheduled_publications": 50000,
         *       "pending_deliveries": null
         *     }
         */
        'application/json': components['schemas']['AgencyQuotasChange'];
      };
    };
    responses: {
      /** The quotas. */
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
           *       "agency_id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
           *       "quotas": {
           *         "insight_history_bytes": {
           *           "used": 48210332,
           *           "allowed": 1000000000,
           *           "default": 1000000000
           *         },
           *         "scheduled_publications": {
           *           "used": 214,
           *           "allowed": 500000,
           *           "default": 100000
           *         },
           *         "publication_bytes": {
           *           "used": 8120441,
           *           "allowed": 2000000000,
           *           "default": 2000000000
           *         },
           *         "pending_deliveries": {
           *           "used": 3,
           *           "allowed": 1000000,
           *           "default": 1000000
           *         },
           *         "failure_records": {
           *           "used": 1820,
           *           "allowed": 2000000,
           *           "default": 2000000
           *         },
           *         "delivery_history_bytes": {
           *           "used": 812440310,
           *           "allowed": 10000000000,
           *           "default": 10000000000
           *         },
           *         "api_keys": {
           *           "used": 6,
           *           "allowed": 1000,
           *           "default": 1000
           *         },
           *         "portal_links": {
           *           "used": 12,
           *           "allowed": 2000,
           *           "default": 2000
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['AgencyQuotas'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      403: components['responses']['OperatorForbidden'];
      404: components['responses']['OperatorNotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      429: components['responses']['OperatorRateLimited'];
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
         * Key id, a UUID.
         * @example 0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914
         */
        key_id: components['parameters']['KeyId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The key is revoked. */
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
      403: components['responses']['OperatorForbidden'];
      404: components['responses']['OperatorNotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      429: components['responses']['OperatorRateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  containApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Key id, a UUID.
         * @example 0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914
         */
        key_id: components['parameters']['KeyId'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "since": "2026-07-19T08:15:00Z",
         *       "reason": "The key was found in a public repository."
         *     }
         */
        'application/json': components['schemas']['ContainmentRequest'];
      };
    };
    responses: {
      /** The contained keys and endpoints. */
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
           *       "id": "0198f0b5-0e7a-7b92-9c64-1d8a3f5e7b02",
           *       "agency_id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
           *       "key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
           *       "reason": "The key was found in a public repository.",
           *       "notice": "We stopped this key because strangers may have it. Please make sure that you use another one.",
           *       "contained_at": "2026-07-20T08:15:00.000Z",
           *       "key_ids": [
           *         "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914"
           *       ],
           *       "endpoint_ids": [
           *         "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05"
           *       ],
           *       "since": "2026-07-19T08:15:00.000Z",
           *       "reads": [
           *         {
           *           "key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
           *           "operation_id": "listOrders",
           *           "request_count": 1200,
           *           "item_count": 240000,
           *           "first_hour": "2026-07-19T21:00:00.000Z",
           *           "last_hour": "2026-07-20T07:00:00.000Z"
           *         }
           *       ],
           *       "deliveries": [
           *         {
           *           "endpoint_id": "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05",
           *           "url": "https://hooks.northlight.example/service",
           *           "created_by_key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
           *           "delivered_count": 81,
           *           "failed_count": 0
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Containment'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      403: components['responses']['OperatorForbidden'];
      404: components['responses']['OperatorNotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      429: components['responses']['OperatorRateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  releaseApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Key id, a UUID.
         * @example 0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914
         */
        key_id: components['parameters']['KeyId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The released keys and endpoints. */
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
           *       "id": "0198f0b5-0e7a-7b92-9c64-1d8a3f5e7b02",
           *       "agency_id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
           *       "key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
           *       "contained_at": "2026-07-20T08:15:00.000Z",
           *       "released_at": "2026-07-20T11:40:00.000Z",
           *       "key_ids": [
           *         "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914"
           *       ],
           *       "endpoint_ids": [
           *         "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05"
           *       ]
           *     }
           */
          'application/json': components['schemas']['ContainmentRelease'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      403: components['responses']['OperatorForbidden'];
      404: components['responses']['OperatorNotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      429: components['responses']['OperatorRateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  containAgency: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Agency id, a UUID.
         * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
         */
        agency_id: components['parameters']['AgencyId'];
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /**
         * @example {
         *       "since": "2026-07-19T08:15:00Z",
         *       "reason": "The key was found in a public repository."
         *     }
         */
        'application/json': components['schemas']['ContainmentRequest'];
      };
    };
    responses: {
      /** The contained keys and endpoints. */
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
           *       "id": "0198f0b5-0e7a-7b92-9c64-1d8a3f5e7b02",
           *       "agency_id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
           *       "key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
           *       "reason": "The key was found in a public repository.",
           *       "notice": "We stopped this key because strangers may have it. Please make sure that you use another one.",
           *       "contained_at": "2026-07-20T08:15:00.000Z",
           *       "key_ids": [
           *         "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914"
           *       ],
           *       "endpoint_ids": [
           *         "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05"
           *       ],
           *       "since": "2026-07-19T08:15:00.000Z",
           *       "reads": [
           *         {
           *           "key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
           *           "operation_id": "listOrders",
           *           "request_count": 1200,
           *           "item_count": 240000,
           *           "first_hour": "2026-07-19T21:00:00.000Z",
           *           "last_hour": "2026-07-20T07:00:00.000Z"
           *         }
           *       ],
           *       "deliveries": [
           *         {
           *           "endpoint_id": "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05",
           *           "url": "https://hooks.northlight.example/service",
           *           "created_by_key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
           *           "delivered_count": 81,
           *           "failed_count": 0
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Containment'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      403: components['responses']['OperatorForbidden'];
      404: components['responses']['OperatorNotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      429: components['responses']['OperatorRateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  releaseAgency: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Agency id, a UUID.
         * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
         */
        agency_id: components['parameters']['AgencyId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The released keys and endpoints. */
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
           *       "id": "0198f0b5-0e7a-7b92-9c64-1d8a3f5e7b02",
           *       "agency_id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
           *       "key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
           *       "contained_at": "2026-07-20T08:15:00.000Z",
           *       "released_at": "2026-07-20T11:40:00.000Z",
           *       "key_ids": [
           *         "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914"
           *       ],
           *       "endpoint_ids": [
           *         "0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05"
           *       ]
           *     }
           */
          'application/json': components['schemas']['ContainmentRelease'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      403: components['responses']['OperatorForbidden'];
      404: components['responses']['OperatorNotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      429: components['responses']['OperatorRateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  createPortalLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Agency id, a UUID.
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
         *       "label": "Support of Northlight",
         *       "allowed_origins": [
         *         "https://app.northlight.example"
         *       ]
         *     }
         */
        'application/json': components['schemas']['PortalLinkCreate'];
      };
    };
    responses: {
      /** The link. */
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
           *       "id": "6f0d2c1e-93b7-4c5a-8e21-b04f7a9d3c68",
           *       "url": "https://api.example.com/portal/6f0d2c1e-93b7-4c5a-8e21-b04f7a9d3c68#key=svc_link_Xp3kR8vQ1mZ5nW7tY2bC4dF6gH9jK0LsA1rE3u",
           *       "expires_at": "2026-07-20T09:15:00.000Z",
           *       "key_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914"
           *     }
           */
          'application/json': components['schemas']['PortalLink'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      403: components['responses']['OperatorForbidden'];
      404: components['responses']['OperatorNotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      422: components['responses']['OperatorQuotaReached'];
      429: components['responses']['OperatorRateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  getServiceOverview: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The overview. */
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
           *       "measured_at": "2026-07-20T08:15:00.000Z",
           *       "deliverers": [
           *         {
           *           "lease_id": 12,
           *           "beats": 48211,
           *           "ended_at": null
           *         }
           *       ],
           *       "workers": [
           *         {
           *           "worker_id": "worker-8c1f0d7a52be4e90",
           *           "beats": 9640,
           *           "seen_at": "2026-07-20T08:14:58.000Z"
           *         }
           *       ],
           *       "jobs": [
           *         {
           *           "task": "replay_failures",
           *           "waiting_count": 1,
           *           "running_count": 1,
           *           "failed_count": 0,
           *           "oldest_due_at": "2026-07-20T08:14:41.000Z"
           *         }
           *       ],
           *       "projections": [
           *         {
           *           "projection": "sent_messages",
           *           "refreshed_at": "2026-07-20T08:10:00.000Z",
           *           "oldest_change_at": "2026-07-20T08:10:04.000Z",
           *           "waiting_count": 212
           *         },
           *         {
           *           "projection": "analytics",
           *           "refreshed_at": "2026-07-20T08:10:02.000Z",
           *           "oldest_change_at": "2026-07-20T08:10:05.000Z",
           *           "waiting_count": 340
           *         }
           *       ],
           *       "backlog": {
           *         "delivery_count": 184,
           *         "is_whole": true,
           *         "oldest_due_at": "2026-07-20T08:09:12.000Z",
           *         "agencies": [
           *           {
           *             "agency_id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
           *             "agency_name": "Northlight Agency",
           *             "delivery_count": 171,
           *             "oldest_due_at": "2026-07-20T08:09:12.000Z"
           *           }
           *         ]
           *       },
           *       "pools": [
           *         {
           *           "name": "api",
           *           "in_use_count": 3,
           *           "idle_count": 5,
           *           "waiting_count": 0
           *         }
           *       ],
           *       "replicas": [
           *         {
           *           "name": "replica-1.internal",
           *           "is_serving": true,
           *           "lag_ms": 400
           *         }
           *       ],
           *       "database": {
           *         "size_bytes": 734003200,
           *         "oldest_transaction_at": "2026-07-20T08:14:59.000Z",
           *         "tables": [
           *           {
           *             "name": "orders",
           *             "size_bytes": 214958080,
           *             "row_estimate": 812000
           *           }
           *         ],
           *         "connections": [
           *           {
           *             "application": "agency-service api",
           *             "active_count": 3,
           *             "idle_count": 5
           *           }
           *         ]
           *       }
           *     }
           */
          'application/json': components['schemas']['ServiceOverview'];
        };
      };
      401: components['responses']['OperatorUnauthorized'];
      403: components['responses']['OperatorForbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['OperatorRateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  listIngestions: {
    parameters: {
      query?: {
        /**
         * Agency ids, separated by commas or in repeated parameters, at most 50. An unknown agency has no entries.
         * @example [
         *       "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289"
         *     ]
         */
        agency_ids?: string[];
        /**
         * Returns only ingested, or only refused batches.
         * @example refused
         */
        outcome?: components['schemas']['IngestionOutcome'];
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
          'X-Content-Type-Options': components['headers']['ContentTypeOptions'];
          'Cache-Control': components['headers']['NoStore'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "0198f0b3-5a90-7d42-8f1e-2c7b9e04d613",
           *           "agency_id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
           *           "recorded_at": "2026-07-20T08:15:00.000Z",
           *           "outcome": "refused",
           *           "request_count": 2,
           *           "created_count": 0,
           *           "updated_count": 0,
           *           "unchanged_count": 0,
           *           "slug": "validation_failed",
           *           "detail": "1 reference of the batch is not acceptable; nothing was recorded.",
           *           "errors": [
           *             {
           *               "path": "records.0.creator_id",
           *               "message": "is not a creator of the agency"
           *             }
           *           ]
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['IngestionPage'];
        };
      };
      400: components['responses']['OperatorValidationFailedOrInvalidCursor'];
      401: components['responses']['OperatorUnauthorized'];
      403: components['responses']['OperatorForbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['OperatorRateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  removeWebhookEndpoint: {
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
      /** The webhook endpoint is deleted. */
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
      403: components['responses']['OperatorForbidden'];
      404: components['responses']['OperatorUnknownWebhookEndpoint'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      429: components['responses']['OperatorRateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  setWebhookEndpointStatus: {
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
         *       "status": "disabled"
         *     }
         */
        'application/json': components['schemas']['WebhookEndpointStatusChange'];
      };
    };
    responses: {
      /** The webhook endpoint after the change. */
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
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      403: components['responses']['OperatorForbidden'];
      404: components['responses']['OperatorUnknownWebhookEndpoint'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      429: components['responses']['OperatorRateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  listAuditLog: {
    parameters: {
      query?: {
        /**
         * Returns only actions on this agency. An unknown agency has no entries.
         * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
         */
        agency_id?: string;
        /**
         * Actions, separated by commas or in repeated parameters, at most 50.
         * @example [
         *       "key.revoked",
         *       "operator_token.created"
         *     ]
         */
        actions?: components['schemas']['OperatorAuditAction'][];
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
           *           "agency_id": "0198f09f-2d16-7a8b-9c30-e4f7a1b5d289",
           *           "action": "key.revoked",
           *           "actor": {
           *             "kind": "operator",
           *             "id": "0198f0b4-7d02-7c1e-8a39-5e2f1b6d9c40",
           *             "name": "Key desk"
           *           },
           *           "subject_id": "0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914",
           *           "subject_name": "Reporting",
           *           "details": {},
           *           "address": "203.0.113.7",
           *           "request_id": "0198f0b2-91d4-7a3e-8c55-0f6e2b1d7a90"
           *         }
           *       ],
           *       "next_cursor": null
           *     }
           */
          'application/json': components['schemas']['OperatorAuditPage'];
        };
      };
      400: components['responses']['OperatorValidationFailedOrInvalidCursor'];
      401: components['responses']['OperatorUnauthorized'];
      403: components['responses']['OperatorForbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['OperatorRateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  getEncryptionStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The state. */
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
           *       "current_key_id": "7d20f1c4",
           *       "secret_count": 14,
           *       "remaining_count": 3,
           *       "keys": [
           *         {
           *           "key_id": "7d20f1c4",
           *           "state": "current",
           *           "secret_count": 11
           *         },
           *         {
           *           "key_id": "03be95aa",
           *           "state": "previous",
           *           "secret_count": 2
           *         },
           *         {
           *           "key_id": null,
           *           "state": "unnamed",
           *           "secret_count": 1
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['EncryptionStatus'];
        };
      };
      401: components['responses']['OperatorUnauthorized'];
      403: components['responses']['OperatorForbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['OperatorRateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  listOperatorTokens: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The tokens. */
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
           *           "id": "0198f0b4-7d02-7c1e-8a39-5e2f1b6d9c40",
           *           "name": "Key desk",
           *           "prefix": "svc_operator_Tq7d",
           *           "scopes": [
           *             "keys",
           *             "read"
           *           ],
           *           "expires_at": "2026-10-18T08:15:00.000Z",
           *           "created_at": "2026-07-20T08:15:00.000Z",
           *           "last_used_at": null,
           *           "revoked_at": null
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['OperatorTokenList'];
        };
      };
      401: components['responses']['OperatorUnauthorized'];
      403: components['responses']['OperatorForbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['OperatorRateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  createOperatorToken: {
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
         *       "name": "Key desk",
         *       "scopes": [
         *         "keys",
         *         "read"
         *       ]
         *     }
         */
        'application/json': components['schemas']['OperatorTokenCreate'];
      };
    };
    responses: {
      /** The token, with its text. */
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
           *       "id": "0198f0b4-7d02-7c1e-8a39-5e2f1b6d9c40",
           *       "name": "Key desk",
           *       "prefix": "svc_operator_Tq7d",
           *       "scopes": [
           *         "keys",
           *         "read"
           *       ],
           *       "expires_at": "2026-10-18T08:15:00.000Z",
           *       "created_at": "2026-07-20T08:15:00.000Z",
           *       "last_used_at": null,
           *       "revoked_at": null,
           *       "token": "svc_operator_Tq7dZ2mWc9LpR4xNv6Ky1HbJf8sGa3Ue5odrXz"
           *     }
           */
          'application/json': components['schemas']['OperatorTokenWithSecret'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      403: components['responses']['OperatorForbidden'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      429: components['responses']['OperatorRateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  revokeOperatorToken: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Operator token id, a UUID.
         * @example 0198f0b4-7d02-7c1e-8a39-5e2f1b6d9c40
         */
        token_id: components['parameters']['TokenId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The token is revoked. */
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
      403: components['responses']['OperatorForbidden'];
      404: components['responses']['OperatorNotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      429: components['responses']['OperatorRateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
  listAgencyWebhookEndpoints: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * Agency id, a UUID.
         * @example 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289
         */
        agency_id: components['parameters']['AgencyId'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The webhook endpoints. */
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
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      403: components['responses']['OperatorForbidden'];
      404: components['responses']['OperatorNotFound'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['OperatorRateLimited'];
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
         * Agency id, a UUID.
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
      /** The webhook endpoint. */
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
           *       "created_by_key_id": null,
           *       "created_by_link_id": null,
           *       "ends_with_link": false,
           *       "created_at": "2026-07-10T09:30:00.000Z"
           *     }
           */
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
      400: components['responses']['OpenBadRequest'];
      401: components['responses']['OperatorUnauthorized'];
      403: components['responses']['OperatorForbidden'];
      404: components['responses']['OperatorNotFoundOrUnknownCreator'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      422: components['responses']['OperatorUndeliverableUrlOrEndpointLimit'];
      429: components['responses']['OperatorRateLimited'];
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
         * Agency id, a UUID.
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
      /** The effect of the batch. */
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
      403: components['responses']['OperatorForbidden'];
      404: components['responses']['OperatorNotFound'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      429: components['responses']['OperatorRateLimited'];
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
      /** The publications to post now. Empty if none is due. */
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
      403: components['responses']['OperatorForbidden'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      429: components['responses']['OperatorRateLimited'];
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
         * Publication id.
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
      /** The publication after the report. */
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
      403: components['responses']['OperatorForbidden'];
      404: components['responses']['OperatorUnknownPublication'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['OperatorPublicationConflict'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      429: components['responses']['OperatorRateLimited'];
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
      /** The projections are up to date. */
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
      403: components['responses']['OperatorForbidden'];
      408: components['responses']['RequestTimeout'];
      413: components['responses']['OperatorPayloadTooLarge'];
      415: components['responses']['OperatorUnsupportedMediaType'];
      429: components['responses']['OperatorRateLimited'];
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
  getMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** The metrics. */
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
      403: components['responses']['OperatorForbidden'];
      408: components['responses']['RequestTimeout'];
      429: components['responses']['OperatorRateLimited'];
      431: components['responses']['HeadersTooLarge'];
      500: components['responses']['OpenInternalError'];
      503: components['responses']['OpenUnavailable'];
    };
  };
}
