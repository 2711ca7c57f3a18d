import type {
  DeliveryCounter,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookFailure,
} from '../../../generated/models/index.ts';
import type { EndpointRow } from '../../delivery/endpoints.ts';

export interface FailureRow {
  id: string;
  event_id: string;
  event_type: WebhookFailure['event_type'];
  delivery_id: string;
  event_created_at: Date;
  failed_at: Date;
  error: WebhookFailure['error'];
  attempts: WebhookFailure['attempts'];
  replayed_at: Date | null;
}

export interface DeliveryRow {
  id: string;
  event_id: string;
  event_type: WebhookDelivery['event_type'];
  status: WebhookDelivery['status'];
  attempts: WebhookDelivery['attempts'];
  created_at: Date;
  next_attempt_at: Date | null;
}

export interface CounterRow {
  event_type: DeliveryCounter['event_type'];
  delivered_count: number;
  failed_count: number;
}

export function presentEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    label: row.label,
    secret_prefix: row.secret_prefix,
    enabled_event_types: row.enabled_event_types as WebhookEndpoint['enabled_event_types'],
    allowed_creator_ids: row.allowed_creator_ids,
    api_version: row.api_version,
    status: row.status,
    disabled_reason: row.disabled_reason,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
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
    attempts: row.attempts,
    replayed_at: row.replayed_at?.toISOString() ?? null,
  };
}

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    event_id: row.event_id,
    event_type: row.event_type,
    status: row.status,
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  };
}

export function presentCounter(row: CounterRow): DeliveryCounter {
  return { event_type: row.event_type, delivered_count: row.delivered_count, failed_count: row.failed_count };
}
