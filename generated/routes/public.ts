// Generated from spec/ by `npm run generate`. Do not edit.

import type { Router } from 'express';
import type { PublicImplementations } from '../interfaces/index.ts';
import { AiRequests } from './../controllers/ai-requests.ts';
import { Analytics } from './../controllers/analytics.ts';
import { Creators } from './../controllers/creators.ts';
import { Employees } from './../controllers/employees.ts';
import { Fans } from './../controllers/fans.ts';
import { Insights } from './../controllers/insights.ts';
import { Meta } from './../controllers/meta.ts';
import { Orders } from './../controllers/orders.ts';
import { Publications } from './../controllers/publications.ts';
import { SentMessages } from './../controllers/sent-messages.ts';
import { Tags } from './../controllers/tags.ts';
import { Webhooks } from './../controllers/webhooks.ts';
import type { RouteOptions } from './options.ts';

/** Routes every operation of the listener: the server's steps, validation, the implementation, the answer. */
export function RegisterRoutes<Context>(app: Router, options: RouteOptions<Context, PublicImplementations<Context>>): void {
  const controllerAiRequests = new AiRequests<Context>(options.implementations.AiRequests);
  app.post('/v1/ai-requests/acknowledgements', ...options.before('acknowledgeAiRequests'), async (request, response) => {
    const input = options.validate('acknowledgeAiRequests', request);
    const value = await controllerAiRequests.acknowledgeAiRequests(input, options.context(request, response));
    await options.send('acknowledgeAiRequests', value, request, response);
  });
  app.get('/v1/ai-requests', ...options.before('listAiRequests'), async (request, response) => {
    const input = options.validate('listAiRequests', request);
    const value = await controllerAiRequests.listAiRequests(input, options.context(request, response));
    await options.send('listAiRequests', value, request, response);
  });
  const controllerAnalytics = new Analytics<Context>(options.implementations.Analytics);
  app.get('/v1/analytics/creators', ...options.before('getCreatorAnalytics'), async (request, response) => {
    const input = options.validate('getCreatorAnalytics', request);
    const value = await controllerAnalytics.getCreatorAnalytics(input, options.context(request, response));
    await options.send('getCreatorAnalytics', value, request, response);
  });
  app.get('/v1/analytics/employees', ...options.before('getEmployeeAnalytics'), async (request, response) => {
    const input = options.validate('getEmployeeAnalytics', request);
    const value = await controllerAnalytics.getEmployeeAnalytics(input, options.context(request, response));
    await options.send('getEmployeeAnalytics', value, request, response);
  });
  app.get('/v1/analytics/revenue', ...options.before('getRevenue'), async (request, response) => {
    const input = options.validate('getRevenue', request);
    const value = await controllerAnalytics.getRevenue(input, options.context(request, response));
    await options.send('getRevenue', value, request, response);
  });
  app.get('/v1/analytics/revenue/timeseries', ...options.before('getRevenueTimeseries'), async (request, response) => {
    const input = options.validate('getRevenueTimeseries', request);
    const value = await controllerAnalytics.getRevenueTimeseries(input, options.context(request, response));
    await options.send('getRevenueTimeseries', value, request, response);
  });
  const controllerCreators = new Creators<Context>(options.implementations.Creators);
  app.get('/v1/creators/:creator_id', ...options.before('getCreator'), async (request, response) => {
    const input = options.validate('getCreator', request);
    const value = await controllerCreators.getCreator(input, options.context(request, response));
    await options.send('getCreator', value, request, response);
  });
  app.get('/v1/creators', ...options.before('listCreators'), async (request, response) => {
    const input = options.validate('listCreators', request);
    const value = await controllerCreators.listCreators(input, options.context(request, response));
    await options.send('listCreators', value, request, response);
  });
  const controllerEmployees = new Employees<Context>(options.implementations.Employees);
  app.get('/v1/employees', ...options.before('listEmployees'), async (request, response) => {
    const input = options.validate('listEmployees', request);
    const value = await controllerEmployees.listEmployees(input, options.context(request, response));
    await options.send('listEmployees', value, request, response);
  });
  const controllerFans = new Fans<Context>(options.implementations.Fans);
  app.put('/v1/accounts/:account_id/fans/:fan_id/assignment', ...options.before('assignFan'), async (request, response) => {
    const input = options.validate('assignFan', request);
    const value = await controllerFans.assignFan(input, options.context(request, response));
    await options.send('assignFan', value, request, response);
  });
  app.get('/v1/accounts/:account_id/fans/:fan_id', ...options.before('getFan'), async (request, response) => {
    const input = options.validate('getFan', request);
    const value = await controllerFans.getFan(input, options.context(request, response));
    await options.send('getFan', value, request, response);
  });
  app.get('/v1/accounts/:account_id/fans', ...options.before('listFans'), async (request, response) => {
    const input = options.validate('listFans', request);
    const value = await controllerFans.listFans(input, options.context(request, response));
    await options.send('listFans', value, request, response);
  });
  app.delete('/v1/accounts/:account_id/fans/:fan_id/ai-lock', ...options.before('releaseAiLock'), async (request, response) => {
    const input = options.validate('releaseAiLock', request);
    const value = await controllerFans.releaseAiLock(input, options.context(request, response));
    await options.send('releaseAiLock', value, request, response);
  });
  app.put('/v1/accounts/:account_id/fans/:fan_id/ai-lock', ...options.before('setAiLock'), async (request, response) => {
    const input = options.validate('setAiLock', request);
    const value = await controllerFans.setAiLock(input, options.context(request, response));
    await options.send('setAiLock', value, request, response);
  });
  app.delete('/v1/accounts/:account_id/fans/:fan_id/assignment', ...options.before('unassignFan'), async (request, response) => {
    const input = options.validate('unassignFan', request);
    const value = await controllerFans.unassignFan(input, options.context(request, response));
    await options.send('unassignFan', value, request, response);
  });
  const controllerInsights = new Insights<Context>(options.implementations.Insights);
  app.get('/v1/accounts/:account_id/fans/:fan_id/insight', ...options.before('getInsight'), async (request, response) => {
    const input = options.validate('getInsight', request);
    const value = await controllerInsights.getInsight(input, options.context(request, response));
    await options.send('getInsight', value, request, response);
  });
  app.patch('/v1/accounts/:account_id/fans/:fan_id/insight', ...options.before('updateInsight'), async (request, response) => {
    const input = options.validate('updateInsight', request);
    const value = await controllerInsights.updateInsight(input, options.context(request, response));
    await options.send('updateInsight', value, request, response);
  });
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
  const controllerPublications = new Publications<Context>(options.implementations.Publications);
  app.post('/v1/publications', ...options.before('createPublication'), async (request, response) => {
    const input = options.validate('createPublication', request);
    const value = await controllerPublications.createPublication(input, options.context(request, response));
    await options.send('createPublication', value, request, response);
  });
  app.delete('/v1/publications/:publication_id', ...options.before('deletePublication'), async (request, response) => {
    const input = options.validate('deletePublication', request);
    const value = await controllerPublications.deletePublication(input, options.context(request, response));
    await options.send('deletePublication', value, request, response);
  });
  app.get('/v1/publications', ...options.before('listPublications'), async (request, response) => {
    const input = options.validate('listPublications', request);
    const value = await controllerPublications.listPublications(input, options.context(request, response));
    await options.send('listPublications', value, request, response);
  });
  const controllerSentMessages = new SentMessages<Context>(options.implementations.SentMessages);
  app.get('/v1/sent-messages', ...options.before('listSentMessages'), async (request, response) => {
    const input = options.validate('listSentMessages', request);
    const value = await controllerSentMessages.listSentMessages(input, options.context(request, response));
    await options.send('listSentMessages', value, request, response);
  });
  const controllerTags = new Tags<Context>(options.implementations.Tags);
  app.get('/v1/tags', ...options.before('listTags'), async (request, response) => {
    const input = options.validate('listTags', request);
    const value = await controllerTags.listTags(input, options.context(request, response));
    await options.send('listTags', value, request, response);
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
