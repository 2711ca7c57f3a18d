// Generated from spec/ by `npm run generate`. Do not edit.

import type { AssignmentUpdated } from './assignment-updated.ts';

/**
 * An assignment changed.
 */
export interface AssignmentUpdatedEvent {
  /** Event id. It is the same for every endpoint, retry and replay; deduplicate on it. */
  id: string;
  /** What happened. Types may be added at any time; ignore an event of a type that you do not know. */
  type: 'assignment.updated';
  /** When the assignment changed. */
  created_at: string;
  /** Release date of the version that the payload is rendered in, the one that the endpoint is pinned to. */
  api_version: string;
  /** The fan and its assignment. */
  data: AssignmentUpdated;
}
