import type { Request, Response } from 'express';
import type { Logger } from '../log.ts';
import { exchangeOf } from './exchange.ts';
import { shortForLog } from './request-id.ts';

export interface RequestMetrics {
  observeRequest(operation: string, status: number, durationMs: number): void;
}

/** One line and one observation per request, when its answer has left or its connection has gone: of one that goes on, of its beginning. */
export function logWhenDone(request: Request, response: Response, log: Logger, metrics: RequestMetrics): void {
  response.once('close', () => {
    const { requestId, startedAt, answeredAt, operationId, admission, operator } = exchangeOf(response);
    const durationMs = (answeredAt ?? performance.now()) - startedAt;
    const status = response.writableFinished || answeredAt !== undefined ? response.statusCode : 499;
    metrics.observeRequest(operationId ?? 'none', status, durationMs);
    log.plain.info(
      {
        requestId: shortForLog(requestId),
        method: request.method,
        path: request.path,
        operation: operationId,
        status,
        durationMs: Math.round(durationMs * 10) / 10,
        agencyId: admission?.agencyId,
        keyId: admission?.keyId,
        operator: operator?.name,
        operatorTokenId: operator?.id,
      },
      'request',
    );
  });
}
