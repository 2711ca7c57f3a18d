// Generated from spec/ by `npm run generate`. Do not edit.

import type { Ping } from './ping.ts';

/**
 * A test delivery.
 */
export interface PingEvent {
  /** Event id. It is the same for every endpoint, retry and replay; deduplicate on it. */
  id: string;
  /** What happened. Types may be added at any time; ignore an event of a type that you do not know. */
  type: 'ping';
  /** When the test delivery was requested. */
  created_at: string;
  /** Release date of the version that the payload is rendered in, the one that the endpoint is pinned to. */
  api_version: string;
  /** The endpoint. */
  data: Ping;
}
