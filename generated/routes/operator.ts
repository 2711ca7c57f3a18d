// Generated from spec/ by `npm run generate`. Do not edit.

import type { OperatorImplementations } from '../interfaces/index.ts';
import { Operator } from './../controllers/operator.ts';
import type { Route, RouteOptions } from './options.ts';

/** The route of every operation of the listener, by its id: validation, the implementation, the answer. */
export function operatorRoutes<Context>(options: RouteOptions<Context, OperatorImplementations<Context>>) {
  const controllerOperator = new Operator<Context>(options.implementations.Operator);
  return {
    claimPublications: async (request, response, pathParameters) => {
      const input = options.validate('claimPublications', request, pathParameters);
      const value = await controllerOperator.claimPublications(input, options.context(request, response));
      await options.send('claimPublications', value, request, response);
    },
    createAgency: async (request, response, pathParameters) => {
      const input = options.validate('createAgency', request, pathParameters);
      const value = await controllerOperator.createAgency(input, options.context(request, response));
      await options.send('createAgency', value, request, response);
    },
    createApiKey: async (request, response, pathParameters) => {
      const input = options.validate('createApiKey', request, pathParameters);
      const value = await controllerOperator.createApiKey(input, options.context(request, response));
      await options.send('createApiKey', value, request, response);
    },
    getMetrics: async (request, response, pathParameters) => {
      const input = options.validate('getMetrics', request, pathParameters);
      const value = await controllerOperator.getMetrics(input, options.context(request, response));
      await options.send('getMetrics', value, request, response);
    },
    getOperatorDocs: async (request, response, pathParameters) => {
      const input = options.validate('getOperatorDocs', request, pathParameters);
      const value = await controllerOperator.getOperatorDocs(input, options.context(request, response));
      await options.send('getOperatorDocs', value, request, response);
    },
    getOperatorDocument: async (request, response, pathParameters) => {
      const input = options.validate('getOperatorDocument', request, pathParameters);
      const value = await controllerOperator.getOperatorDocument(input, options.context(request, response));
      await options.send('getOperatorDocument', value, request, response);
    },
    importWebhookEndpoint: async (request, response, pathParameters) => {
      const input = options.validate('importWebhookEndpoint', request, pathParameters);
      const value = await controllerOperator.importWebhookEndpoint(input, options.context(request, response));
      await options.send('importWebhookEndpoint', value, request, response);
    },
    ingestRecords: async (request, response, pathParameters) => {
      const input = options.validate('ingestRecords', request, pathParameters);
      const value = await controllerOperator.ingestRecords(input, options.context(request, response));
      await options.send('ingestRecords', value, request, response);
    },
    listAgencies: async (request, response, pathParameters) => {
      const input = options.validate('listAgencies', request, pathParameters);
      const value = await controllerOperator.listAgencies(input, options.context(request, response));
      await options.send('listAgencies', value, request, response);
    },
    listApiKeys: async (request, response, pathParameters) => {
      const input = options.validate('listApiKeys', request, pathParameters);
      const value = await controllerOperator.listApiKeys(input, options.context(request, response));
      await options.send('listApiKeys', value, request, response);
    },
    refreshProjections: async (request, response, pathParameters) => {
      const input = options.validate('refreshProjections', request, pathParameters);
      const value = await controllerOperator.refreshProjections(input, options.context(request, response));
      await options.send('refreshProjections', value, request, response);
    },
    reportPublication: async (request, response, pathParameters) => {
      const input = options.validate('reportPublication', request, pathParameters);
      const value = await controllerOperator.reportPublication(input, options.context(request, response));
      await options.send('reportPublication', value, request, response);
    },
    revokeApiKey: async (request, response, pathParameters) => {
      const input = options.validate('revokeApiKey', request, pathParameters);
      const value = await controllerOperator.revokeApiKey(input, options.context(request, response));
      await options.send('revokeApiKey', value, request, response);
    },
  } satisfies Record<string, Route>;
}
