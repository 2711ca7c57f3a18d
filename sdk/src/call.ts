import {
  checkedAddress,
  checkedArguments,
  checkedCount,
  checkedFurtherHeaders,
  checkedHeaders,
  checkedHeaderValue,
  checkedText,
  type HeaderValue,
} from './checks.ts';
import { InvalidArgumentError } from './errors.ts';
import type { Operation } from './generated/operation.ts';
import { checkedHooks, Observer, type CallIdentity, type Hooks } from './observer.ts';
import { Pacer, type Pacing } from './pacing.ts';
import { readResponse } from './read-response.ts';
import { changes, type RetryRule } from './retry.ts';
import type { Fetch, SendingPolicy } from './send-repeatedly.ts';
import { sortArguments } from './sort-arguments.ts';
import { mayBeSettled, settleRepetition, type Repetition } from './settle-repetition.ts';
import { createTransport, pathOf, type IncomingResponse, type OutgoingRequest } from './transport.ts';

/** Settings of one call, after its arguments. */
export interface CallOptions {
  /** Ends the call at once, also between two attempts or two items of a list. The call then rejects with an `AbortError`. */
  signal?: AbortSignal;
  /** Time for each attempt in milliseconds, instead of the client's; `Infinity` for no limit. */
  timeoutMs?: number;
  /** How often a failed attempt is repeated, instead of the client's; 0 for never. */
  maxRetries?: number;
  /** Sent as `x-request-id`, and returned by the service. */
  requestId?: string;
  /**
   * Sent as `Service-Idempotency-Key` with each attempt of a POST. Within 24 hours, calls with the same key and arguments take effect once and return the same.
   * By default the client makes a key for each call. Set the `idempotencyKey` of an error to repeat its call.
   */
  idempotencyKey?: string;
  /**
   * Further headers, sent with each attempt, such as `traceparent`. Headers that the client itself sends, such as `Authorization`, are refused
   * with an `InvalidArgumentError`.
   */
  headers?: Readonly<Record<string, string>>;
  /** Called with the last response, even if the call then throws an error. */
  onAnswer?: (answer: AnswerInformation) => void;
}

/** The status, headers and request id of a response. */
export interface AnswerInformation {
  /** HTTP status. */
  readonly status: number;
  /** The headers, such as `RateLimit` and `ETag`. */
  readonly headers: Headers;
  /** The id of the request; quote it to the service's operator. */
  readonly requestId: string | undefined;
}

/** Settings of all clients. */
export interface ConnectionOptions extends Hooks {
  /** Another `fetch`, for example one with a proxy. The client calls it with a URL and settings. */
  fetch?: Fetch;
  /** Time for each attempt, from its start to the last byte of the response, in milliseconds. 30,000 by default, `Infinity` for no limit. */
  timeoutMs?: number;
  /** How often a failed attempt is repeated if that is safe. 2 by default, 0 for never. */
  maxRetries?: number;
  /**
   * Waits for the rate limit instead of being refused: `true`, or with the longest wait. The client then follows the `RateLimit` headers, and sends at
   * most 32 requests at once. Any number of calls may be made at the same time. Off by default.
   */
  pacing?: boolean | Pacing;
  /** Sent as `User-Agent`, for the service's logs. */
  userAgent?: string;
}

/** A request that is not one of the client's methods. */
export interface RawRequest {
  /** HTTP method. */
  method: string;
  /** Path and query, sent unchanged, such as `/v1/orders?limit=1`. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Further headers. */
  headers?: Record<string, string>;
}

/** The response to a raw request, whatever its status. */
export interface RawAnswer extends AnswerInformation {
  /** The body as text. */
  readonly text: string;
}

const accepted = {
  json: 'application/json',
  none: 'application/json',
  text: 'text/markdown, text/plain, text/html;q=0.5',
  stream: 'text/event-stream, application/json',
};

/** Calls operations at one address with one authorisation. */
export interface Caller {
  call(operationId: string, operation: Operation, given: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>;
  request(request: RawRequest, options?: CallOptions): Promise<RawAnswer>;
}

/** Builds the caller. `name` is the option that contained the address, for its error. */
export function createCaller(
  address: { url: unknown; name: string },
  headers: Readonly<Record<string, HeaderValue>>,
  { fetch: send = defaultFetch, timeoutMs = 30_000, maxRetries = 2, userAgent, pacing = false, ...given }: ConnectionOptions,
): Caller {
  const transport = createTransport(
    checkedAddress(address.url, address.name),
    { ...headers, ...(userAgent !== undefined && { 'user-agent': checkedHeaderValue('userAgent', userAgent) }) },
    send,
  );
  checkedCount('timeoutMs', timeoutMs);
  checkedCount('maxRetries', maxRetries);
  const hooks = checkedHooks(given);
  const pacer = checkedPacer(pacing);
  const policyOf = (
    call: CallIdentity,
    rule: RetryRule,
    options: CallOptions,
    further: Pick<SendingPolicy, 'changes' | 'idempotencyKey' | 'streams'>,
  ): SendingPolicy => ({
    rule,
    ...further,
    timeoutMs: checkedCount('timeoutMs', options.timeoutMs ?? timeoutMs),
    maxRetries: checkedCount('maxRetries', options.maxRetries ?? maxRetries),
    signal: options.signal,
    observer: new Observer(hooks, call),
    pace: pacer && ((signal, observer) => pacer.before(paceName(call), signal, (delayMs) => observer.paced(delayMs))),
  });
  return {
    async call(operationId, operation, given, options = {}) {
      const request = sortArguments(operation, given);
      const idempotencyKey = operation.method === 'POST' ? keyOf(options) : undefined;
      const common = headersOf(accepted[operation.answers], options, idempotencyKey);
      const call = { operationId, method: operation.method, path: pathOf(request) };
      const policy = policyOf(call, idempotencyKey === undefined ? operation.retry : 'safe', options, {
        changes: changes({ ...request, scope: operation.scope }),
        idempotencyKey,
        streams: operation.answers === 'stream',
      });
      let last: IncomingResponse | undefined;
      const send = async (outgoing: OutgoingRequest): Promise<IncomingResponse> =>
        (last = await transport({ ...outgoing, headers: { ...common, ...outgoing.headers } }, policy));
      try {
        return await resultOf({ operationId, operation, request, idempotencyKey }, send);
      } finally {
        if (last !== undefined) options.onAnswer?.(informationOf(last));
      }
    },
    async request(request, options = {}) {
      const { method, path, body, headers: given = {} } = checkedRequest(request);
      const ownKey = Object.entries(given).find(([name]) => name.toLowerCase() === keyHeader)?.[1];
      const idempotencyKey = method === 'POST' ? (ownKey ?? keyOf(options)) : undefined;
      const headers = { ...headersOf('application/json', options, ownKey === undefined ? idempotencyKey : undefined), ...given };
      const call = { operationId: undefined, method, path: path.replace(/\?.*/s, '') };
      const policy = policyOf(call, repeatableMethods.has(method) ? 'safe' : 'never', options, {
        changes: changes({ method, body }),
        idempotencyKey,
        streams: false,
      });
      const answer = await transport({ method, path, body, headers }, policy);
      options.onAnswer?.(informationOf(answer));
      return { ...informationOf(answer), text: answer.text };
    },
  };
}

/** The headers of a call. */
function headersOf(accept: string, { headers, requestId }: CallOptions, idempotencyKey: string | undefined): Record<string, string> {
  return {
    ...checkedFurtherHeaders(headers),
    accept,
    ...(requestId !== undefined && { 'x-request-id': checkedHeaderValue('requestId', requestId) }),
    ...(idempotencyKey !== undefined && { [keyHeader]: idempotencyKey }),
  };
}

/** Sends the request of an operation and reads its response; after a repetition, it returns the true result. */
async function resultOf(sent: Repetition, send: (request: OutgoingRequest) => Promise<IncomingResponse>): Promise<unknown> {
  const { operationId, operation, request } = sent;
  const answer = await send(request);
  try {
    const mayChange = changes({ ...request, scope: operation.scope });
    return readResponse(answer, operationId, { ...operation, changes: mayChange, idempotencyKey: sent.idempotencyKey });
  } catch (error) {
    if (!mayBeSettled(error, answer, operation)) throw error;
    return settleRepetition(sent, error, send);
  }
}

/** The service counts the requests of an operation; of a raw request, its method and path are the nearest. */
const paceName = ({ operationId, method, path }: CallIdentity): string => operationId ?? `${method} ${path}`;

function checkedPacer(pacing: boolean | Pacing): Pacer | undefined {
  if (pacing === false) return undefined;
  const { maxWaitMs } = pacing === true ? {} : checkedArguments(pacing);
  return new Pacer(maxWaitMs === undefined ? {} : { maxWaitMs: checkedCount('pacing.maxWaitMs', maxWaitMs) });
}

/** A checked raw request. */
function checkedRequest(request: RawRequest): RawRequest {
  const { method, path, body, headers } = checkedArguments(request);
  if (typeof method !== 'string' || !/^[a-z]+$/i.test(method) || /^(connect|trace|track)$/i.test(method)) {
    throw new InvalidArgumentError('method', 'the name of an HTTP method is required, such as GET');
  }
  const verb = method.toUpperCase();
  if (typeof path !== 'string' || !path.startsWith('/')) {
    throw new InvalidArgumentError('path', 'it starts with a slash, such as /v1/orders');
  }
  if (body !== undefined && (verb === 'GET' || verb === 'HEAD')) throw new InvalidArgumentError('body', `${verb} has none`);
  return { method: verb, path: checkedText('path', path), body, headers: checkedHeaders(headers) };
}

/** Methods whose repetition returns the same response, whatever the path: a POST by its idempotency key. */
const repeatableMethods = new Set(['GET', 'HEAD', 'PUT', 'POST']);

const keyHeader = 'service-idempotency-key';

/** The key of a call: the caller's, or a new one of 128 random bits. */
function keyOf({ idempotencyKey }: CallOptions): string {
  if (idempotencyKey !== undefined) return checkedIdempotencyKey(idempotencyKey);
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function checkedIdempotencyKey(key: unknown): string {
  if (typeof key === 'string' && /^[!-~]{1,255}$/.test(key)) return key;
  throw new InvalidArgumentError('idempotencyKey', '1 to 255 visible ASCII characters are required');
}

/** Read at each call, so that a `fetch` that is installed later counts. */
const defaultFetch: Fetch = (url, init) => globalThis.fetch(url, init);

function informationOf(answer: IncomingResponse): AnswerInformation {
  return { status: answer.status, headers: answer.headers, requestId: answer.headers.get('x-request-id') ?? undefined };
}
