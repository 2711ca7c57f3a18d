// Generated from spec/ by `npm run generate`. Do not edit.

import type { Operation } from './operation.ts';

export type OperatorOperationId =
  | 'claimPublications'
  | 'createAgency'
  | 'createApiKey'
  | 'getMetrics'
  | 'getOperatorDocs'
  | 'getOperatorDocument'
  | 'importWebhookEndpoint'
  | 'ingestRecords'
  | 'listAgencies'
  | 'listApiKeys'
  | 'refreshProjections'
  | 'reportPublication'
  | 'revokeApiKey';

export const operatorOperations: Readonly<Record<OperatorOperationId, Operation>> = {
  claimPublications: {
    method: 'POST',
    path: '/operator/v1/publications/claims',
    summary: 'Claim publications that are due',
    scope: null,
    retry: 'safe',
    repeatProblem: null,
    body: 'optional',
    maxBodyBytes: 262144,
    bodyBounds: {
      limit: {
        maximum: 200,
      },
      lease_seconds: {
        maximum: 600,
      },
    },
    answers: 'json',
    paged: false,
    parameters: {},
  },
  createAgency: {
    method: 'POST',
    path: '/operator/v1/agencies',
    summary: 'Create an agency',
    scope: null,
    retry: 'never',
    repeatProblem: null,
    body: 'required',
    maxBodyBytes: 262144,
    bodyBounds: {},
    answers: 'json',
    paged: false,
    parameters: {},
  },
  createApiKey: {
    method: 'POST',
    path: '/operator/v1/agencies/{agency_id}/keys',
    summary: 'Create an API key',
    scope: null,
    retry: 'never',
    repeatProblem: null,
    body: 'required',
    maxBodyBytes: 262144,
    bodyBounds: {
      creator_ids: {
        maxItems: 1000,
      },
    },
    answers: 'json',
    paged: false,
    parameters: {
      agency_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Agency id, a UUID.',
      },
    },
  },
  getMetrics: {
    method: 'GET',
    path: '/metrics',
    summary: 'Get metrics',
    scope: null,
    retry: 'safe',
    repeatProblem: null,
    body: 'none',
    maxBodyBytes: 262144,
    bodyBounds: {},
    answers: 'text',
    paged: false,
    parameters: {},
  },
  getOperatorDocs: {
    method: 'GET',
    path: '/operator/docs',
    summary: 'Read the documentation',
    scope: null,
    retry: 'safe',
    repeatProblem: null,
    body: 'none',
    maxBodyBytes: 262144,
    bodyBounds: {},
    answers: 'text',
    paged: false,
    parameters: {},
  },
  getOperatorDocument: {
    method: 'GET',
    path: '/operator/v1/openapi.json',
    summary: 'Get this contract',
    scope: null,
    retry: 'safe',
    repeatProblem: null,
    body: 'none',
    maxBodyBytes: 262144,
    bodyBounds: {},
    answers: 'json',
    paged: false,
    parameters: {},
  },
  importWebhookEndpoint: {
    method: 'POST',
    path: '/operator/v1/agencies/{agency_id}/webhooks',
    summary: 'Bring over a webhook endpoint',
    scope: null,
    retry: 'never',
    repeatProblem: null,
    body: 'required',
    maxBodyBytes: 262144,
    bodyBounds: {
      allowed_creator_ids: {
        maxItems: 1000,
      },
    },
    answers: 'json',
    paged: false,
    parameters: {
      agency_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Agency id, a UUID.',
      },
    },
  },
  ingestRecords: {
    method: 'POST',
    path: '/operator/v1/agencies/{agency_id}/records',
    summary: 'Ingest records',
    scope: null,
    retry: 'safe',
    repeatProblem: null,
    body: 'required',
    maxBodyBytes: 8388608,
    bodyBounds: {
      records: {
        maxItems: 1000,
      },
    },
    answers: 'json',
    paged: false,
    parameters: {
      agency_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Agency id, a UUID.',
      },
    },
  },
  listAgencies: {
    method: 'GET',
    path: '/operator/v1/agencies',
    summary: 'List agencies',
    scope: null,
    retry: 'safe',
    repeatProblem: null,
    body: 'none',
    maxBodyBytes: 262144,
    bodyBounds: {},
    answers: 'json',
    paged: false,
    parameters: {},
  },
  listApiKeys: {
    method: 'GET',
    path: '/operator/v1/agencies/{agency_id}/keys',
    summary: 'List API keys',
    scope: null,
    retry: 'safe',
    repeatProblem: null,
    body: 'none',
    maxBodyBytes: 262144,
    bodyBounds: {},
    answers: 'json',
    paged: false,
    parameters: {
      agency_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Agency id, a UUID.',
      },
    },
  },
  refreshProjections: {
    method: 'POST',
    path: '/operator/v1/projections/refresh',
    summary: 'Refresh the projections',
    scope: null,
    retry: 'safe',
    repeatProblem: null,
    body: 'none',
    maxBodyBytes: 262144,
    bodyBounds: {},
    answers: 'json',
    paged: false,
    parameters: {},
  },
  reportPublication: {
    method: 'POST',
    path: '/operator/v1/publications/{publication_id}/outcome',
    summary: 'Report the outcome of a publication',
    scope: null,
    retry: 'safe',
    repeatProblem: null,
    body: 'required',
    maxBodyBytes: 262144,
    bodyBounds: {},
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
  revokeApiKey: {
    method: 'DELETE',
    path: '/operator/v1/keys/{key_id}',
    summary: 'Revoke an API key',
    scope: null,
    retry: 'safe',
    repeatProblem: null,
    body: 'none',
    maxBodyBytes: 262144,
    bodyBounds: {},
    answers: 'none',
    paged: false,
    parameters: {
      key_id: {
        in: 'path',
        kind: 'string',
        required: true,
        description: 'Key id, a UUID.',
      },
    },
  },
};
