// Generated from spec/ by `npm run generate`. Do not edit.

import type { Operation } from './operation.ts';

export type OperationId =
  | 'acknowledgeAiRequests'
  | 'assignFan'
  | 'createPublication'
  | 'createWebhookEndpoint'
  | 'deletePublication'
  | 'deleteWebhookEndpoint'
  | 'getChangelog'
  | 'getCreator'
  | 'getCreatorAnalytics'
  | 'getDocs'
  | 'getEmployeeAnalytics'
  | 'getErrorPage'
  | 'getFan'
  | 'getHealth'
  | 'getInsight'
  | 'getMe'
  | 'getOpenapiDocument'
  | 'getOrder'
  | 'getRevenue'
  | 'getRevenueTimeseries'
  | 'getStatus'
  | 'getWebhookEndpoint'
  | 'getWebhookStats'
  | 'listAiRequests'
  | 'listCreators'
  | 'listEmployees'
  | 'listFans'
  | 'listOrders'
  | 'listPublications'
  | 'listSentMessages'
  | 'listTags'
  | 'listWebhookDeliveries'
  | 'listWebhookEndpoints'
  | 'listWebhookFailures'
  | 'pingWebhookEndpoint'
  | 'releaseAiLock'
  | 'replayWebhookFailure'
  | 'replayWebhookFailures'
  | 'rotateWebhookSecret'
  | 'setAiLock'
  | 'unassignFan'
  | 'updateInsight'
  | 'updateWebhookEndpoint';

export const operations: Readonly<Record<OperationId, Operation>> = {
  acknowledgeAiRequests: {
    method: 'POST',
    path: '/v1/ai-requests/acknowledgements',
    summary: 'Acknowledge AI requests',
    scope: 'write:ai_requests',
    retry: 'safe',
    body: 'required',
    answers: 'json',
    paged: false,
    parameters: {},
  },
  assignFan: {
    method: 'PUT',
    path: '/v1/accounts/{account_id}/fans/{fan_id}/assignment',
    summary: 'Assign a fan',
    scope: 'write:fans',
    retry: 'safe',
    body: 'required',
    answers: 'json',
    paged: false,
    parameters: {
      account_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Upstream account id, the `account.external_id` of a creator.',
      },
      fan_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Upstream fan id.',
      },
    },
  },
  createPublication: {
    method: 'POST',
    path: '/v1/publications',
    summary: 'Create a publication',
    scope: 'write:publications',
    retry: 'never',
    body: 'required',
    answers: 'json',
    paged: false,
    parameters: {},
  },
  createWebhookEndpoint: {
    method: 'POST',
    path: '/v1/webhooks',
    summary: 'Create a webhook endpoint',
    scope: 'write:webhooks',
    retry: 'never',
    body: 'required',
    answers: 'json',
    paged: false,
    parameters: {},
  },
  deletePublication: {
    method: 'DELETE',
    path: '/v1/publications/{publication_id}',
    summary: 'Delete a publication',
    scope: 'write:publications',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {
      publication_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Publication id.',
      },
    },
  },
  deleteWebhookEndpoint: {
    method: 'DELETE',
    path: '/v1/webhooks/{endpoint_id}',
    summary: 'Delete a webhook endpoint',
    scope: 'write:webhooks',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {
      endpoint_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.',
      },
    },
  },
  getChangelog: {
    method: 'GET',
    path: '/changelog',
    summary: 'Get the changelog',
    scope: null,
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {},
  },
  getCreator: {
    method: 'GET',
    path: '/v1/creators/{creator_id}',
    summary: 'Get a creator',
    scope: 'read:creators',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {
      creator_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Creator id.',
      },
    },
  },
  getCreatorAnalytics: {
    method: 'GET',
    path: '/v1/analytics/creators',
    summary: 'Get figures per creator',
    scope: 'read:analytics',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {
      start: {
        in: 'query',
        kind: 'string',
        required: true,
        description:
          'First day, included: `YYYY-MM-DD`, or a date-time with an offset, which stands for the day that it falls on in `timezone`.',
      },
      end: {
        in: 'query',
        kind: 'string',
        required: true,
        description: 'Last day, included. Same forms as `start`. Before `start`, it answers 400.',
      },
      timezone: {
        in: 'query',
        kind: 'string',
        required: false,
        description:
          'Zone in which days are read: `UTC`, or an Area/Location name of the IANA list such as `Europe/Paris`. Abbreviations and offsets answer 400.',
      },
      creator_ids: {
        in: 'query',
        kind: 'list',
        required: false,
        description: 'Creator ids, separated by commas, at most 50. An id out of reach matches nothing.',
      },
    },
  },
  getDocs: {
    method: 'GET',
    path: '/docs',
    summary: 'Read the documentation',
    scope: null,
    retry: 'safe',
    body: 'none',
    answers: 'text',
    paged: false,
    parameters: {},
  },
  getEmployeeAnalytics: {
    method: 'GET',
    path: '/v1/analytics/employees',
    summary: 'Get figures per employee',
    scope: 'read:analytics',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {
      start: {
        in: 'query',
        kind: 'string',
        required: true,
        description:
          'First day, included: `YYYY-MM-DD`, or a date-time with an offset, which stands for the day that it falls on in `timezone`.',
      },
      end: {
        in: 'query',
        kind: 'string',
        required: true,
        description: 'Last day, included. Same forms as `start`. Before `start`, it answers 400.',
      },
      timezone: {
        in: 'query',
        kind: 'string',
        required: false,
        description:
          'Zone in which days are read: `UTC`, or an Area/Location name of the IANA list such as `Europe/Paris`. Abbreviations and offsets answer 400.',
      },
      creator_ids: {
        in: 'query',
        kind: 'list',
        required: false,
        description: 'Creator ids, separated by commas, at most 50. An id out of reach matches nothing.',
      },
    },
  },
  getErrorPage: {
    method: 'GET',
    path: '/errors/{slug}',
    summary: 'Read about an error',
    scope: null,
    retry: 'safe',
    body: 'none',
    answers: 'text',
    paged: false,
    parameters: {
      slug: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Slug of a problem, the last segment of its `type`.',
      },
    },
  },
  getFan: {
    method: 'GET',
    path: '/v1/accounts/{account_id}/fans/{fan_id}',
    summary: 'Get a fan',
    scope: 'read:fans',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {
      account_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Upstream account id, the `account.external_id` of a creator.',
      },
      fan_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Upstream fan id.',
      },
    },
  },
  getHealth: {
    method: 'GET',
    path: '/v1/_health',
    summary: 'Check health',
    scope: null,
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {},
  },
  getInsight: {
    method: 'GET',
    path: '/v1/accounts/{account_id}/fans/{fan_id}/insight',
    summary: 'Get the note on a fan',
    scope: 'read:insights',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {
      account_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Upstream account id, the `account.external_id` of a creator.',
      },
      fan_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Upstream fan id.',
      },
    },
  },
  getMe: {
    method: 'GET',
    path: '/v1/me',
    summary: 'Get the key of this request',
    scope: null,
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {},
  },
  getOpenapiDocument: {
    method: 'GET',
    path: '/v1/openapi.json',
    summary: 'Get this contract',
    scope: null,
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {},
  },
  getOrder: {
    method: 'GET',
    path: '/v1/orders/{order_id}',
    summary: 'Get an order',
    scope: 'read:orders',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {
      order_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Order id.',
      },
    },
  },
  getRevenue: {
    method: 'GET',
    path: '/v1/analytics/revenue',
    summary: 'Get revenue',
    scope: 'read:analytics',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {
      start: {
        in: 'query',
        kind: 'string',
        required: true,
        description:
          'First day, included: `YYYY-MM-DD`, or a date-time with an offset, which stands for the day that it falls on in `timezone`.',
      },
      end: {
        in: 'query',
        kind: 'string',
        required: true,
        description: 'Last day, included. Same forms as `start`. Before `start`, it answers 400.',
      },
      timezone: {
        in: 'query',
        kind: 'string',
        required: false,
        description:
          'Zone in which days are read: `UTC`, or an Area/Location name of the IANA list such as `Europe/Paris`. Abbreviations and offsets answer 400.',
      },
      creator_ids: {
        in: 'query',
        kind: 'list',
        required: false,
        description: 'Creator ids, separated by commas, at most 50. An id out of reach matches nothing.',
      },
    },
  },
  getRevenueTimeseries: {
    method: 'GET',
    path: '/v1/analytics/revenue/timeseries',
    summary: 'Get revenue over time',
    scope: 'read:analytics',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {
      start: {
        in: 'query',
        kind: 'string',
        required: true,
        description:
          'First day, included: `YYYY-MM-DD`, or a date-time with an offset, which stands for the day that it falls on in `timezone`.',
      },
      end: {
        in: 'query',
        kind: 'string',
        required: true,
        description: 'Last day, included. Same forms as `start`. Before `start`, it answers 400.',
      },
      timezone: {
        in: 'query',
        kind: 'string',
        required: false,
        description:
          'Zone in which days are read: `UTC`, or an Area/Location name of the IANA list such as `Europe/Paris`. Abbreviations and offsets answer 400.',
      },
      creator_ids: {
        in: 'query',
        kind: 'list',
        required: false,
        description: 'Creator ids, separated by commas, at most 50. An id out of reach matches nothing.',
      },
      user_ids: {
        in: 'query',
        kind: 'list',
        required: false,
        description: 'Employee ids, separated by commas, at most 50. Former employees may be named.',
      },
      granularity: {
        in: 'query',
        kind: 'string',
        required: false,
        description:
          'Length of a period. Left out, it follows the window: up to 2 days `hour`, up to 31 `day`, up to 180 `week`, else `month`.',
      },
      breakdown: {
        in: 'query',
        kind: 'string',
        required: false,
        description: '`creator`: one item per period and creator.',
      },
    },
  },
  getStatus: {
    method: 'GET',
    path: '/status',
    summary: 'Get the status of the service',
    scope: null,
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {},
  },
  getWebhookEndpoint: {
    method: 'GET',
    path: '/v1/webhooks/{endpoint_id}',
    summary: 'Get a webhook endpoint',
    scope: 'read:webhooks',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {
      endpoint_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.',
      },
    },
  },
  getWebhookStats: {
    method: 'GET',
    path: '/v1/webhooks/{endpoint_id}/stats',
    summary: 'Get delivery counters',
    scope: 'read:webhooks',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {
      endpoint_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.',
      },
      start: {
        in: 'query',
        kind: 'string',
        required: false,
        description: 'First instant of the window, included. Left out, 7 days before now.',
      },
      end: {
        in: 'query',
        kind: 'string',
        required: false,
        description: 'Instant at which the window ends, not included. Left out, now. Before `start`, it answers 400.',
      },
    },
  },
  listAiRequests: {
    method: 'GET',
    path: '/v1/ai-requests',
    summary: 'List pending AI requests',
    scope: 'read:ai_requests',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {
      limit: {
        in: 'query',
        kind: 'integer',
        required: false,
        description: 'Requests to return at most.',
      },
    },
  },
  listCreators: {
    method: 'GET',
    path: '/v1/creators',
    summary: 'List creators',
    scope: 'read:creators',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {},
  },
  listEmployees: {
    method: 'GET',
    path: '/v1/employees',
    summary: 'List employees',
    scope: 'read:employees',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {},
  },
  listFans: {
    method: 'GET',
    path: '/v1/accounts/{account_id}/fans',
    summary: 'List fans of an account',
    scope: 'read:fans',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: true,
    parameters: {
      account_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Upstream account id, the `account.external_id` of a creator.',
      },
      assigned_user_ids: {
        in: 'query',
        kind: 'list',
        required: false,
        description: 'Employee ids, separated by commas, at most 50. Fans assigned to one of them.',
      },
      tag_ids: {
        in: 'query',
        kind: 'list',
        required: false,
        description:
          'Tag ids, separated by commas, at most 50. Fans that carry at least one. An id that is not a tag of the agency answers 422.',
      },
      exclude_tag_ids: {
        in: 'query',
        kind: 'list',
        required: false,
        description:
          'Tag ids, separated by commas, at most 50. Leaves out fans that carry any; fans without tags are kept. An id that is also in `tag_ids` answers 400, one that is not a tag of the agency 422.',
      },
      has_tags: {
        in: 'query',
        kind: 'string',
        required: false,
        description: '`true`: fans with at least one tag. `false`: fans without tags; together with `tag_ids` it answers 400.',
      },
      statuses: {
        in: 'query',
        kind: 'list',
        required: false,
        description: 'Subscription statuses, separated by commas, at most 50.',
      },
      min_spend_cents: {
        in: 'query',
        kind: 'integer',
        required: false,
        description:
          'Fans who spent at least this much à la carte on this account, in euro cents. Subscriptions and refunded purchases do not count.',
      },
      last_purchase_after: {
        in: 'query',
        kind: 'string',
        required: false,
        description: 'Fans whose last à-la-carte purchase was at or after it. Refunded purchases do not count.',
      },
      last_purchase_before: {
        in: 'query',
        kind: 'string',
        required: false,
        description:
          'Fans whose last à-la-carte purchase was before it. Refunded purchases do not count. Fans who never purchased are left out.',
      },
      is_online: {
        in: 'query',
        kind: 'string',
        required: false,
        description: '`true`: fans who are online on the upstream platform now. `false`: those who are offline.',
      },
      cursor: {
        in: 'query',
        kind: 'string',
        required: false,
        description: '`next_cursor` of the page before. Send the same filters with every page: a cursor holds a position, not the filters.',
      },
      limit: {
        in: 'query',
        kind: 'integer',
        required: false,
        description: 'Items per page.',
      },
    },
  },
  listOrders: {
    method: 'GET',
    path: '/v1/orders',
    summary: 'List orders',
    scope: 'read:orders',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: true,
    parameters: {
      creator_ids: {
        in: 'query',
        kind: 'list',
        required: false,
        description: 'Creator ids, separated by commas, at most 50. An id out of reach matches nothing.',
      },
      fan_ids: {
        in: 'query',
        kind: 'list',
        required: false,
        description: 'Upstream fan ids, separated by commas, at most 50.',
      },
      order_types: {
        in: 'query',
        kind: 'list',
        required: false,
        description: 'Order types, separated by commas, at most 50.',
      },
      start: {
        in: 'query',
        kind: 'string',
        required: false,
        description: 'First instant of the range, included.',
      },
      end: {
        in: 'query',
        kind: 'string',
        required: false,
        description: 'Instant at which the range ends, not included. Before `start`, it answers 400.',
      },
      cursor: {
        in: 'query',
        kind: 'string',
        required: false,
        description: '`next_cursor` of the page before. Send the same filters with every page: a cursor holds a position, not the filters.',
      },
      limit: {
        in: 'query',
        kind: 'integer',
        required: false,
        description: 'Items per page.',
      },
    },
  },
  listPublications: {
    method: 'GET',
    path: '/v1/publications',
    summary: 'List publications',
    scope: 'read:publications',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: true,
    parameters: {
      cursor: {
        in: 'query',
        kind: 'string',
        required: false,
        description: '`next_cursor` of the page before. Send the same filters with every page: a cursor holds a position, not the filters.',
      },
      limit: {
        in: 'query',
        kind: 'integer',
        required: false,
        description: 'Items per page.',
      },
    },
  },
  listSentMessages: {
    method: 'GET',
    path: '/v1/sent-messages',
    summary: 'List sent messages',
    scope: 'read:messages',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: true,
    parameters: {
      user_ids: {
        in: 'query',
        kind: 'list',
        required: false,
        description: 'Employee ids, separated by commas, at most 50. Former employees may be named.',
      },
      creator_ids: {
        in: 'query',
        kind: 'list',
        required: false,
        description: 'Creator ids, separated by commas, at most 50. An id out of reach matches nothing.',
      },
      sources: {
        in: 'query',
        kind: 'list',
        required: false,
        description: 'Sources, separated by commas, at most 50.',
      },
      start: {
        in: 'query',
        kind: 'string',
        required: false,
        description: 'Messages sent at or after it.',
      },
      end: {
        in: 'query',
        kind: 'string',
        required: false,
        description: 'Messages sent before it. Before `start`, it answers 400.',
      },
      cursor: {
        in: 'query',
        kind: 'string',
        required: false,
        description: '`next_cursor` of the page before. Send the same filters with every page: a cursor holds a position, not the filters.',
      },
      limit: {
        in: 'query',
        kind: 'integer',
        required: false,
        description: 'Items per page.',
      },
    },
  },
  listTags: {
    method: 'GET',
    path: '/v1/tags',
    summary: 'List tags',
    scope: 'read:fans',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {},
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/v1/webhooks/{endpoint_id}/deliveries',
    summary: 'List deliveries',
    scope: 'read:webhooks',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: true,
    parameters: {
      endpoint_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.',
      },
      event_types: {
        in: 'query',
        kind: 'list',
        required: false,
        description: 'Event types, separated by commas, at most 50.',
      },
      statuses: {
        in: 'query',
        kind: 'list',
        required: false,
        description: 'Delivery statuses, separated by commas, at most 50.',
      },
      start: {
        in: 'query',
        kind: 'string',
        required: false,
        description: 'Deliveries queued at or after it.',
      },
      end: {
        in: 'query',
        kind: 'string',
        required: false,
        description: 'Deliveries queued before it. Before `start`, it answers 400.',
      },
      cursor: {
        in: 'query',
        kind: 'string',
        required: false,
        description: '`next_cursor` of the page before. Send the same filters with every page: a cursor holds a position, not the filters.',
      },
      limit: {
        in: 'query',
        kind: 'integer',
        required: false,
        description: 'Items per page.',
      },
    },
  },
  listWebhookEndpoints: {
    method: 'GET',
    path: '/v1/webhooks',
    summary: 'List webhook endpoints',
    scope: 'read:webhooks',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {},
  },
  listWebhookFailures: {
    method: 'GET',
    path: '/v1/webhooks/{endpoint_id}/failures',
    summary: 'List failed deliveries',
    scope: 'read:webhooks',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: true,
    parameters: {
      endpoint_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.',
      },
      event_types: {
        in: 'query',
        kind: 'list',
        required: false,
        description: 'Event types, separated by commas, at most 50.',
      },
      start: {
        in: 'query',
        kind: 'string',
        required: false,
        description: 'Failures recorded at or after it.',
      },
      end: {
        in: 'query',
        kind: 'string',
        required: false,
        description: 'Failures recorded before it. Before `start`, it answers 400.',
      },
      cursor: {
        in: 'query',
        kind: 'string',
        required: false,
        description: '`next_cursor` of the page before. Send the same filters with every page: a cursor holds a position, not the filters.',
      },
      limit: {
        in: 'query',
        kind: 'integer',
        required: false,
        description: 'Items per page.',
      },
    },
  },
  pingWebhookEndpoint: {
    method: 'POST',
    path: '/v1/webhooks/{endpoint_id}/ping',
    summary: 'Send a test delivery',
    scope: 'write:webhooks',
    retry: 'never',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {
      endpoint_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.',
      },
    },
  },
  releaseAiLock: {
    method: 'DELETE',
    path: '/v1/accounts/{account_id}/fans/{fan_id}/ai-lock',
    summary: 'Release the AI lock',
    scope: 'write:fans',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {
      account_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Upstream account id, the `account.external_id` of a creator.',
      },
      fan_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Upstream fan id.',
      },
    },
  },
  replayWebhookFailure: {
    method: 'POST',
    path: '/v1/webhooks/{endpoint_id}/failures/{failure_id}/replay',
    summary: 'Replay a failed delivery',
    scope: 'write:webhooks',
    retry: 'never',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {
      endpoint_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.',
      },
      failure_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Id of a failure record of this endpoint, a UUID.',
      },
    },
  },
  replayWebhookFailures: {
    method: 'POST',
    path: '/v1/webhooks/{endpoint_id}/failures/replay',
    summary: 'Replay failed deliveries',
    scope: 'write:webhooks',
    retry: 'safe',
    body: 'optional',
    answers: 'json',
    paged: false,
    parameters: {
      endpoint_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.',
      },
    },
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/v1/webhooks/{endpoint_id}/secret/rotation',
    summary: 'Rotate the signing secret',
    scope: 'write:webhooks',
    retry: 'never',
    body: 'optional',
    answers: 'json',
    paged: false,
    parameters: {
      endpoint_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.',
      },
    },
  },
  setAiLock: {
    method: 'PUT',
    path: '/v1/accounts/{account_id}/fans/{fan_id}/ai-lock',
    summary: 'Set the AI lock',
    scope: 'write:fans',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {
      account_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Upstream account id, the `account.external_id` of a creator.',
      },
      fan_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Upstream fan id.',
      },
    },
  },
  unassignFan: {
    method: 'DELETE',
    path: '/v1/accounts/{account_id}/fans/{fan_id}/assignment',
    summary: 'Unassign a fan',
    scope: 'write:fans',
    retry: 'safe',
    body: 'none',
    answers: 'json',
    paged: false,
    parameters: {
      account_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Upstream account id, the `account.external_id` of a creator.',
      },
      fan_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Upstream fan id.',
      },
    },
  },
  updateInsight: {
    method: 'PATCH',
    path: '/v1/accounts/{account_id}/fans/{fan_id}/insight',
    summary: 'Edit the note on a fan',
    scope: 'write:insights',
    retry: 'safe',
    body: 'required',
    answers: 'json',
    paged: false,
    parameters: {
      account_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Upstream account id, the `account.external_id` of a creator.',
      },
      fan_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Upstream fan id.',
      },
      'If-Match': {
        in: 'header',
        kind: 'string',
        required: false,
        description: 'Token of the note that was read: quoted, bare or weak (`"t"`, `t`, `W/"t"`).',
      },
    },
  },
  updateWebhookEndpoint: {
    method: 'PATCH',
    path: '/v1/webhooks/{endpoint_id}',
    summary: 'Update a webhook endpoint',
    scope: 'write:webhooks',
    retry: 'safe',
    body: 'required',
    answers: 'json',
    paged: false,
    parameters: {
      endpoint_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Webhook endpoint id, a UUID. Any other text is an endpoint that does not exist.',
      },
    },
  },
};
