import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { problems } from '../../../generated/problems.ts';
import { Problem } from '../../problems/problem.ts';
import { problemOf } from '../../problems/database-problem.ts';
import { challengeOf, everyResponse, noStore } from './response-headers.ts';
import { sendCompressed } from './compress-response.ts';
import { requestStateOf } from './request-state.ts';
import { requestIdOf } from './request-id.ts';
import type { Logger } from '../../log/log.ts';

export type Realm = 'api' | 'operator';

const problemType = 'application/problem+json';

/** The members of RFC 7807, then those of the slug. */
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

/** Sends every problem of a listener. Unexpected errors are logged here, once, with their cause. */
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
    response.statusCode = problem.status;
    const headers = { ...problem.headers, ...challengeOf(problem, realm), ...noStore, 'content-type': problemType };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    await sendCompressed(JSON.stringify(problemBody(problem, errorsBase, request.originalUrl, requestId, realm)), request, response);
  };
}

/** Creates responses outside the steps of a listener. */
function withoutSteps(problem: Problem, errorsBase: string, instance: string, requestId: string) {
  const body = Buffer.from(JSON.stringify(problemBody(problem, errorsBase, instance, requestId)));
  const headers = {
    ...everyResponse,
    ...problem.headers,
    ...noStore,
    'content-type': problemType,
    'content-length': body.length,
    'x-request-id': requestId,
  };
  return { body, headers };
}

export function sendWithoutSteps(request: IncomingMessage, response: ServerResponse, errorsBase: string, problem: Problem): void {
  const { body, headers } = withoutSteps(problem, errorsBase, request.url ?? '', requestIdOf(request));
  response.writeHead(problem.status, headers);
  response.end(body);
}

/** Sends 503 while the service starts. */
export function sendUnavailable(request: IncomingMessage, response: ServerResponse, errorsBase: string, detail: string): void {
  sendWithoutSteps(request, response, errorsBase, new Problem('unavailable', { detail, headers: { 'retry-after': '1' } }));
}

/** The whole response for a socket without a request. `instance` is empty if the target could not be read. */
export function rawProblem(problem: Problem, errorsBase: string, instance: string, requestId: string): Buffer {
  const { body, headers } = withoutSteps(problem, errorsBase, instance, requestId);
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines, '', ''].join('\r\n');
  // latin1 returns the bytes of an id as they were sent.
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}
