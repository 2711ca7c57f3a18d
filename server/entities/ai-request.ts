import type { AiRequest } from '../../generated/models/ai-request.ts';
import type { EventOf } from './event.ts';
import { columnsOf, type ColumnsOf, type RecordTable } from './record.ts';

/** What is shown of a row of `ai_requests`. */
export interface AiRequestRow {
  readonly id: string;
  readonly account_id: string;
  readonly fan_id: string;
  readonly action: AiRequest['action'];
  readonly requested_by_user_id: string | null;
  readonly requested_at: Date;
}

/** What the records of AI requests set; `acknowledged_at` is set by those who read them. */
export const aiRequestTable = {
  table: 'ai_requests',
  key: ['id'],
  columns: {
    id: { type: 'text' },
    account_id: { type: 'text' },
    fan_id: { type: 'text' },
    action: { type: 'text' },
    requested_by_user_id: { type: 'text' },
    requested_at: { type: 'timestamptz(3)' },
  } satisfies ColumnsOf<'ai_request'>,
  derived: { creator_id: 'c.id' },
  join: 'JOIN creators c ON c.agency_id = r.agency_id AND c.account_id = r.account_id',
} satisfies RecordTable;

/** SQL: the columns of `AiRequestRow` in the table with the alias. */
export const aiRequestColumns = (alias: string) => columnsOf(alias, Object.keys(aiRequestTable.columns));

/** An AI request as the contract shows it, in lists and in events alike. */
export function presentAiRequest(row: AiRequestRow): AiRequest {
  return {
    id: row.id,
    account_id: row.account_id,
    fan_id: row.fan_id,
    action: row.action,
    requested_by_user_id: row.requested_by_user_id,
    requested_at: row.requested_at.toISOString(),
  };
}

/** The event of a new AI request. */
export function aiControlRequested(
  row: AiRequestRow & { readonly agency_id: string; readonly creator_id: string },
): EventOf<'conversation.ai_control_requested'> {
  return {
    agencyId: row.agency_id,
    type: 'conversation.ai_control_requested',
    creatorId: row.creator_id,
    occurredAt: row.requested_at,
    data: presentAiRequest(row),
  };
}
