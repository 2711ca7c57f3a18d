import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { OperatorImplementations } from '../../generated/interfaces/index.ts';
import { operations, type OperationId } from '../../generated/operations.ts';
import { operatorRoutes } from '../../generated/routes/operator.ts';
import type { AnswerSealer } from '../access/idempotency/answer-once.ts';
import type { Answering } from '../access/idempotency/answering.ts';
import { ownerOfOperator } from '../access/idempotency/stored-answers.ts';
import type { Contexts } from '../access/request-context.ts';
import type { OperatorModels } from '../orm/operator-models.ts';
import { Problem, problems } from '../problems/problem.ts';
import { impersonation, type ImpersonationOptions } from './console/impersonation.ts';
import { runOperation, type Call, type Routed } from './steps/run-operation.ts';
import { actorOf, type Operator } from './steps/authenticate-operator.ts';
import { authorOf } from './steps/author-of.ts';
import { beginRequest, type BeginRequestOptions } from './steps/begin-request.ts';
import { checkOperatorScope } from './steps/check-scope.ts';
import { addressOf } from './connection/client-address.ts';
import type { ConsoleAuthentication } from './console/console-authentication.ts';
import { consolePages, type ConsolePages } from './console/console-pages.ts';
import { requestStateOf } from './steps/request-state.ts';
import { answerTo, type AnswerTo } from './steps/idempotency-key.ts';
import { leadTo, lostPage, missingPage, type Documentation } from './static/for-browsers.ts';
import { notFound, operationMatcher, type PathParameters } from './steps/match-operation.ts';
import { OpenCallContext } from './steps/open-context.ts';
import { refuseUnstorableTarget } from './steps/refuse-unstorable.ts';
import { responseSender } from './steps/send-response.ts';
import { Throttle } from './fairness/throttle.ts';
import type { Streams } from './connection/streams.ts';
import { problemWriter } from './steps/send-problem.ts';
import { servedFiles, type ServedFiles } from './static/served-files.ts';

export interface OperatorAppOptions extends BeginRequestOptions {
  readonly implementations: OperatorImplementations<Contexts>;
  readonly door: ConsoleAuthentication;
  /** Where operators act in an agency’s place. */
  readonly agencies: ImpersonationOptions;
  readonly console: ConsolePages;
  /** Hears of each request of an operation that is refused. */
  readonly onRefused: (
    operationId: OperationId,
    pathParameters: PathParameters,
    problem: Pick<Problem, 'slug' | 'detail' | 'members'>,
  ) => void;
  readonly errorsBase: string;
  /** Where the API for keys is. */
  readonly publicUrl: string;
  /** CIDR ranges and addresses of proxies whose `x-forwarded-for` counts. */
  readonly trustedProxies: readonly string[];
  readonly docs: ServedFiles & Documentation;
  readonly streams: Streams;
  /** Where the answers to requests with an idempotency key are stored, and what encrypts them. */
  readonly data: OperatorModels;
  readonly sealer: AnswerSealer;
}

type Route = Routed &
  (
    | { readonly access: 'open'; answer(call: Call): Promise<void> }
    | { readonly access: 'operator'; answer(call: Call, operator: Operator): Promise<void> }
  );

/** Refusals of callers without a valid token leave one at a time: a flood that is repeated at once slows down itself. */
function slowStrangers(): ErrorRequestHandler {
  const refusals = new Throttle({ perTurn: 1 });
  return async (error: unknown, request, response, next) => {
    const isStranger = error instanceof Problem && error.status < 500 && requestStateOf(response).isKnown !== true;
    if (isStranger) await refusals.letIn(addressOf(request), response);
    next(error);
  };
}

/** The operator API and `/metrics`, on their own listener behind operator tokens; only their contract is open. */
export function operatorApp({ implementations, door, streams, data, sealer, ...options }: OperatorAppOptions): Express {
  const send = responseSender(streams);
  const routes = operatorRoutes<Contexts, Route>(implementations, {
    open: (operationId, handle) => ({
      operationId,
      operation: operations[operationId],
      access: 'open',
      answer: (call) => runOperation(operationId, call, (input) => handle(input, new OpenCallContext(call)), send),
    }),
    operator: (operationId, handle) => ({
      operationId,
      operation: operations[operationId],
      access: 'operator',
      answer: (call, operator) => {
        const context = (answering: Answering) => ({
          ...problems,
          path: call.request.path,
          author: authorOf(actorOf(operator), call),
          answering,
          data,
          accept: call.request.headers.accept,
          setHeader: (header: string, value: string) => void call.response.setHeader(header, value),
        });
        const owner = ownerOfOperator(operator.id, call.pathParameters()['agency_id']);
        const to: AnswerTo = { operationId, owner, release: null, door: data, sealer, present: (answer) => answer };
        return runOperation(
          operationId,
          call,
          async (input) => {
            const { response } = await answerTo(to, call.request, call.response, (answering) => handle(input, context(answering)));
            return response as Awaited<ReturnType<typeof handle>>;
          },
          send,
        );
      },
    }),
  });
  const match = operationMatcher(Object.keys(routes) as (keyof typeof routes)[], operations);

  const serve: RequestHandler = async (request, response) => {
    const matched = match(request.method, request.path);
    if (!matched.operationId) {
      if (request.path.startsWith('/v1/')) {
        throw new Problem('not_found', { detail: `This is the operator API. The API for keys is at ${options.publicUrl}.` });
      }
      await door.admit(request, response);
      throw notFound(request, matched);
    }
    const route = routes[matched.operationId];
    const call = { request, response, pathParameters: matched.pathParameters };
    requestStateOf(response).operationId = route.operationId;
    if (route.access === 'open') return route.answer(call);
    const operator = await door.admit(request, response);
    checkOperatorScope(operator.scopes, route.operation.operatorScope);
    // Before its parameters are read, also to report a refusal.
    refuseUnstorableTarget(request.url, route.operation);
    try {
      await route.answer(call, operator);
    } catch (error) {
      if (error instanceof Problem) options.onRefused(route.operationId, call.pathParameters(), error as Problem);
      throw error;
    }
  };

  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false).set('trust proxy', options.trustedProxies);
  const { docs, console } = options;
  const files = new Throttle();
  const isOfFiles = (path: string) =>
    docs.paths.has(path) || path.startsWith(`/${docs.home}/`) || console.paths.has(path) || console.hasPageAt(path);
  app.use(
    beginRequest(options, ({ path }) => (isOfFiles(path) ? files : undefined)),
    leadTo('console'),
  );
  app.use(servedFiles(docs), missingPage(docs), door.serveSession, impersonation(options.agencies, door));
  app.use(servedFiles(console), consolePages(console));
  app.use(serve);
  app.use(slowStrangers());
  app.use(lostPage(docs, 'operator'));
  app.use(problemWriter(options.errorsBase, options.log, 'operator'));
  return app;
}
