import type { SentMessage } from '../../generated/models/index.ts';
import { columnsOf, type ColumnsOf, type RecordTable } from './record.ts';

/** A row of `sent_messages`, or of `sends`. */
export interface SentMessageRow extends Omit<SentMessage, 'sent_at'> {
  readonly sent_at: Date;
}

/** What the records of sends set. The projection of the list has the same columns. */
export const sendTable = {
  table: 'sends',
  key: ['id'],
  columns: {
    id: { type: 'text' },
    sent_at: { type: 'timestamptz(3)' },
    source: { type: 'text' },
    sent_by_user_id: { type: 'text' },
    creator_id: { type: 'text' },
    fan_id: { type: 'text' },
    fan_username: { type: 'text' },
    is_private_media: { type: 'boolean' },
    price_eur: { type: 'integer' },
    sale_status: { type: 'text' },
    message_id: { type: 'text' },
    media: { type: 'jsonb' },
  } satisfies ColumnsOf<'send'>,
} satisfies RecordTable;

/** Where a message came from. */
export const messageSources = ['messaging', 'script'];

/** SQL: the columns of `SentMessageRow` in the table with the alias. */
export const sentMessageColumns = (alias: string) => columnsOf(alias, Object.keys(sendTable.columns));

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
