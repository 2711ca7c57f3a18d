// Generated from spec/ by `npm run generate`. Do not edit.

import type { Router } from 'express';
import type { PublicImplementations } from '../interfaces/index.ts';
import { Meta } from './../controllers/meta.ts';
import { Orders } from './../controllers/orders.ts';
import { Webhooks } from './../controllers/webhooks.ts';
import type { RouteOptions } from './options.ts';

/** Routes every operation of the listener: the server's steps, validation, the implementation, the answer. */
export function RegisterRoutes<Context>(app: Router, options: RouteOptions<Context, PublicImplementations<Context>>): void {
  const controllerMeta = new Meta<Context>(options.implementations.Meta);
  app.get('/changelog', ...options.before('getChangelog'), async (request, response) => {
    const input = options.validate('getChangelog', request);
    const value = await controllerMeta.getChangelog(input, options.context(request, response));
    await options.send('getChangelog', value, request, response);
  });
  app.get('/docs', ...options.before('getDocs'), async (request, response) => {
    const input = options.validate('getDocs', request);
    const value = await controllerMeta.getDocs(input, options.context(request, response));
    await options.send('getDocs', value, request, response);
  });
  app.get('/errors/:slug', ...options.before('getErrorPage'), async (request, response) => {
    const input = options.validate('getErrorPage', request);
    const value = await controllerMeta.getErrorPage(input, options.context(request, response));
    await options.send('getErrorPage', value, request, response);
  });
  app.get('/v1/_health', ...options.before('getHealth'), async (request, response) => {
    const input = options.validate('getHealth', request);
    const value = await controllerMeta.getHealth(input, options.context(request, response));
    await options.send('getHealth', value, request, response);
  });
  app.get('/v1/me', ...options.before('getMe'), async (request, response) => {
    const input = options.validate('getMe', request);
    const value = await controllerMeta.getMe(input, options.context(request, response));
    await options.send('getMe', value, request, response);
  });
  app.get('/v1/openapi.json', ...options.before('getOpenapiDocument'), async (request, response) => {
    const input = options.validate('getOpenapiDocument', request);
    const value = await controllerMeta.getOpenapiDocument(input, options.context(request, response));
    await options.send('getOpenapiDocument', value, request, response);
  });
  app.get('/status', ...options.before('getStatus'), async (request, response) => {
    const input = options.validate('getStatus', request);
    const value = await controllerMeta.getStatus(input, options.context(request, response));
    await options.send('getStatus', value, request, response);
  });
  const controllerOrders = new Orders<Context>(options.implementations.Orders);
  app.get('/v1/orders/:order_id', ...options.before('getOrder'), async (request, response) => {
    const input = options.validate('getOrder', request);
    const value = await controllerOrders.getOrder(input, options.context(request, response));
    await options.send('getOrder', value, request, response);
  });
  app.get('/v1/orders', ...options.before('listOrders'), async (request, response) => {
    const input = options.validate('listOrders', request);
    const value = await controllerOrders.listOrders(input, options.context(request, response));
    await options.send('listOrders', value, request, response);
  });
  const controllerWebhooks = new Webhooks<Context>(options.implementations.Webhooks);
  app.post('/v1/webhooks', ...options.before('createWebhookEndpoint'), async (request, response) => {
    const input = options.validate('createWebhookEndpoint', request);
    const value = await controllerWebhooks.createWebhookEndpoint(input, options.context(request, response));
    await options.send('createWebhookEndpoint', value, request, response);
  });
  app.delete('/v1/webhooks/:endpoint_id', ...options.before('deleteWebhookEndpoint'), async (request, response) => {
    const input = options.validate('deleteWebhookEndpoint', request);
    const value = await controllerWebhooks.deleteWebhookEndpoint(input, options.context(request, response));
    await options.send('deleteWebhookEndpoint', value, request, response);
  });
  app.get('/v1/webhooks/:endpoint_id', ...options.before('getWebhookEndpoint'), async (request, response) => {
    const input = options.validate('getWebhookEndpoint', request);
    const value = await controllerWebhooks.getWebhookEndpoint(input, options.context(request, response));
    await options.send('getWebhookEndpoint', value, request, response);
  });
  app.get('/v1/webhooks/:endpoint_id/stats', ...options.before('getWebhookStats'), async (request, response) => {
    const input = options.validate('getWebhookStats', request);
    const value = await controllerWebhooks.getWebhookStats(input, options.context(request, response));
    await options.send('getWebhookStats', value, request, response);
  });
  app.get('/v1/webhooks/:endpoint_id/deliveries', ...options.before('listWebhookDeliveries'), async (request, response) => {
    const input = options.validate('listWebhookDeliveries', request);
    const value = await controllerWebhooks.listWebhookDeliveries(input, options.context(request, response));
    await options.send('listWebhookDeliveries', value, request, response);
  });
  app.get('/v1/webhooks', ...options.before('listWebhookEndpoints'), async (request, response) => {
    const input = options.validate('listWebhookEndpoints', request);
    const value = await controllerWebhooks.listWebhookEndpoints(input, options.context(request, response));
    await options.send('listWebhookEndpoints', value, request, response);
  });
  app.get('/v1/webhooks/:endpoint_id/failures', ...options.before('listWebhookFailures'), async (request, response) => {
    const input = options.validate('listWebhookFailures', request);
    const value = await controllerWebhooks.listWebhookFailures(input, options.context(request, response));
    await options.send('listWebhookFailures', value, request, response);
  });
  app.post('/v1/webhooks/:endpoint_id/ping', ...options.before('pingWebhookEndpoint'), async (request, response) => {
    const input = options.validate('pingWebhookEndpoint', request);
    const value = await controllerWebhooks.pingWebhookEndpoint(input, options.context(request, response));
    await options.send('pingWebhookEndpoint', value, request, response);
  });
  app.post(
    '/v1/webhooks/:endpoint_id/failures/:failure_id/replay',
    ...options.before('replayWebhookFailure'),
    async (request, response) => {
      const input = options.validate('replayWebhookFailure', request);
      const value = await controllerWebhooks.replayWebhookFailure(input, options.context(request, response));
      await options.send('replayWebhookFailure', value, request, response);
    },
  );
  app.post('/v1/webhooks/:endpoint_id/failures/replay', ...options.before('replayWebhookFailures'), async (request, response) => {
    const input = options.validate('replayWebhookFailures', request);
    const value = await controllerWebhooks.replayWebhookFailures(input, options.context(request, response));
    await options.send('replayWebhookFailures', value, request, response);
  });
  app.post('/v1/webhooks/:endpoint_id/secret/rotation', ...options.before('rotateWebhookSecret'), async (request, response) => {
    const input = options.validate('rotateWebhookSecret', request);
    const value = await controllerWebhooks.rotateWebhookSecret(input, options.context(request, response));
    await options.send('rotateWebhookSecret', value, request, response);
  });
  app.patch('/v1/webhooks/:endpoint_id', ...options.before('updateWebhookEndpoint'), async (request, response) => {
    const input = options.validate('updateWebhookEndpoint', request);
    const value = await controllerWebhooks.updateWebhookEndpoint(input, options.context(request, response));
    await options.send('updateWebhookEndpoint', value, request, response);
  });
}
