// Generated from spec/ by `npm run generate`. Do not edit.

import type { Validator } from './validator.ts';

/** Request bodies by operation. Nothing is coerced or filled in. */
export declare const bodies: {
  readonly acknowledgeAiRequests: Validator;
  readonly acknowledgeIncidentGroup: Validator;
  readonly answerListenerAttempt: Validator;
  readonly assignFan: Validator;
  readonly claimPublications: Validator;
  readonly containAgency: Validator;
  readonly containApiKey: Validator;
  readonly createAgency: Validator;
  readonly createApiKey: Validator;
  readonly createOperatorToken: Validator;
  readonly createPortalLink: Validator;
  readonly createPublication: Validator;
  readonly createWebhookEndpoint: Validator;
  readonly createWebhookListener: Validator;
  readonly eraseAgency: Validator;
  readonly eraseFan: Validator;
  readonly exportFan: Validator;
  readonly importWebhookEndpoint: Validator;
  readonly ingestRecords: Validator;
  readonly recoverWebhookEvents: Validator;
  readonly replayWebhookFailures: Validator;
  readonly reportPublication: Validator;
  readonly resendWebhookDeliveries: Validator;
  readonly rotateWebhookSecret: Validator;
  readonly sendTestWebhookEvent: Validator;
  readonly setWebhookEndpointStatus: Validator;
  readonly updateAgencyQuotas: Validator;
  readonly updateInsight: Validator;
  readonly updateWebhookEndpoint: Validator;
  readonly verifyWebhookSignature: Validator;
};
