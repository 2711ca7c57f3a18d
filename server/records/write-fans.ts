import type { Sql } from '../database/sql.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { Written } from './tally.ts';
import { isNew, upsert, type ColumnsOf } from './upsert.ts';

interface WrittenFan extends Written {
  readonly account_id: string;
  readonly fan_id: string;
}

const upsertFans = upsert({
  table: 'fans',
  key: ['account_id', 'fan_id'],
  columns: {
    account_id: { type: 'text' },
    fan_id: { type: 'text' },
    fan_username: { type: 'text' },
    subscription_status: { type: 'text' },
    is_online: { type: 'boolean' },
    related_at: { type: 'timestamptz(3)' },
    tag_ids: { type: 'text[]' },
  } satisfies ColumnsOf<'fan'>,
  derived: { creator_id: 'c.id' },
  join: 'JOIN creators c ON c.agency_id = r.agency_id AND c.account_id = r.account_id',
});

/** A fan's tags are a set: they are stored sorted, so that another order of the same tags changes nothing. */
export function writeFans(sql: Sql, entries: readonly Entry<'fan'>[]): Promise<WrittenFan[]> {
  return sql.query({
    name: 'write-fans',
    text: `${upsertFans} RETURNING new.agency_id, new.account_id, new.fan_id, ${isNew}`,
    values: [rowsOf(entries, ({ tag_ids }) => ({ tag_ids: [...new Set(tag_ids)].sort() }))],
  });
}
