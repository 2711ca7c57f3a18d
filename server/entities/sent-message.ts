import type { SentMessage } from '../../generated/models.ts';
import { tables, type Rows } from '../models/tables.ts';
import { recordTable } from '../orm/record-table.ts';
import { columnsOf, type ColumnsOf } from './record.ts';

/** A row of `sent_messages`, or of `sends`. */
export type SentMessageRow = Omit<Rows['sends'], 'agency_id'>;

/** What the records of sends set. The projection of the list has the same columns. */
export const sendTable = recordTable('sends', tables.sends.columns satisfies ColumnsOf<'send'>);

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
