import { createHash, timingSafeEqual } from 'node:crypto';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { OperatorImplementations } from '../../generated/interfaces/index.ts';
import { operations } from '../../generated/operations.ts';
import { operatorRoutes } from '../../generated/routes/operator.ts';
import type { Contexts } from '../access/request-context.ts';
import { Problem, problems } from '../problems/problem.ts';
import { answerRequest, type Call, type Routed } from './answer-request.ts';
import { bearerToken } from './authenticate.ts';
import { beginRequest, type BeginRequestOptions } from './begin-request.ts';
import { docsAssets } from './docs-assets.ts';
import { exchangeOf } from './exchange.ts';
import { notFound, operationMatcher } from './match-operation.ts';
import { openContext } from './open-context.ts';
import { answerSender } from './send-answer.ts';
import { problemWriter } from './send-problem.ts';

export interface OperatorAppOptions extends BeginRequestOptions {
  readonly implementations: OperatorImplementations<Contexts>;
  readonly operatorToken: string;
  readonly errorsBase: string;
  /** Directory of the files that the reference page loads. */
  readonly docsAssets: string;
}

interface Route extends Routed {
  readonly access: 'open' | 'operator';
  answer(call: Call): Promise<void>;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The operator API and `/metrics`, on their own listener behind the operator token; only their contract is open. */
export function operatorApp({ implementations, operatorToken, ...options }: OperatorAppOptions): Express {
  const send = answerSender();
  const routes = operatorRoutes<Contexts, Route>(implementations, {
    open: (operationId, handle) => ({
      operationId,
      operation: operations[operationId],
      access: 'open',
      answer: (call) => answerRequest(operationId, call, (input) => handle(input, openContext(call)), send),
    }),
    operator: (operationId, handle) => ({
      operationId,
      operation: operations[operationId],
      access: 'operator',
      answer: (call) => {
        const context = { ...problems, setHeader: (name: string, value: string) => void call.response.setHeader(name, value) };
        return answerRequest(operationId, call, (input) => handle(input, context), send);
      },
    }),
  });
  const match = operationMatcher(Object.keys(routes) as (keyof typeof routes)[], operations);
  const expected = digest(operatorToken);

  const checkToken = (request: Request, response: Response): void => {
    const isKnown = timingSafeEqual(digest(bearerToken(request.headers.authorization)), expected);
    exchangeOf(response).isKnown = isKnown;
    if (isKnown) return;
    throw new Problem('invalid_api_key', { detail: 'The operator token is not the one this service was started with.' });
  };

  const serve: RequestHandler = async (request, response) => {
    const matched = match(request.method, request.path);
    if (!matched.operationId) {
      checkToken(request, response);
      throw notFound(request, matched);
    }
    const route = routes[matched.operationId];
    if (route.access !== 'open') checkToken(request, response);
    exchangeOf(response).operationId = route.operationId;
    await route.answer({ request, response, pathParameters: matched.pathParameters });
  };

  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.use(beginRequest(options), docsAssets('/operator/docs/assets', options.docsAssets), serve);
  app.use(problemWriter(options.errorsBase, options.log, 'operator'));
  return app;
}
