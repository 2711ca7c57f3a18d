// Generated from spec/ by `npm run generate`. Do not edit.

import type { Router } from 'express';
import type { OperatorImplementations } from '../interfaces/index.ts';
import { Operator } from './../controllers/operator.ts';
import type { RouteOptions } from './options.ts';

/** Routes every operation of the listener: the server's steps, validation, the implementation, the answer. */
export function RegisterRoutes<Context>(app: Router, options: RouteOptions<Context, OperatorImplementations<Context>>): void {
  const controllerOperator = new Operator<Context>(options.implementations.Operator);
  app.post('/operator/v1/agencies', ...options.before('createAgency'), async (request, response) => {
    const input = options.validate('createAgency', request);
    const value = await controllerOperator.createAgency(input, options.context(request, response));
    await options.send('createAgency', value, request, response);
  });
  app.post('/operator/v1/agencies/:agency_id/keys', ...options.before('createApiKey'), async (request, response) => {
    const input = options.validate('createApiKey', request);
    const value = await controllerOperator.createApiKey(input, options.context(request, response));
    await options.send('createApiKey', value, request, response);
  });
  app.get('/metrics', ...options.before('getMetrics'), async (request, response) => {
    const input = options.validate('getMetrics', request);
    const value = await controllerOperator.getMetrics(input, options.context(request, response));
    await options.send('getMetrics', value, request, response);
  });
  app.post('/operator/v1/agencies/:agency_id/webhooks', ...options.before('importWebhookEndpoint'), async (request, response) => {
    const input = options.validate('importWebhookEndpoint', request);
    const value = await controllerOperator.importWebhookEndpoint(input, options.context(request, response));
    await options.send('importWebhookEndpoint', value, request, response);
  });
  app.post('/operator/v1/agencies/:agency_id/records', ...options.before('ingestRecords'), async (request, response) => {
    const input = options.validate('ingestRecords', request);
    const value = await controllerOperator.ingestRecords(input, options.context(request, response));
    await options.send('ingestRecords', value, request, response);
  });
  app.get('/operator/v1/agencies', ...options.before('listAgencies'), async (request, response) => {
    const input = options.validate('listAgencies', request);
    const value = await controllerOperator.listAgencies(input, options.context(request, response));
    await options.send('listAgencies', value, request, response);
  });
  app.get('/operator/v1/agencies/:agency_id/keys', ...options.before('listApiKeys'), async (request, response) => {
    const input = options.validate('listApiKeys', request);
    const value = await controllerOperator.listApiKeys(input, options.context(request, response));
    await options.send('listApiKeys', value, request, response);
  });
  app.post('/operator/v1/projections/refresh', ...options.before('refreshProjections'), async (request, response) => {
    const input = options.validate('refreshProjections', request);
    const value = await controllerOperator.refreshProjections(input, options.context(request, response));
    await options.send('refreshProjections', value, request, response);
  });
  app.delete('/operator/v1/keys/:key_id', ...options.before('revokeApiKey'), async (request, response) => {
    const input = options.validate('revokeApiKey', request);
    const value = await controllerOperator.revokeApiKey(input, options.context(request, response));
    await options.send('revokeApiKey', value, request, response);
  });
}
