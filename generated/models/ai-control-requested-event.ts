// Generated from spec/ by `npm run generate`. Do not edit.

import type { AiRequest } from './ai-request.ts';

/**
 * The AI is to be relaunched or stopped.
 */
export interface AiControlRequestedEvent {
  /** Event id. It is the same for every endpoint, retry and replay; deduplicate on it. */
  id: string;
  /** What happened. Types may be added at any time; ignore an event of a type that you do not know. */
  type: 'conversation.ai_control_requested';
  /** When it was asked. */
  created_at: string;
  /** Release date of the version that the payload is rendered in, the one that the endpoint is pinned to. */
  api_version: string;
  /** The AI request. */
  data: AiRequest;
}
