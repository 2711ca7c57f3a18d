import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import type { OperationRequests, OperationResponses } from '../../generated/interfaces/index.ts';
import { operations, type OperationId } from '../../generated/operations.ts';
import { beginRequest, type BeginRequestOptions, type ThrottleOf } from './steps/begin-request.ts';
import { OpenCallContext } from './steps/contexts.ts';
import { readIdempotencyKey } from './steps/idempotency-key.ts';
import { notFound, type Match } from './steps/match-operation.ts';
import { checkRateLimit } from './steps/rate-limit.ts';
import { readBody } from './steps/read-body.ts';
import { refuseUnstorableTarget } from './steps/refuse-unstorable.ts';
import { requestStateOf, type Exchange, type Route } from './steps/request-state.ts';
import { problemWriter, type Realm } from './steps/send-problem.ts';
import type { ResponseSender } from './steps/send-response.ts';
import { validateRequest } from './steps/validate-request.ts';
import { notFoundPage, redirectHome, refuseUnknownPage, type Documentation } from './static/browser-pages.ts';
import { servedFiles } from './static/served-files.ts';

/** The steps that differ between the listeners. Each refuses a request by throwing a problem. */
interface Steps {
  /** Finds the route. Refuses only paths of the other listener. */
  readonly match: (request: Request) => Match<Route>;
  readonly authenticate: (exchange: Exchange) => Promise<void>;
  readonly authorize: (exchange: Exchange, route: Route) => void | Promise<void>;
}

const answerCalls =
  ({ match, authenticate, authorize }: Steps): RequestHandler =>
  async (request, response) => {
    const state = requestStateOf(response);
    const exchange = { request, response, state };
    const found = match(request);
    const { route } = found;
    state.operationId = route?.operationId;
    const isOpen = route?.operation.access === 'open';
    if (!isOpen) await authenticate(exchange);
    if (!route) throw notFound(request, found);
    const { operationId, operation } = route;
    if (!isOpen) await authorize(exchange, route);
    checkRateLimit(operation.rateLimit, state.admission?.window);
    refuseUnstorableTarget(request.url, operation);
    state.pathParameters = found.pathParameters();
    state.idempotencyKey = readIdempotencyKey(operation, request);
    request.body = await readBody(operation, request, response);
    // The client has disconnected.
    if (response.destroyed) return;
    const input = validateRequest(operationId, request, state.pathParameters);
    await route.answer({ ...exchange, route, input });
  };

export interface ListenerOptions extends BeginRequestOptions, Steps {
  readonly realm: Realm;
  readonly errorsBase: string;
  /** CIDR ranges and addresses of proxies whose `x-forwarded-for` counts. */
  readonly trustedProxies: readonly string[];
  readonly throttleOf: ThrottleOf;
  readonly docs: Documentation;
  /** The page to which a browser at the address of the listener is redirected. */
  readonly home: string;
  /** Pages and sessions, which are not operations. */
  readonly pages: readonly RequestHandler[];
  /** Receives the refusals of steps, and may delay their responses. */
  readonly onRefused: ErrorRequestHandler;
}

/** Every request of a listener passes these steps, in this order. */
export function listenerApp({ docs, realm, ...options }: ListenerOptions): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false).set('trust proxy', options.trustedProxies);
  app.use(
    beginRequest(options, options.throttleOf),
    redirectHome(options.home),
    servedFiles(docs),
    refuseUnknownPage(docs),
    ...options.pages,
    answerCalls(options),
    options.onRefused,
    notFoundPage(docs, realm),
    problemWriter(options.errorsBase, options.log, realm),
  );
  return app;
}

export const openRoute =
  (send: ResponseSender) =>
  <Id extends OperationId>(
    operationId: Id,
    handle: (input: OperationRequests[Id], context: OpenCallContext) => Promise<OperationResponses[Id]>,
  ): Route => ({
    operationId,
    operation: operations[operationId],
    async answer(call) {
      const value = await handle(call.input as OperationRequests[Id], new OpenCallContext(call));
      await send(operationId, value, call);
    },
  });
