// Generated from spec/ by `npm run generate`. Do not edit.

import type { Media } from './media.ts';
import type { MessageSource } from './message-source.ts';

/**
 * A message that an employee sent through the service. It points to the content and does not hold it.
 */
export interface SentMessage {
  /** Sent-message id. */
  id: string;
  /** When the message was sent. */
  sent_at: string;
  source: MessageSource;
  /** Employee who sent it. May name a former employee. Null when no tracked employee sent it, for example when the creator did. */
  sent_by_user_id: string | null;
  /** Creator in whose name it was sent. */
  creator_id: string;
  /** Upstream fan id of the recipient, usable on the `/v1/accounts` routes. Null on a few historical rows. */
  fan_id: string | null;
  /** Upstream username of the recipient, when known. */
  fan_username: string | null;
  /** True when the message carries a private media offer. */
  is_private_media: boolean;
  /** Price of the media in euro cents. Null when no media is priced. */
  price_eur: number | null;
  /** `purchased`: delivered and paid. `pending`: payment or delivery is awaited. `refused`: declined. `free`: delivered at no charge. Null without a media offer. */
  sale_status: 'purchased' | 'pending' | 'refused' | 'free' | null;
  /** Upstream message id. Null while the send is not matched with an upstream message. */
  message_id: string | null;
  /** Attached media in display order. Empty for a text message. */
  media: Array<Media>;
}
