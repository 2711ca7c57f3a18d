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
import type { judge } from './outcome.ts';

function addressOf(url: string): { address: string; port: number } | undefined {
  const parsed = URL.parse(url);
  if (!parsed) return undefined;
  return { address: parsed.hostname, port: Number(parsed.port) || (parsed.protocol === 'http:' ? 80 : 443) };
}

/**
 * The span of an attempt, in the trace of the fact; undefined where that is not traced. Of the receiver it has the host alone: paths and queries
 * of webhook addresses contain secrets.
 */
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

/** Ends it as the attempt was judged. An attempt that says nothing about the receiver is made again. */
export function endAttempt(span: Span | undefined, outcome: ReturnType<typeof judge>): void {
  if (!span) return;
  if (outcome.by !== 'receiver') return span.end('returned');
  const { error, statusCode } = outcome;
  span.set({ [ATTR_HTTP_RESPONSE_STATUS_CODE]: statusCode ?? undefined, [OUTCOME]: error ?? 'delivered' });
  span.end(error === 'http_status' ? String(statusCode) : (error ?? undefined));
}
