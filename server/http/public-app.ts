import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { PublicImplementations } from '../../generated/interfaces/index.ts';
import { operations, type OperationId } from '../../generated/operations.ts';
import { publicRoutes } from '../../generated/routes/public.ts';
import { Reach } from '../access/reach.ts';
import { Reachable } from '../access/reachable.ts';
import type { Release, RequestContext } from '../access/request-context.ts';
import type { AgencyWrites } from '../database/agency-writes.ts';
import type { Database } from '../database/sql.ts';
import type { authenticator } from './authenticate.ts';
import { beginRequest, type BeginRequestOptions } from './begin-request.ts';
import { checkScope } from './check-scope.ts';
import { docsAssets } from './docs-assets.ts';
import { exchangeOf } from './exchange.ts';
import { notFound, operationMatcher, type Match } from './match-operation.ts';
import { checkRateLimit, tellRateLimit } from './rate-limit.ts';
import { Pace } from './pace.ts';
import { readBody } from './read-body.ts';
import { refuseUnstorableTarget } from './refuse-unstorable.ts';
import { answerSender } from './send-answer.ts';
import { problemWriter } from './send-problem.ts';
import { validateRequest } from './validate-request.ts';

export interface PublicAppOptions extends BeginRequestOptions {
  readonly implementations: PublicImplementations<RequestContext>;
  readonly authenticate: ReturnType<typeof authenticator>;
  readonly readVersion: (headers: Request['headers']) => Release;
  readonly database: Database;
  readonly writes: AgencyWrites;
  readonly errorsBase: string;
  /** Directory of the files that the reference page loads. */
  readonly docsAssets: string;
}

function contextOf(database: Database, request: Request, response: Response): RequestContext {
  const exchange = exchangeOf(response);
  const admission = () => {
    if (!exchange.admission) throw new Error(`${exchange.operationId} is open: it has no key and reaches no data`);
    return exchange.admission;
  };
  return {
    requestId: exchange.requestId,
    path: request.path,
    get prefersHtml() {
      return request.accepts('json', 'html') === 'html';
    },
    setHeader: (name, value) => void response.setHeader(name, value),
    get release() {
      if (!exchange.release) throw new Error(`${exchange.operationId} is open: it has no version`);
      return exchange.release;
    },
    get agency() {
      return { id: admission().agencyId, name: admission().agencyName };
    },
    get key() {
      const { keyId, label, prefix, scopes, expiresAt } = admission();
      return { id: keyId, label, prefix, scopes, expiresAt };
    },
    get data() {
      const { agencyId, creatorIds, lastWrite, position } = admission();
      const mayLag = exchange.operationId && operations[exchange.operationId].read === 'replica';
      return new Reachable(database, new Reach(agencyId, creatorIds), mayLag ? { lastWrite, now: position } : undefined);
    },
  };
}

/**
 * The public API: every request's way in its fixed order. The operation is matched once; version, key, scope, rate limit,
 * body and route are those of that operation.
 */
export function publicApp(options: PublicAppOptions): Express {
  const sendAnswer = answerSender();
  const send: typeof sendAnswer = async (operationId, value, request, response) => {
    const { admission } = exchangeOf(response);
    if (admission && operations[operationId].method !== 'get') await options.writes.note(admission.agencyId);
    await sendAnswer(operationId, value, request, response);
  };
  const routes = publicRoutes<RequestContext>({
    implementations: options.implementations,
    validate: validateRequest,
    context: (request, response) => contextOf(options.database, request, response),
    send,
  });
  const match = operationMatcher(Object.keys(routes) as (keyof typeof routes)[], operations);

  const admit = async (matched: Match<OperationId>, request: Request, response: Response): Promise<void> => {
    const exchange = exchangeOf(response);
    const { operationId } = matched;
    const operation = operationId && operations[operationId];
    if (operation?.access !== 'open') {
      exchange.release = options.readVersion(request.headers);
      const wanted = operationId && { operationId, rateLimit: operation?.rateLimit ?? null };
      exchange.admission = await options.authenticate(request.headers.authorization, wanted);
    }
    if (!operation) return;
    const { rateLimit } = operation;
    const { scopes, window } = exchange.admission ?? {};
    if (rateLimit && window) tellRateLimit(response, rateLimit, window);
    if (scopes) checkScope(scopes, operation.scope);
    if (rateLimit && window) checkRateLimit(rateLimit, window);
  };

  /** Each open operation has turns of its own: a flood on one does not keep a load balancer from another. */
  const paces = new Map(Object.keys(routes).map((id) => [id, new Pace()]));

  const serve: RequestHandler = async (request, response) => {
    const matched = match(request.method, request.path);
    exchangeOf(response).operationId = matched.operationId;
    await admit(matched, request, response);
    if (!matched.operationId) throw notFound(request, matched);
    const operation = operations[matched.operationId];
    if (operation.access === 'open') await paces.get(matched.operationId)!.letIn();
    refuseUnstorableTarget(request.url, operation);
    request.body = await readBody(operation, request, response);
    // Nobody waits for what the operation would answer.
    if (response.destroyed) return;
    await routes[matched.operationId](request, response, matched.pathParameters());
  };

  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.use(beginRequest(options), docsAssets('/docs/assets', options.docsAssets));
  app.use(serve);
  app.use(problemWriter(options.errorsBase, options.log, 'api'));
  return app;
}
