import { eventScopes } from '../../generated/events.ts';
import type { DeliveryEventType, RecordedEvent } from '../../generated/models.ts';
import type { Rows } from '../models/tables.ts';
import { sql } from '../orm/conditions.ts';
import { payloadIn } from '../versions/current-forms.ts';
import { isReportType } from '../declare/event-creators.ts';
import { qualifiedColumns } from './qualified-columns.ts';

const shown = ['id', 'type', 'occurred_at', 'creator_id', 'is_reconstructed', 'data'] as const;

/** A row of `webhook_events` with its recorded payload. */
export type RecordedEventRow = Pick<Rows['webhook_events'], (typeof shown)[number]> & { readonly recorded_at: Date };

const recordedAt = (alias: string) => `uuid_extract_timestamp(${alias}.id)::timestamptz(3)`;

/** SQL: the columns of `RecordedEventRow` of the table or subquery with the alias. */
export const recordedEventColumns = (alias: string) => `${qualifiedColumns(alias, shown)}, ${recordedAt(alias)} AS recorded_at`;

/** The search for a `RecordedEventRow` in `webhook_events`. */
export const recordedEvent = { attributes: shown, expressions: { recorded_at: sql<Date>(recordedAt('webhook_events')) } };

/** Whether a key with these scopes may read the payload: it may create an endpoint that receives it, or read the fact itself. */
export function mayReadPayload(type: DeliveryEventType, scopes: readonly string[]): boolean {
  const reading = eventScopes[type];
  return reading === null || scopes.includes('write:webhooks') || scopes.includes(reading);
}

/** The event for a key with these scopes, with its payload in the form of the release with this date. */
export function presentRecordedEvent(row: RecordedEventRow, scopes: readonly string[], version: string): RecordedEvent {
  return {
    id: row.id,
    type: row.type,
    created_at: row.occurred_at.toISOString(),
    recorded_at: row.recorded_at.toISOString(),
    creator_id: isReportType(row.type) ? null : row.creator_id,
    is_reconstructed: row.is_reconstructed === true,
    data: mayReadPayload(row.type, scopes) ? payloadIn(row.type, version, row.data) : null,
  };
}
