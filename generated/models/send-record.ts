// Generated from spec/ by `npm run generate`. Do not edit.

import type { Media } from './media.ts';
import type { MessageSource } from './message-source.ts';

/**
 * A message that was sent through the service, by `id`.
 */
export interface SendRecord {
  type: 'send';
  /** Sent-message id. */
  id: string;
  /** When it was sent. */
  sent_at: string;
  source: MessageSource;
  /** Employee who sent it. Null when it was not a tracked employee. */
  sent_by_user_id: string | null;
  /** A creator of the agency. */
  creator_id: string;
  /** Upstream fan id of the recipient. */
  fan_id: string | null;
  /** Upstream username of the recipient. */
  fan_username: string | null;
  /** Whether the message carries a private media offer. */
  is_private_media: boolean;
  /** Price of the media in euro cents. Null when no media is priced. */
  price_eur: number | null;
  /** State of the media offer. Null without one. */
  sale_status: 'purchased' | 'pending' | 'refused' | 'free' | null;
  /** Upstream message id. */
  message_id: string | null;
  /** Attached media in display order. */
  media: Array<Media>;
}
