import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { problems } from '../../generated/problems.ts';
import { Problem } from '../problems/problem.ts';
import { problemOf } from '../problems/database-problem.ts';
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
  return (error: unknown, request: Request, response: Response, _next) => {
    const { requestId } = exchangeOf(response);
    const problem = problemOf(error);
    if (problem.status >= 500) {
      log.error({ err: problem.cause ?? problem, requestId, method: request.method, url: request.originalUrl }, problem.message);
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const body = Buffer.from(JSON.stringify(problemBody(problem, errorsBase, request.originalUrl, requestId)));
    response.statusCode = problem.status;
    for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
    response.setHeader('content-type', 'application/problem+json');
    response.setHeader('content-length', body.length);
    response.setHeader('cache-control', 'no-store');
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

/** Answers 503 where no service stands behind the listener yet. */
export function sendUnavailable(request: IncomingMessage, response: ServerResponse, errorsBase: string, detail: string): void {
  const requestId = requestIdOf(request);
  const problem = new Problem('unavailable', { detail });
  response.writeHead(problem.status, { 'content-type': 'application/problem+json', 'x-request-id': requestId, 'retry-after': '1' });
  response.end(JSON.stringify(problemBody(problem, errorsBase, request.url ?? '', requestId)));
}

/** A refusal of the HTTP parser, which has no request yet: written to the socket as a whole answer. */
export function rawProblem(status: 400 | 408 | 431, detail: string, errorsBase: string, requestId: string): string {
  const problem = new Problem('validation_failed', { detail });
  const body = JSON.stringify({ ...problemBody(problem, errorsBase, '', requestId), status });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}

