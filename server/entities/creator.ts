import type { Creator } from '../../generated/models/index.ts';
import { columnsOf, type ColumnsOf, type RecordOf, type RecordTable } from './record.ts';

/** What is shown of a row of `creators`. */
export interface CreatorRow {
  readonly id: string;
  readonly name: string;
  readonly account_id: string;
  readonly account_username: string | null;
  readonly account_connected_at: Date;
  readonly created_at: Date;
}

/** What the records of creators set. A creator's account never changes. */
export const creatorTable = {
  table: 'creators',
  key: ['id'],
  columns: {
    id: { type: 'text' },
    name: { type: 'text' },
    account_id: { type: 'text', isFixed: true },
    account_username: { type: 'text' },
    account_connected_at: { type: 'timestamptz(3)', default: 'coalesce(r.created_at, now())' },
    created_at: { type: 'timestamptz(3)', default: 'now()' },
  } satisfies ColumnsOf<'creator', 'account'>,
} satisfies RecordTable;

/** SQL: the columns of `CreatorRow` in the table with the alias. */
export const creatorColumns = (alias: string) => columnsOf(alias, Object.keys(creatorTable.columns));

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
