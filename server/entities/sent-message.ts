import { tables, type Rows } from '../models/tables.ts';
import { qualifiedColumns } from './qualified-columns.ts';

/** A row of `sent_messages`, or of `sends`. */
export type SentMessageRow = Omit<Rows['sends'], 'agency_id'>;

/** The columns of `SentMessageRow`. */
export const shownOfSentMessage = Object.keys(tables.sent_messages.columns).filter((name) => name !== 'agency_id');

/** The values of `source`. */
export const messageSources = ['messaging', 'script'];

/** SQL: the columns of `SentMessageRow` in the table with the alias. */
export const sentMessageColumns = (alias: string) => qualifiedColumns(alias, shownOfSentMessage);
