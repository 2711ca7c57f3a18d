// Generated from spec/ by `npm run generate`. Do not edit.

import type { Media } from './media.ts';

/**
 * A post to make. It has text, media or both.
 */
export interface PublicationCreate {
  /** Creator in whose name to post. */
  creator_id: string;
  /** Text of the post. Required without media. */
  text?: string;
  /** Media in display order. Required without text. */
  media?: Array<Media>;
  /** When it is due. Left out, or in the past, it is due at once. */
  scheduled_at?: string;
}
