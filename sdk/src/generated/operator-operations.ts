// Generated from spec/ by `npm run generate`. Do not edit.

import type { Operation } from './operation.ts';

export type OperatorOperationId =
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
  | 'revokeApiKey';

export const operatorOperations: Readonly<Record<OperatorOperationId, Operation>> = {
  createAgency: {
    method: 'POST',
    path: '/operator/v1/agencies',
    summary: 'Create an agency',
    scope: null,
    retry: 'never',
    repeatProblem: null,
    body: 'required',
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
    answers: 'json',
    paged: false,
    parameters: {},
  },
  revokeApiKey: {
    method: 'DELETE',
    path: '/operator/v1/keys/{key_id}',
    summary: 'Revoke an API key',
    scope: null,
    retry: 'safe',
    repeatProblem: null,
    body: 'none',
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
