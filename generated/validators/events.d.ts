// Generated from spec/ by `npm run generate`. Do not edit.

import type { Validator } from './validator.ts';

/** Bodies of deliveries by event type, closed. For tests. */
export declare const events: {
  readonly 'order.created': Validator;
  readonly 'order.refunded': Validator;
  readonly 'assignment.updated': Validator;
  readonly 'conversation.ai_control_requested': Validator;
  readonly ping: Validator;
};
