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
