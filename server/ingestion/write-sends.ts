import type { Sql } from '../database/client/sql.ts';
import { sendTable } from '../entities/sent-message.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { Identified, Written } from './tally.ts';
import { isNew, upsert } from './upsert.ts';

export interface WrittenSend extends Written, Identified {
  /** What it was before; null for a new one. */
  readonly old_sent_at: Date | null;
  readonly sent_at: Date;
}

const upsertSends = upsert(sendTable);

export function writeSends(sql: Sql, entries: readonly Entry<'send'>[]): Promise<WrittenSend[]> {
  return sql.query({
    name: 'write-sends',
    text: `${upsertSends}
        RETURNING new.agency_id, new.id, ${isNew}, old.sent_at AS old_sent_at, new.sent_at`,
    values: [rowsOf(entries)],
  });
}
