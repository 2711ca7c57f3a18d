// Generated from spec/ by `npm run generate`. Do not edit.

import type { AiRequestAction } from './ai-request-action.ts';

/**
 * A request to the AI, by `id`. A new one publishes `conversation.ai_control_requested`; a changed one publishes nothing.
 */
export interface AiRequestRecord {
  type: 'ai_request';
  /** Request id. */
  id: string;
  /** Upstream account id of a creator. */
  account_id: string;
  /** Upstream fan id. */
  fan_id: string;
  action: AiRequestAction;
  /** Employee who asked. Null when it was not a tracked employee. */
  requested_by_user_id: string | null;
  /** When it was asked. */
  requested_at: string;
}
