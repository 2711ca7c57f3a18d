import type { Rows } from '../models/tables.ts';
import type { EventOf } from './new-event.ts';
import { presenting } from './presented.ts';

/** The columns that are shown. */
export const shownOfAiRequest = ['id', 'account_id', 'fan_id', 'action', 'requested_by_user_id', 'requested_at'] as const;

/** The shown columns of a row of `ai_requests`. */
export type AiRequestRow = Pick<Rows['ai_requests'], (typeof shownOfAiRequest)[number]>;

/** An AI request as the contract shows it, in lists and in events. */
export const presentAiRequest = presenting(shownOfAiRequest);

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
