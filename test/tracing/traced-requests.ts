import { randomBytes } from 'node:crypto';

/** A service, in this process or in another one. */
interface Addressed {
  readonly baseUrl: string;
  readonly operatorUrl: string;
  readonly operatorToken: string;
}

export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceparent: string;
}

/** The context of a caller that has a span of its own. */
export function newContext(flags = '01'): TraceContext {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` };
}

/** Brings records in with headers of the caller. */
export function bringInWith(service: Addressed, agencyId: string, records: readonly object[], headers: Record<string, string>) {
  return fetch(`${service.operatorUrl}/operator/v1/agencies/${agencyId}/records`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ records }),
  });
}

/** Calls the public listener with headers of the caller. */
export function callWith(service: Addressed, key: string, method: string, path: string, headers: Record<string, string>, body?: object) {
  return fetch(service.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'service-version': 'Amethyste', 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** The parts of a `traceparent`. */
export function partsOf(traceparent: string | string[] | undefined): { traceId: string; spanId: string; flags: string } {
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-(\d\d)$/.exec(String(traceparent)) ?? [];
  if (traceId === undefined) throw new Error(`not a traceparent: ${String(traceparent)}`);
  return { traceId, spanId: spanId!, flags: flags! };
}
