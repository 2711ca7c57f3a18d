import type { Creator } from '../../generated/models.ts';
import { tables, type Rows } from '../models/tables.ts';
import { recordTable } from '../orm/record-table.ts';
import type { ColumnsOf, RecordOf } from './record.ts';

/** The columns that are shown. */
export const shownOfCreator = ['id', 'name', 'account_id', 'account_username', 'account_connected_at', 'created_at'] as const;

/** What is shown of a row of `creators`. */
export type CreatorRow = Pick<Rows['creators'], (typeof shownOfCreator)[number]>;

/** What the records of creators set. A creator's account never changes. */
export const creatorTable = recordTable('creators', tables.creators.columns satisfies ColumnsOf<'creator', 'account'>);

/** The account of a record, by column. */
export function accountOf({ account }: RecordOf<'creator'>): object {
  const { external_id, username, connected_at, ...others } = account;
  others satisfies Record<string, never>;
  return { account_id: external_id, account_username: username, account_connected_at: connected_at };
}

export function presentCreator(row: CreatorRow): Creator {
  return {
    id: row.id,
    name: row.name,
    account: {
      external_id: row.account_id,
      username: row.account_username,
      connected_at: row.account_connected_at.toISOString(),
    },
    created_at: row.created_at.toISOString(),
  };
}
