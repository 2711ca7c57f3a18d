// Generated from spec/ by `npm run generate`. Do not edit.

import type { Validator } from './validator.ts';

/** Request bodies by operation. Nothing is coerced or filled in. */
export declare const bodies: {
  readonly createWebhookEndpoint: Validator;
  readonly replayWebhookFailures: Validator;
  readonly rotateWebhookSecret: Validator;
  readonly updateWebhookEndpoint: Validator;
};
