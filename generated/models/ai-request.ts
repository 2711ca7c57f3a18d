// Generated from spec/ by `npm run generate`. Do not edit.

import type { AiRequestAction } from './ai-request-action.ts';

/**
 * A request to relaunch or stop the AI in the conversation with a fan.
 */
export interface AiRequest {
  /** Request id. */
  id: string;
  /** Upstream account id. */
  account_id: string;
  /** Upstream fan id. */
  fan_id: string;
  action: AiRequestAction;
  /** Employee who asked. Null when it was not a tracked employee. */
  requested_by_user_id: string | null;
  /** When it was asked. */
  requested_at: string;
}
