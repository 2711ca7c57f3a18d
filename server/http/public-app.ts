import type { ErrorRequestHandler, Express, Request, Response } from 'express';
import type { OperationRequests, PublicImplementations } from '../../generated/interfaces/index.ts';
import { operations, type Operation } from '../../generated/operations.ts';
import { publicRoutes } from '../../generated/routes/public.ts';
import type { ResponseSealer } from '../access/idempotency/idempotent-request.ts';
import type { KeyOwner } from '../access/idempotency/stored-responses.ts';
import { itemsOf, type KeyUses } from '../access/keys/key-uses.ts';
import type { PortalLinks } from '../access/keys/portal-links.ts';
import type { Contexts, Release } from '../access/request-context.ts';
import type { ScopedDataFactory } from '../access/scope/scoped-models.ts';
import { TenantScope } from '../access/scope/tenant-scope.ts';
import type { AgencyWrites } from '../database/replica/agency-writes.ts';
import { KeyRevoked } from '../problems/errors.ts';
import { Problem } from '../problems/problem.ts';
import { responseForm } from '../versions/current-forms.ts';
import { addressOf } from './connection/client-address.ts';
import type { Streams } from './connection/streams.ts';
import { consolePages, type ConsolePages } from './console/console-pages.ts';
import { portalAuthentication } from './console/portal-authentication.ts';
import type { FairShare } from './fairness/fair-share.ts';
import type { Work } from './fairness/agency-queue.ts';
import { Throttle } from './fairness/throttle.ts';
import { listenerApp, openRoute, type ListenerOptions } from './lifecycle.ts';
import { servedFiles } from './static/served-files.ts';
import type { authenticator } from './steps/authenticate.ts';
import type { ThrottleOf } from './steps/begin-request.ts';
import { checkScope } from './steps/check-scope.ts';
import { KeyContext } from './steps/contexts.ts';
import { respondOnce } from './steps/idempotency-key.ts';
import { operationMatcher } from './steps/match-operation.ts';
import { removeRateLimitHeaders, setRateLimitHeaders } from './steps/rate-limit.ts';
import { requestStateOf, type Caller, type Matcher, type OperationCall, type Route } from './steps/request-state.ts';
import { responseSender, type ResponseSender } from './steps/send-response.ts';

export interface PublicOperationsOptions {
  readonly implementations: PublicImplementations<Contexts>;
  readonly scopedDataFor: ScopedDataFactory;
  readonly writes: AgencyWrites;
  readonly uses: Pick<KeyUses, 'count'>;
  readonly share: FairShare;
  readonly streams: Streams;
  /** Encrypts the responses that are stored for idempotency keys. */
  readonly sealer: ResponseSealer;
}

export interface PublicAppOptions extends Pick<
  ListenerOptions,
  'docs' | 'errorsBase' | 'isStopping' | 'log' | 'metrics' | 'tracing' | 'trustedProxies'
> {
  readonly operations: Matcher;
  readonly authenticate: ReturnType<typeof authenticator>;
  readonly readVersion: (headers: Request['headers']) => Release;
  readonly portal: ConsolePages;
  readonly links: Pick<PortalLinks, 'originsOf' | 'open'>;
}

/** Parameters other than those of a page. A page costs the same at any position of the list. */
const filters = /[?&](?!cursor=|limit=)[^&=]/;

function workOf({ method, costly }: Operation, { url }: Request, { actor, admission: { agencyId } }: Caller): Work {
  return {
    agencyId,
    keyId: actor.id ?? actor.kind,
    isCostly: costly === 'always' || (costly === 'filtered' && filters.test(url)),
    isRepeatable: method === 'get',
  };
}

/** Operators who act for an agency have idempotency keys of their own. */
const ownerOf = ({ actor, admission: { agencyId, creatorIds, link } }: Caller): KeyOwner => ({
  agencyId,
  callerId: `${actor.kind} ${actor.id ?? ''}`,
  ...(link && { sessionId: link.sessionHash.toString('hex') }),
  creatorIds,
});

/** Aborts when the client disconnects. */
function disconnectSignalOf(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => response.writableFinished || gone.abort());
  return gone.signal;
}

type OptionsOfKeys = Pick<PublicOperationsOptions, 'scopedDataFor' | 'writes' | 'uses' | 'share' | 'sealer'>;

type Handle = (context: KeyContext) => Promise<unknown>;

/** The response of the handler, or the one that is stored for the idempotency key. */
async function respond(
  { scopedDataFor, writes, uses, sealer }: OptionsOfKeys,
  call: OperationCall,
  gone: AbortSignal,
  handle: Handle,
): Promise<unknown> {
  const { operationId, operation } = call.route;
  const caller = call.state.caller!;
  const { agencyId, creatorIds, keyId, lastWrite, position } = caller.admission;
  const data = scopedDataFor(
    new TenantScope(agencyId, creatorIds),
    operation.read === 'replica' ? { lastWrite, now: position } : undefined,
    operation.method === 'get' ? gone : undefined,
  );
  const form = responseForm(operationId, caller.release);
  const present = (answer: unknown) => (form && typeof answer === 'object' ? form(answer as object) : answer);
  const to = { owner: ownerOf(caller), release: caller.release.date, data, sealer, present };
  const response = await respondOnce(to, call, (idempotency) => handle(new KeyContext(call, caller, data, idempotency)));
  if (operation.method !== 'get') await writes.note(agencyId);
  if (keyId !== null) uses.count(agencyId, keyId, operationId, itemsOf(response));
  return response;
}

/**
 * Runs the handler when the agency has a slot. The slot includes writing the response, because a long one costs as much to write as to
 * read.
 */
function answerInTurn(options: OptionsOfKeys, send: ResponseSender, call: OperationCall, handle: Handle): Promise<void> {
  const { request, response, state, route } = call;
  const { operationId, operation } = route;
  const gone = disconnectSignalOf(response);
  return options.share.run(workOf(operation, request, state.caller!), gone, async () => {
    const value = await respond(options, call, gone, handle).catch((error: unknown) => {
      // A read that ended because its client disconnected is not a failure.
      if (operation.method !== 'get' || !gone.aborted) throw error;
    });
    await send(operationId, value, call);
  });
}

/** The operations of the public API, for API keys and for operators who impersonate one. */
export function publicOperations({ implementations, streams, ...options }: PublicOperationsOptions): Matcher {
  const send = responseSender(streams);
  const routes = publicRoutes<Contexts, Route>(implementations, {
    open: openRoute(send),
    key: (operationId, handle) => ({
      operationId,
      operation: operations[operationId],
      answer: (call) =>
        answerInTurn(options, send, call, (context) => handle(call.input as OperationRequests[typeof operationId], context)),
    }),
  });
  return operationMatcher(Object.values(routes));
}

/**
 * Throttles requests that have or need no key. They share one throttle, so that a flood of many paths gets no more capacity than a flood of
 * one. The health check of load balancers has a separate one. Admitting four at a time would double the latency of others during a flood.
 */
function throttleUnauthenticated(match: Matcher): ThrottleOf {
  const open = new Throttle({ perTurn: 2 });
  const health = new Throttle({ perTurn: 1 });
  return ({ method, path, headers }) => {
    const { route } = match(method, path);
    if (route?.operationId === 'getHealth') return health;
    const needsKey = route ? route.operation.access === 'key' : path.startsWith('/v1/');
    return needsKey && headers.authorization !== undefined ? undefined : open;
  };
}

/** Refusals of requests without a version, without a valid key, or that violate the contract. */
const throttledStatuses = [400, 401];

/** Sends refusals one at a time, so that a flood slows down only itself. */
function throttleRefusals(): ErrorRequestHandler {
  const refusals = new Throttle({ perTurn: 1 });
  const ofAgencies = new Throttle({ perTurn: 1 });
  return async (error: unknown, request, response, next) => {
    const { admission } = requestStateOf(response);
    const status = error instanceof Problem ? error.status : undefined;
    // A revoked key has no rate limit.
    if (error instanceof KeyRevoked) removeRateLimitHeaders(response);
    if (status === 429 && admission) await ofAgencies.admit(admission.agencyId, response);
    // A request without a key was already throttled.
    else if (status !== undefined && throttledStatuses.includes(status) && request.headers.authorization !== undefined)
      await refusals.admit(addressOf(request), response);
    next(error);
  };
}

/** The public API, with its documentation and the agencies' portal. */
export function publicApp({ operations: match, readVersion, authenticate, portal, links, ...options }: PublicAppOptions): Express {
  return listenerApp({
    ...options,
    realm: 'api',
    home: 'docs',
    throttleOf: throttleUnauthenticated(match),
    pages: [servedFiles(portal), portalAuthentication(links), consolePages(portal, (linkId) => links.originsOf(linkId))],
    match: ({ method, path }) => match(method, path),
    async authenticate({ request, response, state }) {
      const release = readVersion(request.headers);
      const { operationId } = state;
      const rateLimit = operationId ? operations[operationId].rateLimit : null;
      const admission = await authenticate(request.headers.authorization, operationId && { operationId, rateLimit });
      const { keyId, label, link, window } = admission;
      const actor = { kind: 'key', id: keyId, name: label, ...(link && { isOfLink: true }) } as const;
      Object.assign(state, {
        admission,
        isAuthenticated: true,
        caller: { release, actor, admission },
        ...(link && { sessionHash: link.sessionHash }),
      });
      if (rateLimit && window) setRateLimitHeaders(response, rateLimit, window);
    },
    authorize: ({ state }, { operation }) => checkScope(state.admission!.scopes, operation.scope),
    onRefused: throttleRefusals(),
  });
}
