// Generated from spec/ by `npm run generate`. Do not edit.

import type { Validator } from './validator.ts';

/** Query, path and header parameters by operation. Fills in the defaults of the contract. */
export declare const parameters: {
  readonly acknowledgeAiRequests: Validator;
  readonly assignFan: Validator;
  readonly createAgency: Validator;
  readonly createApiKey: Validator;
  readonly createPublication: Validator;
  readonly createWebhookEndpoint: Validator;
  readonly deletePublication: Validator;
  readonly deleteWebhookEndpoint: Validator;
  readonly getChangelog: Validator;
  readonly getCreator: Validator;
  readonly getCreatorAnalytics: Validator;
  readonly getDocs: Validator;
  readonly getEmployeeAnalytics: Validator;
  readonly getErrorPage: Validator;
  readonly getFan: Validator;
  readonly getHealth: Validator;
  readonly getInsight: Validator;
  readonly getMe: Validator;
  readonly getMetrics: Validator;
  readonly getOpenapiDocument: Validator;
  readonly getOrder: Validator;
  readonly getRevenue: Validator;
  readonly getRevenueTimeseries: Validator;
  readonly getStatus: Validator;
  readonly getWebhookEndpoint: Validator;
  readonly getWebhookStats: Validator;
  readonly importWebhookEndpoint: Validator;
  readonly ingestRecords: Validator;
  readonly listAgencies: Validator;
  readonly listAiRequests: Validator;
  readonly listApiKeys: Validator;
  readonly listCreators: Validator;
  readonly listEmployees: Validator;
  readonly listFans: Validator;
  readonly listOrders: Validator;
  readonly listPublications: Validator;
  readonly listSentMessages: Validator;
  readonly listTags: Validator;
  readonly listWebhookDeliveries: Validator;
  readonly listWebhookEndpoints: Validator;
  readonly listWebhookFailures: Validator;
  readonly pingWebhookEndpoint: Validator;
  readonly refreshProjections: Validator;
  readonly releaseAiLock: Validator;
  readonly replayWebhookFailure: Validator;
  readonly replayWebhookFailures: Validator;
  readonly revokeApiKey: Validator;
  readonly rotateWebhookSecret: Validator;
  readonly setAiLock: Validator;
  readonly unassignFan: Validator;
  readonly updateInsight: Validator;
  readonly updateWebhookEndpoint: Validator;
};
