import type { Creator } from '../../../generated/models/index.ts';

/** What is shown of a row of `creators`. */
export interface CreatorRow {
  readonly id: string;
  readonly name: string;
  readonly account_id: string;
  readonly account_username: string | null;
  readonly account_connected_at: Date;
  readonly created_at: Date;
}

/** The columns of `CreatorRow`. */
export const creatorColumns = 'id, name, account_id, account_username, account_connected_at, created_at';

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
