import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { PublicImplementations } from '../../generated/interfaces/index.ts';
import { operations, type Operation } from '../../generated/operations.ts';
import { publicRoutes } from '../../generated/routes/public.ts';
import type { PortalLinks } from '../access/keys/portal-links.ts';
import { TenantScope } from '../access/scope/tenant-scope.ts';
import type { AnswerSealer } from '../access/idempotency/answer-once.ts';
import type { KeyOwner } from '../access/idempotency/stored-answers.ts';
import { itemsOf, type KeyUses } from '../access/keys/key-uses.ts';
import type { DataWithin, ScopedModels } from '../access/scope/scoped-models.ts';
import type { Contexts, Release } from '../access/request-context.ts';
import type { AgencyWrites } from '../database/replica/agency-writes.ts';
import { KeyRevoked } from '../problems/key-revoked.ts';
import { Problem } from '../problems/problem.ts';
import { runOperation, type Call, type Routed } from './steps/run-operation.ts';
import type { authenticator } from './steps/authenticate.ts';
import { beginRequest, type BeginRequestOptions, type ThrottleOf } from './steps/begin-request.ts';
import { checkScope } from './steps/check-scope.ts';
import { addressOf } from './connection/client-address.ts';
import { consolePages, type ConsolePages } from './console/console-pages.ts';
import { requestStateOf } from './steps/request-state.ts';
import type { FairShare } from './fairness/fair-share.ts';
import { answerTo, type AnswerTo } from './steps/idempotency-key.ts';
import { KeyContext, type Caller } from './steps/key-context.ts';
import { notFound, operationMatcher } from './steps/match-operation.ts';
import { leadTo, lostPage, missingPage, type Documentation } from './static/for-browsers.ts';
import { portalAuthentication } from './console/portal-authentication.ts';
import { OpenCallContext } from './steps/open-context.ts';
import { checkRateLimit, removeRateLimitHeaders, setRateLimitHeaders } from './steps/rate-limit.ts';
import { Throttle } from './fairness/throttle.ts';
import { responseSender } from './steps/send-response.ts';
import { answerForm } from '../versions/current-forms.ts';
import type { Work } from './fairness/share.ts';
import type { Streams } from './connection/streams.ts';
import { problemWriter } from './steps/send-problem.ts';
import { servedFiles, type ServedFiles } from './static/served-files.ts';

export interface PublicOperationsOptions {
  readonly implementations: PublicImplementations<Contexts>;
  readonly dataWithin: DataWithin;
  readonly writes: AgencyWrites;
  readonly uses: Pick<KeyUses, 'count'>;
  /** Whose turn it is. */
  readonly share: FairShare;
  readonly streams: Streams;
  /** Encrypts what is stored for idempotency keys. */
  readonly sealer: AnswerSealer;
}

export interface PublicAppOptions extends BeginRequestOptions {
  readonly operations: PublicOperations;
  readonly authenticate: ReturnType<typeof authenticator>;
  readonly readVersion: (headers: Request['headers']) => Release;
  readonly errorsBase: string;
  /** CIDR ranges and addresses of proxies whose `x-forwarded-for` counts. */
  readonly trustedProxies: readonly string[];
  readonly docs: ServedFiles & Documentation;
  readonly portal: ConsolePages;
  readonly links: Pick<PortalLinks, 'originsOf' | 'open'>;
}

type Route = Routed &
  (
    | { readonly access: 'open'; answer(call: Call): Promise<void> }
    | { readonly access: 'key'; answer(call: Call, caller: Caller): Promise<void> }
  );

/** Of callers without a version or a valid key, and of requests that the contract refuses. */
const refusedStatuses = [400, 401];

/** A page costs the same whatever its place in the list. */
const askingForMore = /[?&](?!cursor=|limit=)[^&=]/;

function workOf({ method, costly }: Operation, { url }: Request, { actor, admission: { agencyId } }: Caller): Work {
  return {
    agencyId,
    keyId: actor.id ?? actor.kind,
    isCostly: costly === 'always' || (costly === 'filtered' && askingForMore.test(url)),
    isRepeatable: method === 'get',
  };
}

/** Keys of operators who act for an agency are their own. */
const ownerOf = ({ actor, admission: { agencyId, creatorIds, link } }: Caller): KeyOwner => ({
  agencyId,
  callerId: `${actor.kind} ${actor.id ?? ''}`,
  ...(link && { sessionId: link.sessionHash.toString('hex') }),
  creatorIds,
});

/** Aborts when the client is gone. */
function goneOf(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => response.writableFinished || gone.abort());
  return gone.signal;
}

/** The rows that the caller reaches; those that a GET reads only until its client is gone. */
function dataOf(
  dataWithin: DataWithin,
  { agencyId, creatorIds, lastWrite, position }: Caller['admission'],
  { method, read }: Operation,
  gone: AbortSignal,
): ScopedModels {
  return dataWithin(
    new TenantScope(agencyId, creatorIds),
    read === 'replica' ? { lastWrite, now: position } : undefined,
    method === 'get' ? gone : undefined,
  );
}

/** The operations of the public API, and where a path leads: for its keys, and for operators in the place of one. */
export function publicOperations({ implementations, dataWithin, writes, uses, share, streams, sealer }: PublicOperationsOptions) {
  const send = responseSender(streams);
  const routes = publicRoutes<Contexts, Route>(implementations, {
    open: (operationId, handle) => ({
      operationId,
      operation: operations[operationId],
      access: 'open',
      answer: (call) => runOperation(operationId, call, (input) => handle(input, new OpenCallContext(call)), send),
    }),
    key: (operationId, handle) => ({
      operationId,
      operation: operations[operationId],
      access: 'key',
      answer: (call, caller) => {
        const operation = operations[operationId];
        const gone = goneOf(call.response);
        const work = workOf(operation, call.request, caller);
        return runOperation(
          operationId,
          call,
          async (input) => {
            try {
              const { agencyId, keyId } = caller.admission;
              const data = dataOf(dataWithin, caller.admission, operation, gone);
              const form = answerForm(operationId, caller.release);
              const to: AnswerTo = {
                operationId,
                owner: ownerOf(caller),
                release: caller.release.date,
                door: data,
                sealer,
                present: (answer) => (form && typeof answer === 'object' ? form(answer as object) : answer),
              };
              const answered = await answerTo(to, call.request, call.response, (answering) =>
                handle(input, new KeyContext(call, caller, data, answering)),
              );
              if (operation.method !== 'get') await writes.note(agencyId);
              if (keyId !== null) uses.count(agencyId, keyId, operationId, itemsOf(answered.response));
              return answered.response as Awaited<ReturnType<typeof handle>>;
            } catch (error) {
              // A read that ended because its client is gone is not a failure.
              if (operation.method === 'get' && gone.aborted) return undefined;
              throw error;
            }
          },
          send,
          // Writing a long answer costs as much as reading it: it is a part of the turn.
          (action) => share.run(work, gone, action),
        );
      },
    }),
  });
  return { routes, match: operationMatcher(Object.keys(routes) as (keyof typeof routes)[], operations) };
}

export type PublicOperations = ReturnType<typeof publicOperations>;

/**
 * Throttles every request without a key and every one that needs none, by its headers and path. They share one throttle, so that a flood of many
 * paths gets no more than one of a single path; the health check, which load balancers request, has its own. Four in a turn let a flood double the
 * latency of others.
 */
function throttleOpen({ routes, match }: PublicOperations): ThrottleOf {
  const open = new Throttle({ perTurn: 2 });
  const health = new Throttle({ perTurn: 1 });
  return ({ method, path, headers }) => {
    const { operationId } = match(method, path);
    if (operationId === 'getHealth') return health;
    const needsKey = operationId ? routes[operationId].access === 'key' : path.startsWith('/v1/');
    return needsKey && headers.authorization !== undefined ? undefined : open;
  };
}

/**
 * The public API: every request's way in its fixed order. Version, key, scope, rate limit, body and handler are those of the one route that is
 * found.
 */
export function publicApp({ operations, readVersion, authenticate, ...options }: PublicAppOptions): Express {
  const { routes, match } = operations;
  /** Refusals of keys, and those of agencies that ask for too much, leave one at a time: a flood that is repeated at once slows down itself. */
  const refusals = new Throttle({ perTurn: 1 });
  const tooMuch = new Throttle({ perTurn: 1 });

  /** Refuses a request without a version or a key; of an operation, also one without its scope or over its limit. */
  const admit = async (routed: Routed | undefined, request: Request, response: Response): Promise<Caller> => {
    const release = readVersion(request.headers);
    const rateLimit = routed?.operation.rateLimit ?? null;
    const wanted = routed && { operationId: routed.operationId, rateLimit };
    const admission = await authenticate(request.headers.authorization, wanted);
    Object.assign(requestStateOf(response), {
      admission,
      isKnown: true,
      ...(admission.link && { sessionHash: admission.link.sessionHash }),
    });
    const { scopes, window } = admission;
    if (rateLimit && window) setRateLimitHeaders(response, rateLimit, window);
    if (routed) checkScope(scopes, routed.operation.scope);
    if (rateLimit && window) checkRateLimit(rateLimit, window);
    const { keyId, label, link } = admission;
    return { release, actor: { kind: 'key', id: keyId, name: label, ...(link && { isOfLink: true }) }, admission };
  };

  const serve: RequestHandler = async (request, response) => {
    const matched = match(request.method, request.path);
    if (!matched.operationId) {
      await admit(undefined, request, response);
      throw notFound(request, matched);
    }
    const route = routes[matched.operationId];
    requestStateOf(response).operationId = route.operationId;
    const call = { request, response, pathParameters: matched.pathParameters };
    if (route.access === 'open') await route.answer(call);
    else await route.answer(call, await admit(route, request, response));
  };

  const serveInTurn: RequestHandler = async (request, response, next) => {
    try {
      await serve(request, response, next);
    } catch (error) {
      const { admission } = requestStateOf(response);
      // A revoked key has no rate limit.
      if (error instanceof KeyRevoked) removeRateLimitHeaders(response);
      if (error instanceof Problem && error.status === 429 && admission) await tooMuch.letIn(admission.agencyId, response);
      // Without a key it has waited already.
      else if (error instanceof Problem && refusedStatuses.includes(error.status) && request.headers.authorization !== undefined)
        await refusals.letIn(addressOf(request), response);
      throw error;
    }
  };

  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false).set('trust proxy', options.trustedProxies);
  app.use(beginRequest(options, throttleOpen(operations)), leadTo('docs'), servedFiles(options.docs), missingPage(options.docs));
  app.use(
    servedFiles(options.portal),
    portalAuthentication(options.links),
    consolePages(options.portal, (linkId) => options.links.originsOf(linkId)),
  );
  app.use(serveInTurn);
  app.use(lostPage(options.docs, 'api'));
  app.use(problemWriter(options.errorsBase, options.log, 'api'));
  return app;
}
