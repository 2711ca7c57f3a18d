import type { LeasedDelivery } from '../claim/leased-delivery.ts';
import {
  AGENCY_ID,
  ATTEMPT_NUMBER,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_REQUEST_RESEND_COUNT,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
  DELIVERY_ID,
  ENDPOINT_ID,
  EVENT_ID,
  EVENT_TYPE,
  OUTCOME,
} from '../../tracing/attributes.ts';
import type { Span, Tracing } from '../../tracing/tracing.ts';
import type { OwnOutcome, ReceiverOutcome } from './outcome.ts';

function addressOf(url: string): { address: string; port: number } | undefined {
  const parsed = URL.parse(url);
  if (!parsed) return undefined;
  return { address: parsed.hostname, port: Number(parsed.port) || (parsed.protocol === 'http:' ? 80 : 443) };
}

/** Begins the span of an attempt in the trace of its fact, if that is traced. Of the URL it has only the host, because paths and queries contain secrets. */
export function beginAttempt(tracing: Pick<Tracing, 'begin'>, delivery: LeasedDelivery): Span | undefined {
  const { target, eventType, eventId, deliveryId, attempt, traceparent } = delivery;
  if (traceparent === null) return undefined;
  const server = target.isListener ? undefined : addressOf(target.url);
  return tracing.begin(
    {
      name: `deliver ${eventType}`,
      kind: 'client',
      attributes: {
        [ATTR_HTTP_REQUEST_METHOD]: 'POST',
        [ATTR_HTTP_REQUEST_RESEND_COUNT]: attempt > 1 ? attempt - 1 : undefined,
        [ATTR_SERVER_ADDRESS]: server?.address,
        [ATTR_SERVER_PORT]: server?.port,
        [AGENCY_ID]: target.agencyId,
        [ENDPOINT_ID]: target.endpointId,
        [EVENT_ID]: eventId,
        [EVENT_TYPE]: eventType,
        [DELIVERY_ID]: deliveryId,
        [ATTEMPT_NUMBER]: attempt,
      },
    },
    traceparent,
  );
}

export function endAttempt(span: Span | undefined, outcome: OwnOutcome | ReceiverOutcome): void {
  if (!span) return;
  if (outcome.by !== 'receiver') return span.end('returned');
  const { error, statusCode } = outcome;
  span.set({ [ATTR_HTTP_RESPONSE_STATUS_CODE]: statusCode ?? undefined, [OUTCOME]: error ?? 'delivered' });
  span.end(error === 'http_status' ? String(statusCode) : (error ?? undefined));
}
