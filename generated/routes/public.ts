// Generated from spec/ by `npm run generate`. Do not edit.

import type { AccessContexts, PublicImplementations } from '../interfaces/index.ts';
import type { PublicRouteMakers } from './route-makers.ts';

/** The route of every operation of the listener, by its id: made of the one handler that answers it, by who may call it. */
export function publicRoutes<Contexts extends AccessContexts, Route>(
  implementations: PublicImplementations<Contexts>,
  make: PublicRouteMakers<Contexts, Route>,
) {
  return {
    acknowledgeAiRequests: make.key('acknowledgeAiRequests', implementations.AiRequests.acknowledgeAiRequests),
    listAiRequests: make.key('listAiRequests', implementations.AiRequests.listAiRequests),
    getCreatorAnalytics: make.key('getCreatorAnalytics', implementations.Analytics.getCreatorAnalytics),
    getEmployeeAnalytics: make.key('getEmployeeAnalytics', implementations.Analytics.getEmployeeAnalytics),
    getRevenue: make.key('getRevenue', implementations.Analytics.getRevenue),
    getRevenueTimeseries: make.key('getRevenueTimeseries', implementations.Analytics.getRevenueTimeseries),
    listAuditEntries: make.key('listAuditEntries', implementations.Audit.listAuditEntries),
    getCreator: make.key('getCreator', implementations.Creators.getCreator),
    listCreators: make.key('listCreators', implementations.Creators.listCreators),
    listEmployees: make.key('listEmployees', implementations.Employees.listEmployees),
    assignFan: make.key('assignFan', implementations.Fans.assignFan),
    getFan: make.key('getFan', implementations.Fans.getFan),
    listFans: make.key('listFans', implementations.Fans.listFans),
    releaseAiLock: make.key('releaseAiLock', implementations.Fans.releaseAiLock),
    setAiLock: make.key('setAiLock', implementations.Fans.setAiLock),
    unassignFan: make.key('unassignFan', implementations.Fans.unassignFan),
    getInsight: make.key('getInsight', implementations.Insights.getInsight),
    updateInsight: make.key('updateInsight', implementations.Insights.updateInsight),
    getChangelog: make.open('getChangelog', implementations.Meta.getChangelog),
    getDocs: make.open('getDocs', implementations.Meta.getDocs),
    getErrorPage: make.open('getErrorPage', implementations.Meta.getErrorPage),
    getHealth: make.open('getHealth', implementations.Meta.getHealth),
    getMe: make.key('getMe', implementations.Meta.getMe),
    getOpenapiDocument: make.open('getOpenapiDocument', implementations.Meta.getOpenapiDocument),
    getStatus: make.open('getStatus', implementations.Meta.getStatus),
    getOrder: make.key('getOrder', implementations.Orders.getOrder),
    listOrders: make.key('listOrders', implementations.Orders.listOrders),
    createPublication: make.key('createPublication', implementations.Publications.createPublication),
    deletePublication: make.key('deletePublication', implementations.Publications.deletePublication),
    listPublications: make.key('listPublications', implementations.Publications.listPublications),
    listSentMessages: make.key('listSentMessages', implementations.SentMessages.listSentMessages),
    listTags: make.key('listTags', implementations.Tags.listTags),
    createWebhookEndpoint: make.key('createWebhookEndpoint', implementations.Webhooks.createWebhookEndpoint),
    deleteWebhookEndpoint: make.key('deleteWebhookEndpoint', implementations.Webhooks.deleteWebhookEndpoint),
    getWebhookEndpoint: make.key('getWebhookEndpoint', implementations.Webhooks.getWebhookEndpoint),
    getWebhookStats: make.key('getWebhookStats', implementations.Webhooks.getWebhookStats),
    listWebhookDeliveries: make.key('listWebhookDeliveries', implementations.Webhooks.listWebhookDeliveries),
    listWebhookEndpoints: make.key('listWebhookEndpoints', implementations.Webhooks.listWebhookEndpoints),
    listWebhookFailures: make.key('listWebhookFailures', implementations.Webhooks.listWebhookFailures),
    pingWebhookEndpoint: make.key('pingWebhookEndpoint', implementations.Webhooks.pingWebhookEndpoint),
    replayWebhookFailure: make.key('replayWebhookFailure', implementations.Webhooks.replayWebhookFailure),
    replayWebhookFailures: make.key('replayWebhookFailures', implementations.Webhooks.replayWebhookFailures),
    rotateWebhookSecret: make.key('rotateWebhookSecret', implementations.Webhooks.rotateWebhookSecret),
    updateWebhookEndpoint: make.key('updateWebhookEndpoint', implementations.Webhooks.updateWebhookEndpoint),
  };
}
