import type { Request, Response } from 'express';
import type { Logger } from '../../log/log.ts';
import type { TraceFields } from '../../tracing/tracing.ts';
import { addressOf, networkOf } from '../connection/client-address.ts';
import { requestStateOf } from './request-state.ts';

export interface RequestMetrics {
  /** The trace of a request is the exemplar of its duration. */
  observeRequest(operation: string, status: number, durationMs: number, trace?: TraceFields): void;
  countRefusal(operation: string, problem: string): void;
}

/** The source whose log lines are sampled above a rate: the network of an unauthenticated caller, or an agency over a limit. */
function sampledSource(request: Request, response: Response, status: number): string | undefined {
  const { isAuthenticated, admission } = requestStateOf(response);
  if (!isAuthenticated) return networkOf(addressOf(request));
  return status === 429 ? admission?.agencyId : undefined;
}

/** The number of earlier attempts, if the caller sends it. */
function retryCountOf(request: Request): number | undefined {
  const count = request.headers['x-retry-count'];
  return typeof count === 'string' && /^\d{1,3}$/.test(count) ? Number(count) : undefined;
}

/** Records one observation and one log line per request, when its response is sent or its connection closes; for a stream, when it starts. */
export function logWhenDone(request: Request, response: Response, log: Logger, metrics: RequestMetrics): void {
  const record = () => {
    const { requestId, startedAt, answeredAt, operationId, problem, admission, operator, span } = requestStateOf(response);
    const durationMs = (answeredAt ?? performance.now()) - startedAt;
    const status = response.writableFinished || answeredAt !== undefined ? response.statusCode : 499;
    const trace = span?.logFields;
    metrics.observeRequest(operationId ?? 'none', status, durationMs, trace);
    if (problem) metrics.countRefusal(operationId ?? 'none', problem);
    const source = sampledSource(request, response, status);
    if (source !== undefined && !log.budget.allows('request', source)) return;
    log.plain.info(
      {
        requestId,
        method: request.method,
        path: request.path,
        operation: operationId,
        status,
        problem,
        durationMs: Math.round(durationMs * 10) / 10,
        agencyId: admission?.agencyId,
        keyId: admission?.keyId,
        retryCount: retryCountOf(request),
        operator: operator?.name,
        operatorTokenId: operator?.id,
        ...trace,
      },
      'request',
    );
  };
  if (response.destroyed) record();
  else response.once('close', record);
}
