import type { Request, Response } from 'express';
import { operations } from '../../../generated/operations.ts';
import {
  AGENCY_ID,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_URL_SCHEME,
  OPERATION_ID,
  PROBLEM,
} from '../../tracing/attributes.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import { requestStateOf } from './request-state.ts';

/** Other methods are arbitrary text. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

const methodOf = ({ method }: Request) => (knownMethods.has(method) ? method : '_OTHER');

/** Runs the steps of a request in its span, which continues the caller's trace. The span has no path, query or headers, because they contain ids of fans. */
export function traceRequest(tracing: Tracing, request: Request, response: Response, steps: () => void): void {
  const method = methodOf(request);
  const span = tracing.begin(
    { name: method === '_OTHER' ? 'HTTP' : method, kind: 'server', attributes: { [ATTR_HTTP_REQUEST_METHOD]: method } },
    request.headers.traceparent as string | undefined,
  );
  if (span) {
    requestStateOf(response).span = span;
    response.once('close', () => endRequestSpan(request, response));
  }
  tracing.within(span, steps);
}

/** Called when the response closes, or when a stream starts. */
export function endRequestSpan(request: Request, response: Response): void {
  const { span, answeredAt, operationId, problem, admission } = requestStateOf(response);
  if (!span) return;
  const operation = operationId && operations[operationId];
  if (operation) span.rename(`${methodOf(request)} ${operation.path}`);
  const isAnswered = response.writableFinished || answeredAt !== undefined;
  const { statusCode } = response;
  span.set({
    [ATTR_URL_SCHEME]: request.protocol,
    [ATTR_HTTP_ROUTE]: operation?.path,
    [ATTR_HTTP_RESPONSE_STATUS_CODE]: isAnswered ? statusCode : undefined,
    [OPERATION_ID]: operationId,
    [PROBLEM]: problem,
    [AGENCY_ID]: admission?.agencyId,
  });
  if (!isAnswered) span.end('client_closed');
  else span.end(statusCode >= 500 ? String(statusCode) : undefined);
}
