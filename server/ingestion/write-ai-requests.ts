import type { Sql } from '../database/client/sql.ts';
import { aiRequestTable, type AiRequestRow } from '../entities/ai-request.ts';
import { rowsOf, type Entry } from './batch.ts';
import type { Identified, Written } from './tally.ts';
import { isNew, upsert } from './upsert.ts';

export interface WrittenAiRequest extends Written, Identified, AiRequestRow {
  readonly creator_id: string;
}

const upsertAiRequests = upsert(aiRequestTable);

/** An upsert never touches `acknowledged_at`. */
export function writeAiRequests(sql: Sql, entries: readonly Entry<'ai_request'>[]): Promise<WrittenAiRequest[]> {
  const returned = ['agency_id', 'creator_id', ...Object.keys(aiRequestTable.columns)].map((name) => `new.${name}`).join(', ');
  return sql.query({ name: 'write-ai-requests', text: `${upsertAiRequests} RETURNING ${returned}, ${isNew}`, values: [rowsOf(entries)] });
}
