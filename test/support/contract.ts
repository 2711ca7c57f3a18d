import { operations, type OperationId } from '../../generated/operations.ts';
import { operationMatcher } from '../../server/http/steps/match-operation.ts';
import { responseValidator } from './response-validators.ts';
import { declaredResponse, isHeaderValue, type DeclaredResponse } from './declared-responses.ts';

export type ListenerName = 'public' | 'operator';

/** A response as the service sent it, with its body decoded. */
export interface SentResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The version that was requested. */
  readonly version?: string | undefined;
}

const all = Object.entries(operations).map(([id, operation]) => ({ operationId: id as OperationId, operation }));
const matcherOf = (listener: ListenerName) => operationMatcher(all.filter(({ operation }) => operation.listener === listener));
const matchers = { public: matcherOf('public'), operator: matcherOf('operator') };

/** Headers that HTTP defines, which the contract need not declare. */
const headersOfHttp = new Set([
  'allow',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-type',
  'date',
  'keep-alive',
  'referrer-policy',
  'transfer-encoding',
  'vary',
]);

/** Statuses of responses that may lack rate limit headers: the request was not counted. */
const mayBeUncounted = new Set([400, 401, 403, 500, 503]);

/** Operations that declare the responses to requests without an operation. */
const standIns: Readonly<Record<ListenerName, Readonly<Record<number, OperationId>>>> = {
  public: { 400: 'getMe', 401: 'getMe', 404: 'getErrorPage', 500: 'getErrorPage', 503: 'getErrorPage' },
  operator: {
    400: 'createOperatorToken',
    401: 'getMetrics',
    403: 'getMetrics',
    404: 'getErrorPage',
    413: 'createOperatorToken',
    415: 'createOperatorToken',
    429: 'getMetrics',
    500: 'getMetrics',
    503: 'getMetrics',
  },
};

/** Public operations during impersonation: responses follow the contract, except that 401 and 403 concern the operator and no rate limit applies. */
const inPlace = /^\/console\/agencies\/[^/]+(\/v1\/.*)$/;

/** The contract declares neither files of documentation, console and portal nor the redirect from `/`. They have the headers of every response. */
const assetHeaders = ['x-request-id', 'x-content-type-options'];
const assets: Readonly<Record<ListenerName, RegExp>> = {
  public: /^\/(docs\/.*|llms(-full)?\.txt|portal(\/.*)?)?$/,
  operator: /^\/(operator\/docs\/.*|llms(-full)?\.txt|console(\/.*)?)?$/,
};
/** The 404 page of the documentation. */
const isMissingPage = (path: string, { status, headers }: SentResponse) =>
  status === 404 && /^(\/operator)?\/docs\//.test(path) && headers.get('content-type') === 'text/html; charset=utf-8';
const portalSession = /^\/portal\/[^/]+\/session$/;
const isAsset = (listener: ListenerName, path: string) => assets[listener].test(path);

function* wrongHeaders(declared: DeclaredResponse, { status, headers }: SentResponse, isCounted: boolean): Generator<string> {
  for (const [name, header] of declared.headers) {
    const text = headers.get(name);
    if (text === null ? header.required : !isHeaderValue(text, header)) yield text === null ? `has no ${name}` : `has ${name}: ${text}`;
  }
  for (const name of headers.keys()) {
    if (!declared.headers.has(name) && !headersOfHttp.has(name)) yield `has ${name}, which is not declared`;
  }
  if (headers.has('allow') && status !== 404) yield 'has allow';
  if (declared.headers.has('ratelimit') && isCounted) {
    const has = [headers.has('ratelimit'), headers.has('ratelimit-policy')];
    if (has[0] !== has[1] || (!has[0] && !mayBeUncounted.has(status))) yield 'has not both RateLimit and RateLimit-Policy';
  }
}

function* wrongProblem(target: string, { status, headers }: SentResponse, body: Record<string, unknown>): Generator<string> {
  if (body['status'] !== status) yield 'has another status in its body';
  if (body['instance'] !== target) yield `has instance ${JSON.stringify(body['instance'])}`;
  if ('request_id' in body && body['request_id'] !== headers.get('x-request-id')) yield 'has another request_id in its body';
}

/** A browser gets a page with the same status if its address has no operation. */
const errorPageStatuses: readonly number[] = [400, 401, 404];
const isErrorPage = (operationId: OperationId | undefined, { status, headers }: SentResponse) =>
  operationId === undefined && errorPageStatuses.includes(status) && headers.get('content-type') === 'text/html; charset=utf-8';

function* wrongBody(
  id: OperationId,
  method: string,
  target: string,
  declared: DeclaredResponse,
  answered: SentResponse,
): Generator<string> {
  const { status, headers, text } = answered;
  const contentType = headers.get('content-type');
  if (declared.mediaTypes.length === 0) {
    if (contentType !== null) yield `has ${contentType}, and no body is declared`;
    if (text !== '') yield 'has a body, and none is declared';
    return;
  }
  const mediaType = contentType?.split(';')[0];
  if (!mediaType || !declared.mediaTypes.includes(mediaType))
    yield `has ${contentType}, and ${declared.mediaTypes.join(' or ')} is declared`;
  if (mediaType === 'application/problem+json' && contentType !== mediaType) yield `has ${contentType}`;
  if (method === 'HEAD') {
    if (text !== '') yield 'has a body';
    return;
  }
  if (text === '') yield 'has no body';
  if (text === '' || !mediaType?.endsWith('json')) return;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    yield 'is not JSON';
    return;
  }
  const validate = responseValidator(id, status, answered.version);
  if (!validate) yield 'has JSON, and no schema is declared';
  else if (!validate(body)) yield `is against its schema: ${JSON.stringify(validate.errors)}`;
  if (status >= 400) yield* wrongProblem(target, answered, body as Record<string, unknown>);
}

/** Differences between a response and the contract: status, headers, media type, body, undeclared members. */
export function violationsOf(listener: ListenerName, method: string, target: string, answered: SentResponse): string[] {
  const { status, headers, text } = answered;
  const path = target.split('?')[0]!;
  const inside = listener === 'operator' ? inPlace.exec(path)?.[1] : undefined;
  const { route } = inside === undefined ? matchers[listener](method, path) : matchers.public(method, inside);
  const operationId = route?.operationId;
  if (inside === undefined && isAsset(listener, path) && (status < 400 || isMissingPage(path, answered)))
    return assetHeaders.filter((name) => !headers.get(name)).map((name) => `has no ${name}`);
  // Opening a portal link needs no version, like the login to the console.
  const standIn = standIns[portalSession.test(path) ? 'operator' : listener][status];
  const isOwn = inside === undefined || (status !== 401 && status !== 403 && operationId && declaredResponse(operationId, status));
  const id = isOwn ? (operationId ?? standIn) : standIn;
  const declared = id && declaredResponse(id, status);
  if (!declared) return [operationId ? `is not declared by ${operationId}` : 'is not an operation of the contract'];
  const bodies = isErrorPage(operationId, answered) ? [] : wrongBody(id, method, target, declared, answered);
  const found = [...wrongHeaders(declared, answered, inside === undefined), ...bodies];
  return found.length === 0 || text === '' ? found : [...found, text.slice(0, 1_000)];
}

/** Throws if a response violates the contract. */
export function expectContract(listener: ListenerName, method: string, target: string, answered: SentResponse): void {
  const found = violationsOf(listener, method, target, answered);
  if (found.length > 0) throw new Error(`${method} ${target} answered ${answered.status}, which ${found.join('; ')}`);
}
