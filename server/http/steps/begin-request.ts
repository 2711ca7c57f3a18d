import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from '../../log/log.ts';
import { noTracing, type Tracing } from '../../tracing/tracing.ts';
import { Problem } from '../../problems/problem.ts';
import { addressOf } from '../connection/client-address.ts';
import type { Throttle } from '../fairness/throttle.ts';
import { openRequestState } from './request-state.ts';
import { logWhenDone, type RequestMetrics } from './log-request.ts';
import { traceRequest } from './trace-request.ts';

export interface BeginRequestOptions {
  readonly log: Logger;
  readonly metrics: RequestMetrics;
  readonly tracing?: Tracing;
  /** Whether the process has received the signal to stop. */
  readonly isStopping: () => boolean;
}

/** The throttle of a request; undefined if it is not throttled. */
export type ThrottleOf = (request: Request) => Throttle | undefined;

/**
 * The first step of every request. It throttles the request, assigns an id, logs and counts it, and refuses it while the process stops. It
 * creates the state of a request after the throttle, because thousands of requests may wait there for half a minute.
 */
export function beginRequest(
  { log, metrics, tracing = noTracing, isStopping }: BeginRequestOptions,
  throttleOf: ThrottleOf = () => undefined,
): RequestHandler {
  const begin = (request: Request, response: Response, startedAt: number, next: NextFunction, refusal?: Problem) => {
    // Express does not catch errors that are thrown after a wait.
    try {
      openRequestState(request, response, startedAt);
      logWhenDone(request, response, log, metrics);
      if (!response.destroyed) traceRequest(tracing, request, response, () => next(refusal));
    } catch (error) {
      next(error);
    }
  };
  return (request, response, next) => {
    const startedAt = performance.now();
    const refusal = isStopping()
      ? new Problem('unavailable', { detail: 'The service is stopping. Try again shortly.', headers: { 'retry-after': '1' } })
      : undefined;
    const throttle = refusal ? undefined : throttleOf(request);
    if (throttle) throttle.enter(addressOf(request), response, (tooMany) => begin(request, response, startedAt, next, tooMany));
    else begin(request, response, startedAt, next, refusal);
  };
}
