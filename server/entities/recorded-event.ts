import { eventScopes } from '../../generated/events.ts';
import type { DeliveryEventType, RecordedEvent } from '../../generated/models.ts';
import type { Rows } from '../models/tables.ts';
import { sql } from '../orm/conditions.ts';
import { payloadIn } from '../versions/current-forms.ts';
import { isReportType } from '../declare/event-creators.ts';
import { qualifiedColumns } from './qualified-columns.ts';

const shown = ['id', 'type', 'occurred_at', 'creator_id', 'is_reconstructed', 'data'] as const;

/** A row of `webhook_events`, with its payload as it is recorded. */
export type RecordedEventRow = Pick<Rows['webhook_events'], (typeof shown)[number]> & { readonly recorded_at: Date };

const recordedAt = (alias: string) => `uuid_extract_timestamp(${alias}.id)::timestamptz(3)`;

/** SQL: the columns of `RecordedEventRow`, of the table or subquery with the alias. */
export const recordedEventColumns = (alias: string) => `${qualifiedColumns(alias, shown)}, ${recordedAt(alias)} AS recorded_at`;

/** What of `webhook_events` is read for a `RecordedEventRow`. */
export const recordedEvent = { attributes: shown, expressions: { recorded_at: sql<Date>(recordedAt('webhook_events')) } };

/** Whether a key with these scopes may read the payload: who may make an endpoint may be sent it, and who reads the fact knows it. */
export function mayReadPayload(type: DeliveryEventType, scopes: readonly string[]): boolean {
  const reading = eventScopes[type];
  return reading === null || scopes.includes('write:webhooks') || scopes.includes(reading);
}

/** The event as the contract shows it to a key with these scopes, with its payload in the form of a release, by the release's date. */
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
