import type { TraceFields } from '../../tracing/tracing.ts';
import type { LeasedDelivery } from '../claim/leased-delivery.ts';
import type { DeliveryLog } from '../deliverer-options.ts';
import type { ReceiverOutcome } from './outcome.ts';

/** Writes the line of an attempt. Successes are counted by metrics, so their lines have the level `debug`. */
export function logAttempt(
  log: DeliveryLog,
  delivery: LeasedDelivery,
  { error, errorDetail, statusCode, durationMs }: ReceiverOutcome,
  retryMs: number | null,
  trace: TraceFields | undefined,
): void {
  const { endpointId, agencyId } = delivery.target;
  const isWritten = error === null ? (log.isLevelEnabled?.('debug') ?? true) : (log.budget?.allows('attempt', endpointId) ?? true);
  if (!isWritten) return;
  const fields = {
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    delivery_id: delivery.deliveryId,
    endpoint_id: endpointId,
    agency_id: agencyId,
    attempt: delivery.attempt,
    outcome: error ?? 'delivered',
    error_detail: errorDetail,
    status_code: statusCode,
    duration_ms: durationMs,
    overdue_ms: Math.round(delivery.overdueMs),
    retry_in_ms: retryMs,
    ...trace,
  };
  if (error === null) log.debug(fields, 'delivery attempt');
  else (log.plain ?? log).info(fields, 'delivery attempt');
}
