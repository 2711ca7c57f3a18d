import type { Sql } from '../database/sql.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { AiRequestRow } from './facts.ts';
import type { Identified, Written } from './tally.ts';
import { isNew, upsert, type ColumnsOf } from './upsert.ts';

export interface WrittenAiRequest extends Written, Identified, AiRequestRow {
  readonly creator_id: string;
}

const columns = {
  id: { type: 'text' },
  account_id: { type: 'text' },
  fan_id: { type: 'text' },
  action: { type: 'text' },
  requested_by_user_id: { type: 'text' },
  requested_at: { type: 'timestamptz(3)' },
} satisfies ColumnsOf<'ai_request'>;

const upsertAiRequests = upsert({
  table: 'ai_requests',
  key: ['id'],
  columns,
  derived: { creator_id: 'c.id' },
  join: 'JOIN creators c ON c.agency_id = r.agency_id AND c.account_id = r.account_id',
});

/** An upsert never touches `acknowledged_at`. */
export function writeAiRequests(sql: Sql, entries: readonly Entry<'ai_request'>[]): Promise<WrittenAiRequest[]> {
  const returned = ['agency_id', 'creator_id', ...Object.keys(columns)].map((name) => `new.${name}`).join(', ');
  return sql.query({ name: 'write-ai-requests', text: `${upsertAiRequests} RETURNING ${returned}, ${isNew}`, values: [rowsOf(entries)] });
}
