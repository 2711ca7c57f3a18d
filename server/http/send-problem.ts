import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { problems } from '../../generated/problems.ts';
import { Problem } from '../problems/problem.ts';
import { problemOf } from '../problems/database-problem.ts';
import { compressAnswer } from './compress-answer.ts';
import { exchangeOf } from './exchange.ts';
import { requestIdOf } from './request-id.ts';
import type { Logger } from '../log.ts';

/** The body of a problem: RFC 7807's members, then the slug's own. */
export function problemBody(problem: Problem, errorsBase: string, instance: string, requestId: string): Record<string, unknown> {
  return {
    type: `${errorsBase}/${problem.slug}`,
    title: problems[problem.slug].title,
    status: problem.status,
    ...(problem.detail === undefined ? {} : { detail: problem.detail }),
    instance,
    ...problem.members,
    ...(problem.slug === 'internal_error' ? { request_id: requestId } : {}),
  };
}

/** The one writer of problems. What nobody expected is logged here, once, with its cause. */
export function problemWriter(errorsBase: string, log: Logger): ErrorRequestHandler {
  return async (error: unknown, request: Request, response: Response, _next) => {
    const { requestId } = exchangeOf(response);
    const problem = problemOf(error);
    if (problem.status >= 500) {
      log.error({ err: problem.cause ?? problem, requestId, method: request.method, url: request.originalUrl }, problem.message);
    }
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    const text = JSON.stringify(problemBody(problem, errorsBase, request.originalUrl, requestId));
    const body = await compressAnswer(Buffer.from(text), request, response);
    response.statusCode = problem.status;
    for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
    response.setHeader('content-type', 'application/problem+json');
    response.setHeader('content-length', body.length);
    response.setHeader('cache-control', 'no-store');
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

/** Answers where no service stands behind the listener. */
export function sendWithoutService(request: IncomingMessage, response: ServerResponse, errorsBase: string, problem: Problem): void {
  const requestId = requestIdOf(request);
  const body = Buffer.from(JSON.stringify(problemBody(problem, errorsBase, request.url ?? '', requestId)));
  response.writeHead(problem.status, {
    ...problem.headers,
    'content-type': 'application/problem+json',
    'content-length': body.length,
    'x-request-id': requestId,
    'cache-control': 'no-store',
  });
  response.end(body);
}

/** Answers 503 while the service starts. */
export function sendUnavailable(request: IncomingMessage, response: ServerResponse, errorsBase: string, detail: string): void {
  sendWithoutService(request, response, errorsBase, new Problem('unavailable', { detail, headers: { 'retry-after': '1' } }));
}

/** A whole answer for a socket that has no request: HTTP knows more precise statuses for it than the problem's own. */
export function rawProblem(problem: Problem, status: number, errorsBase: string, requestId: string): string {
  const body = JSON.stringify({ ...problemBody(problem, errorsBase, '', requestId), status });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
