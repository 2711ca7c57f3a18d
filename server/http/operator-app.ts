import { createHash, timingSafeEqual } from 'node:crypto';
import express, { Router, type Express, type RequestHandler } from 'express';
import type { OperatorImplementations } from '../../generated/interfaces/index.ts';
import { operations } from '../../generated/operations.ts';
import { RegisterRoutes } from '../../generated/routes/operator.ts';
import type { OpenContext } from '../access/request-context.ts';
import type { Logger } from '../log.ts';
import { Problem } from '../problems/problem.ts';
import { bearerToken } from './authenticate.ts';
import { beginExchange, exchangeOf } from './exchange.ts';
import { logWhenDone, type RequestMetrics } from './log-request.ts';
import { notFound, operationMatcher } from './match-operation.ts';
import { bodyReader } from './read-body.ts';
import { refuseUnstorableTarget } from './refuse-unstorable.ts';
import { answerSender } from './send-answer.ts';
import { problemWriter } from './send-problem.ts';
import { validateRequest } from './validate-request.ts';

export interface OperatorAppOptions {
  readonly implementations: OperatorImplementations<OpenContext>;
  readonly operatorToken: string;
  readonly errorsBase: string;
  readonly log: Logger;
  readonly metrics: RequestMetrics;
  readonly isStopping: () => boolean;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The operator API and `/metrics`, on their own listener behind the operator token. */
export function operatorApp(options: OperatorAppOptions): Express {
  const match = operationMatcher((id) => operations[id].access === 'operator');
  const expected = digest(options.operatorToken);

  const admit: RequestHandler = (request, response, next) => {
    beginExchange(request, response);
    logWhenDone(request, response, options.log, options.metrics);
    if (options.isStopping())
      throw new Problem('unavailable', { detail: 'The service is stopping. Try again shortly.', headers: { 'retry-after': '1' } });
    if (!timingSafeEqual(digest(bearerToken(request.headers.authorization)), expected)) {
      throw new Problem('invalid_api_key', { detail: 'The operator token is not the one this service was started with.' });
    }
    const matched = match(request.method, request.path);
    if (!matched.operationId) throw notFound(request, matched);
    exchangeOf(response).operationId = matched.operationId;
    refuseUnstorableTarget(request.url, operations[matched.operationId]);
    next();
  };

  const routes = Router({ strict: true, caseSensitive: true });
  RegisterRoutes<OpenContext>(routes, {
    implementations: options.implementations,
    before: (operationId) => [bodyReader(operations[operationId])],
    validate: validateRequest,
    context: (request, response) => ({
      requestId: exchangeOf(response).requestId,
      path: request.path,
      prefersHtml: false,
      setHeader: (name, value) => void response.setHeader(name, value),
    }),
    send: answerSender(),
  });

  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.use(admit, routes);
  app.use((request) => {
    throw notFound(request);
  });
  app.use(problemWriter(options.errorsBase, options.log));
  return app;
}
