// Generated from spec/ by `npm run generate`. Do not edit.

import type { Operation } from './operation.ts';

export type OperationId =
  | 'createWebhookEndpoint'
  | 'deleteWebhookEndpoint'
  | 'getChangelog'
  | 'getDocs'
  | 'getErrorPage'
  | 'getHealth'
  | 'getMe'
  | 'getOpenapiDocument'
  | 'getOrder'
  | 'getStatus'
  | 'getWebhookEndpoint'
  | 'getWebhookStats'
  | 'listOrders'
  | 'listWebhookDeliveries'
  | 'listWebhookEndpoints'
  | 'listWebhookFailures'
  | 'pingWebhookEndpoint'
  | 'replayWebhookFailure'
  | 'replayWebhookFailures'
  | 'rotateWebhookSecret'
  | 'updateWebhookEndpoint';

export const operations: Readonly<Record<OperationId, Operation>> = {
  createWebhookEndpoint: {
    method: 'POST',
    path: '/v1/webhooks',
    summary: 'Create a webhook endpoint',
    scope: 'write:webhooks',
    retry: 'never',
    body: 'required',
    paged: false,
    parameters: {},
  },
  deleteWebhookEndpoint: {
    method: 'DELETE',
    path: '/v1/webhooks/{endpoint_id}',
    summary: 'Delete a webhook endpoint',
    scope: 'write:webhooks',
    retry: 'safe',
    body: 'none',
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
    paged: false,
    parameters: {},
  },
  getDocs: {
    method: 'GET',
    path: '/docs',
    summary: 'Read the documentation',
    scope: null,
    retry: 'safe',
    body: 'none',
    paged: false,
    parameters: {},
  },
  getErrorPage: {
    method: 'GET',
    path: '/errors/{slug}',
    summary: 'Read about an error',
    scope: null,
    retry: 'safe',
    body: 'none',
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
  getHealth: {
    method: 'GET',
    path: '/v1/_health',
    summary: 'Check health',
    scope: null,
    retry: 'safe',
    body: 'none',
    paged: false,
    parameters: {},
  },
  getMe: {
    method: 'GET',
    path: '/v1/me',
    summary: 'Get the key of this request',
    scope: null,
    retry: 'safe',
    body: 'none',
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
  getStatus: {
    method: 'GET',
    path: '/status',
    summary: 'Get the status of the service',
    scope: null,
    retry: 'safe',
    body: 'none',
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
  listOrders: {
    method: 'GET',
    path: '/v1/orders',
    summary: 'List orders',
    scope: 'read:orders',
    retry: 'safe',
    body: 'none',
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
  listWebhookDeliveries: {
    method: 'GET',
    path: '/v1/webhooks/{endpoint_id}/deliveries',
    summary: 'List deliveries',
    scope: 'read:webhooks',
    retry: 'safe',
    body: 'none',
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
  replayWebhookFailure: {
    method: 'POST',
    path: '/v1/webhooks/{endpoint_id}/failures/{failure_id}/replay',
    summary: 'Replay a failed delivery',
    scope: 'write:webhooks',
    retry: 'never',
    body: 'none',
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
  updateWebhookEndpoint: {
    method: 'PATCH',
    path: '/v1/webhooks/{endpoint_id}',
    summary: 'Update a webhook endpoint',
    scope: 'write:webhooks',
    retry: 'safe',
    body: 'required',
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
