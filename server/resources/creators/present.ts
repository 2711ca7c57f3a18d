import type { Creator } from '../../../generated/models/index.ts';
import type { Rows } from '../../models/models.ts';

export function presentCreator(row: Rows['creators']): Creator {
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
