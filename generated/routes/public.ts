// Generated from spec/ by `npm run generate`. Do not edit.

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
import type { Route, RouteOptions } from './options.ts';

/** The route of every operation of the listener, by its id: validation, the implementation, the answer. */
export function publicRoutes<Context>(options: RouteOptions<Context, PublicImplementations<Context>>) {
  const controllerAiRequests = new AiRequests<Context>(options.implementations.AiRequests);
  const controllerAnalytics = new Analytics<Context>(options.implementations.Analytics);
  const controllerCreators = new Creators<Context>(options.implementations.Creators);
  const controllerEmployees = new Employees<Context>(options.implementations.Employees);
  const controllerFans = new Fans<Context>(options.implementations.Fans);
  const controllerInsights = new Insights<Context>(options.implementations.Insights);
  const controllerMeta = new Meta<Context>(options.implementations.Meta);
  const controllerOrders = new Orders<Context>(options.implementations.Orders);
  const controllerPublications = new Publications<Context>(options.implementations.Publications);
  const controllerSentMessages = new SentMessages<Context>(options.implementations.SentMessages);
  const controllerTags = new Tags<Context>(options.implementations.Tags);
  const controllerWebhooks = new Webhooks<Context>(options.implementations.Webhooks);
  return {
    acknowledgeAiRequests: async (request, response, pathParameters) => {
      const input = options.validate('acknowledgeAiRequests', request, pathParameters);
      const value = await controllerAiRequests.acknowledgeAiRequests(input, options.context(request, response));
      await options.send('acknowledgeAiRequests', value, request, response);
    },
    listAiRequests: async (request, response, pathParameters) => {
      const input = options.validate('listAiRequests', request, pathParameters);
      const value = await controllerAiRequests.listAiRequests(input, options.context(request, response));
      await options.send('listAiRequests', value, request, response);
    },
    getCreatorAnalytics: async (request, response, pathParameters) => {
      const input = options.validate('getCreatorAnalytics', request, pathParameters);
      const value = await controllerAnalytics.getCreatorAnalytics(input, options.context(request, response));
      await options.send('getCreatorAnalytics', value, request, response);
    },
    getEmployeeAnalytics: async (request, response, pathParameters) => {
      const input = options.validate('getEmployeeAnalytics', request, pathParameters);
      const value = await controllerAnalytics.getEmployeeAnalytics(input, options.context(request, response));
      await options.send('getEmployeeAnalytics', value, request, response);
    },
    getRevenue: async (request, response, pathParameters) => {
      const input = options.validate('getRevenue', request, pathParameters);
      const value = await controllerAnalytics.getRevenue(input, options.context(request, response));
      await options.send('getRevenue', value, request, response);
    },
    getRevenueTimeseries: async (request, response, pathParameters) => {
      const input = options.validate('getRevenueTimeseries', request, pathParameters);
      const value = await controllerAnalytics.getRevenueTimeseries(input, options.context(request, response));
      await options.send('getRevenueTimeseries', value, request, response);
    },
    getCreator: async (request, response, pathParameters) => {
      const input = options.validate('getCreator', request, pathParameters);
      const value = await controllerCreators.getCreator(input, options.context(request, response));
      await options.send('getCreator', value, request, response);
    },
    listCreators: async (request, response, pathParameters) => {
      const input = options.validate('listCreators', request, pathParameters);
      const value = await controllerCreators.listCreators(input, options.context(request, response));
      await options.send('listCreators', value, request, response);
    },
    listEmployees: async (request, response, pathParameters) => {
      const input = options.validate('listEmployees', request, pathParameters);
      const value = await controllerEmployees.listEmployees(input, options.context(request, response));
      await options.send('listEmployees', value, request, response);
    },
    assignFan: async (request, response, pathParameters) => {
      const input = options.validate('assignFan', request, pathParameters);
      const value = await controllerFans.assignFan(input, options.context(request, response));
      await options.send('assignFan', value, request, response);
    },
    getFan: async (request, response, pathParameters) => {
      const input = options.validate('getFan', request, pathParameters);
      const value = await controllerFans.getFan(input, options.context(request, response));
      await options.send('getFan', value, request, response);
    },
    listFans: async (request, response, pathParameters) => {
      const input = options.validate('listFans', request, pathParameters);
      const value = await controllerFans.listFans(input, options.context(request, response));
      await options.send('listFans', value, request, response);
    },
    releaseAiLock: async (request, response, pathParameters) => {
      const input = options.validate('releaseAiLock', request, pathParameters);
      const value = await controllerFans.releaseAiLock(input, options.context(request, response));
      await options.send('releaseAiLock', value, request, response);
    },
    setAiLock: async (request, response, pathParameters) => {
      const input = options.validate('setAiLock', request, pathParameters);
      const value = await controllerFans.setAiLock(input, options.context(request, response));
      await options.send('setAiLock', value, request, response);
    },
    unassignFan: async (request, response, pathParameters) => {
      const input = options.validate('unassignFan', request, pathParameters);
      const value = await controllerFans.unassignFan(input, options.context(request, response));
      await options.send('unassignFan', value, request, response);
    },
    getInsight: async (request, response, pathParameters) => {
      const input = options.validate('getInsight', request, pathParameters);
      const value = await controllerInsights.getInsight(input, options.context(request, response));
      await options.send('getInsight', value, request, response);
    },
    updateInsight: async (request, response, pathParameters) => {
      const input = options.validate('updateInsight', request, pathParameters);
      const value = await controllerInsights.updateInsight(input, options.context(request, response));
      await options.send('updateInsight', value, request, response);
    },
    getChangelog: async (request, response, pathParameters) => {
      const input = options.validate('getChangelog', request, pathParameters);
      const value = await controllerMeta.getChangelog(input, options.context(request, response));
      await options.send('getChangelog', value, request, response);
    },
    getDocs: async (request, response, pathParameters) => {
      const input = options.validate('getDocs', request, pathParameters);
      const value = await controllerMeta.getDocs(input, options.context(request, response));
      await options.send('getDocs', value, request, response);
    },
    getErrorPage: async (request, response, pathParameters) => {
      const input = options.validate('getErrorPage', request, pathParameters);
      const value = await controllerMeta.getErrorPage(input, options.context(request, response));
      await options.send('getErrorPage', value, request, response);
    },
    getHealth: async (request, response, pathParameters) => {
      const input = options.validate('getHealth', request, pathParameters);
      const value = await controllerMeta.getHealth(input, options.context(request, response));
      await options.send('getHealth', value, request, response);
    },
    getMe: async (request, response, pathParameters) => {
      const input = options.validate('getMe', request, pathParameters);
      const value = await controllerMeta.getMe(input, options.context(request, response));
      await options.send('getMe', value, request, response);
    },
    getOpenapiDocument: async (request, response, pathParameters) => {
      const input = options.validate('getOpenapiDocument', request, pathParameters);
      const value = await controllerMeta.getOpenapiDocument(input, options.context(request, response));
      await options.send('getOpenapiDocument', value, request, response);
    },
    getStatus: async (request, response, pathParameters) => {
      const input = options.validate('getStatus', request, pathParameters);
      const value = await controllerMeta.getStatus(input, options.context(request, response));
      await options.send('getStatus', value, request, response);
    },
    getOrder: async (request, response, pathParameters) => {
      const input = options.validate('getOrder', request, pathParameters);
      const value = await controllerOrders.getOrder(input, options.context(request, response));
      await options.send('getOrder', value, request, response);
    },
    listOrders: async (request, response, pathParameters) => {
      const input = options.validate('listOrders', request, pathParameters);
      const value = await controllerOrders.listOrders(input, options.context(request, response));
      await options.send('listOrders', value, request, response);
    },
    createPublication: async (request, response, pathParameters) => {
      const input = options.validate('createPublication', request, pathParameters);
      const value = await controllerPublications.createPublication(input, options.context(request, response));
      await options.send('createPublication', value, request, response);
    },
    deletePublication: async (request, response, pathParameters) => {
      const input = options.validate('deletePublication', request, pathParameters);
      const value = await controllerPublications.deletePublication(input, options.context(request, response));
      await options.send('deletePublication', value, request, response);
    },
    listPublications: async (request, response, pathParameters) => {
      const input = options.validate('listPublications', request, pathParameters);
      const value = await controllerPublications.listPublications(input, options.context(request, response));
      await options.send('listPublications', value, request, response);
    },
    listSentMessages: async (request, response, pathParameters) => {
      const input = options.validate('listSentMessages', request, pathParameters);
      const value = await controllerSentMessages.listSentMessages(input, options.context(request, response));
      await options.send('listSentMessages', value, request, response);
    },
    listTags: async (request, response, pathParameters) => {
      const input = options.validate('listTags', request, pathParameters);
      const value = await controllerTags.listTags(input, options.context(request, response));
      await options.send('listTags', value, request, response);
    },
    createWebhookEndpoint: async (request, response, pathParameters) => {
      const input = options.validate('createWebhookEndpoint', request, pathParameters);
      const value = await controllerWebhooks.createWebhookEndpoint(input, options.context(request, response));
      await options.send('createWebhookEndpoint', value, request, response);
    },
    deleteWebhookEndpoint: async (request, response, pathParameters) => {
      const input = options.validate('deleteWebhookEndpoint', request, pathParameters);
      const value = await controllerWebhooks.deleteWebhookEndpoint(input, options.context(request, response));
      await options.send('deleteWebhookEndpoint', value, request, response);
    },
    getWebhookEndpoint: async (request, response, pathParameters) => {
      const input = options.validate('getWebhookEndpoint', request, pathParameters);
      const value = await controllerWebhooks.getWebhookEndpoint(input, options.context(request, response));
      await options.send('getWebhookEndpoint', value, request, response);
    },
    getWebhookStats: async (request, response, pathParameters) => {
      const input = options.validate('getWebhookStats', request, pathParameters);
      const value = await controllerWebhooks.getWebhookStats(input, options.context(request, response));
      await options.send('getWebhookStats', value, request, response);
    },
    listWebhookDeliveries: async (request, response, pathParameters) => {
      const input = options.validate('listWebhookDeliveries', request, pathParameters);
      const value = await controllerWebhooks.listWebhookDeliveries(input, options.context(request, response));
      await options.send('listWebhookDeliveries', value, request, response);
    },
    listWebhookEndpoints: async (request, response, pathParameters) => {
      const input = options.validate('listWebhookEndpoints', request, pathParameters);
      const value = await controllerWebhooks.listWebhookEndpoints(input, options.context(request, response));
      await options.send('listWebhookEndpoints', value, request, response);
    },
    listWebhookFailures: async (request, response, pathParameters) => {
      const input = options.validate('listWebhookFailures', request, pathParameters);
      const value = await controllerWebhooks.listWebhookFailures(input, options.context(request, response));
      await options.send('listWebhookFailures', value, request, response);
    },
    pingWebhookEndpoint: async (request, response, pathParameters) => {
      const input = options.validate('pingWebhookEndpoint', request, pathParameters);
      const value = await controllerWebhooks.pingWebhookEndpoint(input, options.context(request, response));
      await options.send('pingWebhookEndpoint', value, request, response);
    },
    replayWebhookFailure: async (request, response, pathParameters) => {
      const input = options.validate('replayWebhookFailure', request, pathParameters);
      const value = await controllerWebhooks.replayWebhookFailure(input, options.context(request, response));
      await options.send('replayWebhookFailure', value, request, response);
    },
    replayWebhookFailures: async (request, response, pathParameters) => {
      const input = options.validate('replayWebhookFailures', request, pathParameters);
      const value = await controllerWebhooks.replayWebhookFailures(input, options.context(request, response));
      await options.send('replayWebhookFailures', value, request, response);
    },
    rotateWebhookSecret: async (request, response, pathParameters) => {
      const input = options.validate('rotateWebhookSecret', request, pathParameters);
      const value = await controllerWebhooks.rotateWebhookSecret(input, options.context(request, response));
      await options.send('rotateWebhookSecret', value, request, response);
    },
    updateWebhookEndpoint: async (request, response, pathParameters) => {
      const input = options.validate('updateWebhookEndpoint', request, pathParameters);
      const value = await controllerWebhooks.updateWebhookEndpoint(input, options.context(request, response));
      await options.send('updateWebhookEndpoint', value, request, response);
    },
  } satisfies Record<string, Route>;
}
