import type { ErrorRequestHandler, Express } from 'express';
import type { OperationRequests, OperatorImplementations } from '../../generated/interfaces/index.ts';
import { operations, type OperationId } from '../../generated/operations.ts';
import { operatorRoutes } from '../../generated/routes/operator.ts';
import type { ResponseSealer } from '../access/idempotency/idempotent-request.ts';
import { ownerOfOperator } from '../access/idempotency/stored-responses.ts';
import type { Contexts } from '../access/request-context.ts';
import type { OperatorModels } from '../orm/operator-models.ts';
import { Problem } from '../problems/problem.ts';
import { addressOf } from './connection/client-address.ts';
import type { Streams } from './connection/streams.ts';
import type { ConsoleAuthentication } from './console/console-authentication.ts';
import { consolePages, type ConsolePages } from './console/console-pages.ts';
import { enterAgency, isImpersonated, matchImpersonated, type ImpersonationOptions } from './console/impersonation.ts';
import { Throttle } from './fairness/throttle.ts';
import { listenerApp, openRoute, type ListenerOptions } from './lifecycle.ts';
import { servedFiles } from './static/served-files.ts';
import { checkOperatorScope } from './steps/check-scope.ts';
import { OperatorCallContext } from './steps/contexts.ts';
import { respondOnce } from './steps/idempotency-key.ts';
import { operationMatcher, type PathParameters } from './steps/match-operation.ts';
import { requestStateOf, type Matcher, type OperationCall, type Route } from './steps/request-state.ts';
import { responseSender } from './steps/send-response.ts';

interface OperatorOperationsOptions {
  readonly implementations: OperatorImplementations<Contexts>;
  readonly streams: Streams;
  readonly data: OperatorModels;
  readonly sealer: ResponseSealer;
}

export interface OperatorAppOptions
  extends
    OperatorOperationsOptions,
    Pick<ListenerOptions, 'docs' | 'errorsBase' | 'isStopping' | 'log' | 'metrics' | 'tracing' | 'trustedProxies'> {
  readonly authentication: ConsoleAuthentication;
  readonly impersonation: ImpersonationOptions;
  readonly console: ConsolePages;
  /** Called for each refused request of an operation. */
  readonly onRefused: (
    operationId: OperationId,
    pathParameters: PathParameters,
    problem: Pick<Problem, 'slug' | 'detail' | 'members'>,
  ) => void;
  readonly publicUrl: string;
}

function operatorOperations({ implementations, streams, data, sealer }: OperatorOperationsOptions): Matcher {
  const send = responseSender(streams);
  const respond = (call: OperationCall, handle: (context: OperatorCallContext) => Promise<unknown>) => {
    const { operator, pathParameters } = call.state;
    const owner = ownerOfOperator(operator!.id, pathParameters!['agency_id']);
    const to = { owner, release: null, data, sealer, present: (answer: unknown) => answer };
    return respondOnce(to, call, (idempotency) => handle(new OperatorCallContext(call, operator!, data, idempotency)));
  };
  const routes = operatorRoutes<Contexts, Route>(implementations, {
    open: openRoute(send),
    operator: (operationId, handle) => ({
      operationId,
      operation: operations[operationId],
      async answer(call) {
        const value = await respond(call, (context) => handle(call.input as OperationRequests[typeof operationId], context));
        await send(operationId, value, call);
      },
    }),
  });
  return operationMatcher(Object.values(routes));
}

/** Reports refusals. Sends those to unauthenticated callers one at a time, so that a flood slows down only itself. */
function reportRefusals(onRefused: OperatorAppOptions['onRefused']): ErrorRequestHandler {
  const refusals = new Throttle({ perTurn: 1 });
  return async (error: unknown, request, response, next) => {
    const { isAuthenticated, operator, operationId, pathParameters } = requestStateOf(response);
    if (error instanceof Problem) {
      if (operator && operationId && pathParameters) onRefused(operationId, pathParameters, error as Problem);
      if (error.status < 500 && isAuthenticated !== true) await refusals.admit(addressOf(request), response);
    }
    next(error);
  };
}

/** The operator API, the metrics and the console. */
export function operatorApp({ authentication, impersonation, console, onRefused, publicUrl, ...options }: OperatorAppOptions): Express {
  const { docs } = options;
  const match = operatorOperations(options);
  const servePage = consolePages(console);
  const files = new Throttle();
  const isOfFiles = (path: string) =>
    docs.paths.has(path) || path.startsWith(`/${docs.home}/`) || console.paths.has(path) || console.hasPageAt(path);
  return listenerApp({
    ...options,
    realm: 'operator',
    home: 'console',
    throttleOf: ({ path }) => (isOfFiles(path) ? files : undefined),
    pages: [
      authentication.serveSession,
      servedFiles(console),
      (request, response, next) => (isImpersonated(request) ? next() : servePage(request, response, next)),
    ],
    match(request) {
      if (isImpersonated(request)) return matchImpersonated(impersonation, request);
      const found = match(request.method, request.path);
      if (!found.route && request.path.startsWith('/v1/'))
        throw new Problem('not_found', { detail: `This is the operator API. The API for keys is at ${publicUrl}.` });
      return found;
    },
    async authenticate({ request, response }) {
      await authentication.authenticate(request, response);
      if (isImpersonated(request)) impersonation.readVersion(request.headers);
    },
    authorize(exchange, route) {
      if (isImpersonated(exchange.request)) return enterAgency(impersonation, exchange, route);
      checkOperatorScope(exchange.state.operator!.scopes, route.operation.operatorScope);
    },
    onRefused: reportRefusals(onRefused),
  });
}
