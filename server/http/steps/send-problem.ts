import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { problems } from '../../../generated/problems.ts';
import { Problem } from '../../problems/problem.ts';
import { problemOf } from '../../problems/database-problem.ts';
import { challengeOf, everyResponse, noStore } from './response-headers.ts';
import { compressResponse } from './compress-response.ts';
import { requestStateOf } from './request-state.ts';
import { requestIdOf } from './request-id.ts';
import type { Logger } from '../../log/log.ts';

/** Which listener answers. */
export type Realm = 'api' | 'operator';

const problemType = 'application/problem+json';

/** The body of a problem: RFC 7807's members, then the slug's own. */
export function problemBody(
  problem: Problem,
  errorsBase: string,
  instance: string,
  requestId: string,
  realm: Realm = 'api',
): Record<string, unknown> {
  const { title, operatorTitle } = problems[problem.slug];
  return {
    type: `${errorsBase}/${problem.slug}`,
    title: realm === 'operator' ? operatorTitle : title,
    status: problem.status,
    ...(problem.detail === undefined ? {} : { detail: problem.detail }),
    instance,
    ...problem.members,
    ...(problem.slug === 'internal_error' ? { request_id: requestId } : {}),
  };
}

/** The one writer of problems. Unexpected errors are logged here, once, with their cause. A 401 challenges for a token of `realm`. */
export function problemWriter(errorsBase: string, log: Logger, realm: Realm): ErrorRequestHandler {
  return async (error: unknown, request: Request, response: Response, _next) => {
    const state = requestStateOf(response);
    const { requestId } = state;
    const problem = problemOf(error);
    state.problem = problem.slug;
    if (problem.status >= 500) {
      log.error({ err: problem.cause ?? problem, requestId, method: request.method, path: request.path }, problem.message);
    }
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    const text = JSON.stringify(problemBody(problem, errorsBase, request.originalUrl, requestId, realm));
    const body = await compressResponse(Buffer.from(text), request, response);
    response.statusCode = problem.status;
    const headers = { ...problem.headers, ...challengeOf(problem, realm), ...noStore, 'content-type': problemType };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('content-length', body.length);
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

/** Answers while the listener has no service. */
export function sendWithoutService(request: IncomingMessage, response: ServerResponse, errorsBase: string, problem: Problem): void {
  const requestId = requestIdOf(request);
  const body = Buffer.from(JSON.stringify(problemBody(problem, errorsBase, request.url ?? '', requestId)));
  response.writeHead(problem.status, {
    ...everyResponse,
    ...problem.headers,
    ...noStore,
    'content-type': problemType,
    'content-length': body.length,
    'x-request-id': requestId,
  });
  response.end(body);
}

/** Answers 503 while the service starts. */
export function sendUnavailable(request: IncomingMessage, response: ServerResponse, errorsBase: string, detail: string): void {
  sendWithoutService(request, response, errorsBase, new Problem('unavailable', { detail, headers: { 'retry-after': '1' } }));
}

/** A whole answer for a socket that has no request; `instance` is empty where the target could not be read. */
export function rawProblem(problem: Problem, errorsBase: string, instance: string, requestId: string): Buffer {
  const body = JSON.stringify(problemBody(problem, errorsBase, instance, requestId));
  const headers = {
    ...everyResponse,
    ...noStore,
    'content-type': problemType,
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', ''].join('\r\n');
  // Bytes beyond ASCII in an id go back as they came.
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
}
