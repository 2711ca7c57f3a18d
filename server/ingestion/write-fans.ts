import type { Sql } from '../database/client/sql.ts';
import { fanTable, tagIdsOf } from '../entities/fan.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { Written } from './tally.ts';
import { isNew, upsert } from './upsert.ts';

interface WrittenFan extends Written {
  readonly account_id: string;
  readonly fan_id: string;
}

const upsertFans = upsert(fanTable);

export function writeFans(sql: Sql, entries: readonly Entry<'fan'>[]): Promise<WrittenFan[]> {
  return sql.query({
    name: 'write-fans',
    text: `${upsertFans} RETURNING new.agency_id, new.account_id, new.fan_id, ${isNew}`,
    values: [rowsOf(entries, tagIdsOf)],
  });
}
