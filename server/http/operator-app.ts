import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { OperatorImplementations } from '../../generated/interfaces/index.ts';
import { operations } from '../../generated/operations.ts';
import { operatorRoutes } from '../../generated/routes/operator.ts';
import type { Contexts } from '../access/request-context.ts';
import { problems } from '../problems/problem.ts';
import { answerRequest, type Call, type Routed } from './answer-request.ts';
import { type Operator, operatorAuthenticator, type OperatorAuthentication } from './authenticate-operator.ts';
import { authorOf } from './author-of.ts';
import { beginRequest, type BeginRequestOptions } from './begin-request.ts';
import { checkOperatorScope } from './check-scope.ts';
import { addressOf } from './client-address.ts';
import { docsFiles, type DocsFiles } from './docs-files.ts';
import { exchangeOf } from './exchange.ts';
import { notFound, operationMatcher } from './match-operation.ts';
import { openContext } from './open-context.ts';
import { answerSender } from './send-answer.ts';
import type { Streams } from './streams.ts';
import { problemWriter } from './send-problem.ts';

export interface OperatorAppOptions extends BeginRequestOptions {
  readonly implementations: OperatorImplementations<Contexts>;
  readonly authentication: OperatorAuthentication;
  readonly errorsBase: string;
  /** CIDR ranges and addresses of proxies whose `x-forwarded-for` counts. */
  readonly trustedProxies: readonly string[];
  readonly docs: DocsFiles;
  readonly streams: Streams;
}

type Route = Routed &
  (
    | { readonly access: 'open'; answer(call: Call): Promise<void> }
    | { readonly access: 'operator'; answer(call: Call, operator: Operator): Promise<void> }
  );

/** The operator API and `/metrics`, on their own listener behind operator tokens; only their contract is open. */
export function operatorApp({ implementations, authentication, streams, ...options }: OperatorAppOptions): Express {
  const send = answerSender(streams);
  const authenticate = operatorAuthenticator(authentication);
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
      answer: (call, { id, name }) => {
        const context = {
          ...problems,
          path: call.request.path,
          author: authorOf({ kind: 'operator', id, name }, call),
          setHeader: (header: string, value: string) => void call.response.setHeader(header, value),
        };
        return answerRequest(operationId, call, (input) => handle(input, context), send);
      },
    }),
  });
  const match = operationMatcher(Object.keys(routes) as (keyof typeof routes)[], operations);

  const admit = async (request: Request, response: Response): Promise<Operator> => {
    const operator = await authenticate(request.headers.authorization, addressOf(request));
    Object.assign(exchangeOf(response), { operator, isKnown: true });
    return operator;
  };

  const serve: RequestHandler = async (request, response) => {
    const matched = match(request.method, request.path);
    if (!matched.operationId) {
      await admit(request, response);
      throw notFound(request, matched);
    }
    const route = routes[matched.operationId];
    const call = { request, response, pathParameters: matched.pathParameters };
    exchangeOf(response).operationId = route.operationId;
    if (route.access === 'open') return route.answer(call);
    const operator = await admit(request, response);
    checkOperatorScope(operator.scopes, route.operation.operatorScope);
    await route.answer(call, operator);
  };

  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false).set('trust proxy', options.trustedProxies);
  app.use(beginRequest(options), docsFiles(options.docs), serve);
  app.use(problemWriter(options.errorsBase, options.log, 'operator'));
  return app;
}
