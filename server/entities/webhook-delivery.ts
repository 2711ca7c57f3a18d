import type { DeliveryAttempt, DeliveryCounter, WebhookDelivery } from '../../generated/models.ts';
import type { Rows } from '../models/tables.ts';
import { sumAttempts, type AttemptCountRow } from './attempt-counts.ts';
import { presented } from './presented.ts';

/** A row of `delivery_failures`, with the instant of its event. */
export type FailureRow = Omit<
  Rows['delivery_failures'],
  'agency_id' | 'endpoint_id' | 'creator_id' | 'occurred_at' | 'data' | 'is_reconstructed'
> & {
  readonly event_created_at: Date;
};

export interface DeliveryRow {
  id: string;
  event_id: string;
  event_type: WebhookDelivery['event_type'];
  status: WebhookDelivery['status'];
  /** JSON, one of each attempt. */
  attempts: readonly string[];
  created_at: Date;
  next_attempt_at: Date | null;
  is_in_flight: boolean;
}

/** A delivery with its endpoint, its failure record, and the delivery or failure that it repeats. */
export interface DeliveryDetailRow extends DeliveryRow {
  endpoint_id: string;
  failure_id: string | null;
  replay_of_failure_id: string | null;
  resend_of_delivery_id: string | null;
  recovery_id: string | null;
}

/** The columns of an outer join that found no row. */
export type NoRow<Row> = { readonly [Column in keyof Row]: null };

export interface CounterRow extends AttemptCountRow {
  event_type: DeliveryCounter['event_type'];
  failed_count: number;
  disabled_count: number;
}

export const presentAttempt = (stored: string) => JSON.parse(stored) as DeliveryAttempt;

/** A delivery or a failure with its attempts. Its members are the columns of the row, in their order. */
export const presentDelivery = <Row extends { readonly attempts: readonly string[] }>(row: Row) => ({
  ...presented(row),
  attempts: row.attempts.map(presentAttempt),
});

export function presentCounter(row: CounterRow): DeliveryCounter {
  const { event_type, delivered_count, failed_count, disabled_count } = row;
  return { event_type, delivered_count, failed_count, disabled_count, attempts: sumAttempts([row]) };
}
