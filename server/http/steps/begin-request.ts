import type { RequestHandler } from 'express';
import type { Logger } from '../../log/log.ts';
import { noTracing, type Tracing } from '../../tracing/tracing.ts';
import { Problem } from '../../problems/problem.ts';
import { openRequestState } from './request-state.ts';
import { logWhenDone, type RequestMetrics } from './log-request.ts';
import { traceRequest } from './trace-request.ts';

export interface BeginRequestOptions {
  readonly log: Logger;
  readonly metrics: RequestMetrics;
  readonly tracing?: Tracing;
  /** True from the moment the process receives the signal to stop. */
  readonly isStopping: () => boolean;
}

/** The first step of every request: it has an id, is logged and counted, and is refused where the process stops. */
export function beginRequest({ log, metrics, tracing = noTracing, isStopping }: BeginRequestOptions): RequestHandler {
  return (request, response, next) => {
    openRequestState(request, response);
    logWhenDone(request, response, log, metrics);
    traceRequest(tracing, request, response, () => {
      if (isStopping())
        throw new Problem('unavailable', { detail: 'The service is stopping. Try again shortly.', headers: { 'retry-after': '1' } });
      next();
    });
  };
}
