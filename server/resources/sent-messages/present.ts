import type { SentMessage } from '../../../generated/models/index.ts';

export interface SentMessageRow extends Omit<SentMessage, 'sent_at'> {
  readonly sent_at: Date;
}

export function presentSentMessage(row: SentMessageRow): SentMessage {
  return {
    id: row.id,
    sent_at: row.sent_at.toISOString(),
    source: row.source,
    sent_by_user_id: row.sent_by_user_id,
    creator_id: row.creator_id,
    fan_id: row.fan_id,
    fan_username: row.fan_username,
    is_private_media: row.is_private_media,
    price_eur: row.price_eur,
    sale_status: row.sale_status,
    message_id: row.message_id,
    media: row.media,
  };
}
