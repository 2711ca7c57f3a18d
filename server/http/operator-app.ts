import { createHash, timingSafeEqual } from 'node:crypto';
import express, { type Express, type Request, type RequestHandler } from 'express';
import type { OperatorImplementations } from '../../generated/interfaces/index.ts';
import { operations } from '../../generated/operations.ts';
import { operatorRoutes } from '../../generated/routes/operator.ts';
import type { OpenContext } from '../access/request-context.ts';
import { Problem } from '../problems/problem.ts';
import { bearerToken } from './authenticate.ts';
import { beginRequest, type BeginRequestOptions } from './begin-request.ts';
import { docsAssets } from './docs-assets.ts';
import { exchangeOf } from './exchange.ts';
import { notFound, operationMatcher } from './match-operation.ts';
import { readBody } from './read-body.ts';
import { refuseUnstorableTarget } from './refuse-unstorable.ts';
import { answerSender } from './send-answer.ts';
import { problemWriter } from './send-problem.ts';
import { validateRequest } from './validate-request.ts';

export interface OperatorAppOptions extends BeginRequestOptions {
  readonly implementations: OperatorImplementations<OpenContext>;
  readonly operatorToken: string;
  readonly errorsBase: string;
  /** Directory of the files that the reference page loads. */
  readonly docsAssets: string;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The operator API and `/metrics`, on their own listener behind the operator token; only their contract is open. */
export function operatorApp(options: OperatorAppOptions): Express {
  const routes = operatorRoutes<OpenContext>({
    implementations: options.implementations,
    validate: validateRequest,
    context: (request, response) => ({
      requestId: exchangeOf(response).requestId,
      path: request.path,
      prefersHtml: false,
      setHeader: (name, value) => void response.setHeader(name, value),
    }),
    send: answerSender(),
  });
  const match = operationMatcher(Object.keys(routes) as (keyof typeof routes)[], operations);
  const expected = digest(options.operatorToken);

  const checkToken = (request: Request): void => {
    if (timingSafeEqual(digest(bearerToken(request.headers.authorization)), expected)) return;
    throw new Problem('invalid_api_key', { detail: 'The operator token is not the one this service was started with.' });
  };

  const serve: RequestHandler = async (request, response) => {
    const matched = match(request.method, request.path);
    if (!matched.operationId) {
      checkToken(request);
      throw notFound(request, matched);
    }
    const operation = operations[matched.operationId];
    if (operation.access !== 'open') checkToken(request);
    exchangeOf(response).operationId = matched.operationId;
    refuseUnstorableTarget(request.url, operation);
    request.body = await readBody(operation, request, response);
    // Nobody waits for what the operation would do.
    if (response.destroyed) return;
    await routes[matched.operationId](request, response, matched.pathParameters());
  };

  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.use(beginRequest(options), docsAssets('/operator/docs/assets', options.docsAssets), serve);
  app.use(problemWriter(options.errorsBase, options.log, 'operator'));
  return app;
}
