// Generated from spec/ by `npm run generate`. Do not edit.

import type { Validator } from './validator.ts';

/** Query, path and header parameters by operation. Fills in the defaults of the contract. */
export declare const parameters: {
  readonly createWebhookEndpoint: Validator;
  readonly deleteWebhookEndpoint: Validator;
  readonly getChangelog: Validator;
  readonly getDocs: Validator;
  readonly getErrorPage: Validator;
  readonly getHealth: Validator;
  readonly getMe: Validator;
  readonly getOpenapiDocument: Validator;
  readonly getOrder: Validator;
  readonly getStatus: Validator;
  readonly getWebhookEndpoint: Validator;
  readonly getWebhookStats: Validator;
  readonly listOrders: Validator;
  readonly listWebhookDeliveries: Validator;
  readonly listWebhookEndpoints: Validator;
  readonly listWebhookFailures: Validator;
  readonly pingWebhookEndpoint: Validator;
  readonly replayWebhookFailure: Validator;
  readonly replayWebhookFailures: Validator;
  readonly rotateWebhookSecret: Validator;
  readonly updateWebhookEndpoint: Validator;
};
