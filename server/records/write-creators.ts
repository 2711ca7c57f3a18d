import type { Sql } from '../database/sql.ts';
import { rowsOf, type Entry, type RecordOf } from './batch.ts';
import type { Identified, Written } from './tally.ts';
import { isNew, upsert, type ColumnsOf } from './upsert.ts';

const upsertCreators = upsert({
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
});

/** The account of the record, by column. */
const accountOf = ({ account }: RecordOf<'creator'>) => {
  const { external_id, username, connected_at, ...others } = account;
  others satisfies Record<string, never>;
  return { account_id: external_id, account_username: username, account_connected_at: connected_at };
};

export function writeCreators(sql: Sql, entries: readonly Entry<'creator'>[]): Promise<(Written & Identified)[]> {
  return sql.query({
    name: 'write-creators',
    text: `${upsertCreators} RETURNING new.agency_id, new.id, ${isNew}`,
    values: [rowsOf(entries, accountOf)],
  });
}
