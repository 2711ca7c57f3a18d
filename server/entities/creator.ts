import type { Creator } from '../../generated/models.ts';
import type { Rows } from '../models/tables.ts';

/** The columns that are shown. */
export const shownOfCreator = ['id', 'name', 'account_id', 'account_username', 'account_connected_at', 'created_at'] as const;

/** The shown columns of a row of `creators`. */
export type CreatorRow = Pick<Rows['creators'], (typeof shownOfCreator)[number]>;

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
