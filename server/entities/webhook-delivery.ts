import type { DeliveryAttempt, DeliveryCounter, WebhookDelivery, WebhookDeliveryDetail, WebhookFailure } from '../../generated/models.ts';
import type { Rows } from '../models/tables.ts';
import { sumAttempts, type AttemptCountRow } from './attempt-counts.ts';

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

/** A delivery with its endpoint, the record of its failure, and what it repeats. */
export interface DeliveryDetailRow extends DeliveryRow {
  endpoint_id: string;
  failure_id: string | null;
  replay_of_failure_id: string | null;
  resend_of_delivery_id: string | null;
  recovery_id: string | null;
}

/** What an endpoint without such rows has in their place. */
export type NoRow<Row> = { readonly [Column in keyof Row]: null };

export interface CounterRow extends AttemptCountRow {
  event_type: DeliveryCounter['event_type'];
  failed_count: number;
  disabled_count: number;
}

/** An attempt from its JSON. Those of former releases have no `error_detail`. */
export function presentAttempt(stored: string): DeliveryAttempt {
  type Stored = Omit<DeliveryAttempt, 'error_detail'> & Partial<DeliveryAttempt>;
  const { attempted_at, duration_ms, status_code, error, error_detail = null, response_excerpt } = JSON.parse(stored) as Stored;
  return { attempted_at, duration_ms, status_code, error, error_detail, response_excerpt };
}

export function presentFailure(row: FailureRow): WebhookFailure {
  return {
    id: row.id,
    event_id: row.event_id,
    event_type: row.event_type,
    delivery_id: row.delivery_id,
    event_created_at: row.event_created_at.toISOString(),
    failed_at: row.failed_at.toISOString(),
    error: row.error,
    attempts: row.attempts.map(presentAttempt),
    replayed_at: row.replayed_at?.toISOString() ?? null,
  };
}

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    event_id: row.event_id,
    event_type: row.event_type,
    status: row.status,
    attempts: row.attempts.map(presentAttempt),
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    is_in_flight: row.is_in_flight,
  };
}

export function presentDeliveryDetail(row: DeliveryDetailRow): WebhookDeliveryDetail {
  const { endpoint_id, failure_id, replay_of_failure_id, resend_of_delivery_id, recovery_id } = row;
  return { ...presentDelivery(row), endpoint_id, failure_id, replay_of_failure_id, resend_of_delivery_id, recovery_id };
}

export function presentCounter(row: CounterRow): DeliveryCounter {
  const { event_type, delivered_count, failed_count, disabled_count } = row;
  return { event_type, delivered_count, failed_count, disabled_count, attempts: sumAttempts([row]) };
}
