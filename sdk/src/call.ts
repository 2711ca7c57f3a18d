import { checkedAddress, checkedArguments, checkedCount, checkedHeaders, checkedHeaderValue, checkedText } from './checks.ts';
import { InvalidArgumentError } from './errors.ts';
import type { Operation } from './generated/operation.ts';
import { readAnswer } from './read-answer.ts';
import type { RetryRule } from './retry.ts';
import type { Fetch, RetryInformation, SendingPolicy } from './send-repeatedly.ts';
import { sortArguments } from './sort-arguments.ts';
import { mayBeSettled, settleRepetition, type Repetition } from './settle-repetition.ts';
import { createTransport, type IncomingAnswer, type OutgoingRequest } from './transport.ts';

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
export interface ConnectionOptions {
  /** Another `fetch`, for example one with a proxy. The client calls it with a URL and settings. */
  fetch?: Fetch;
  /** Time for each attempt, from its start to the last byte of the response, in milliseconds. 30,000 by default, `Infinity` for no limit. */
  timeoutMs?: number;
  /** How often a failed attempt is repeated if that is safe. 2 by default, 0 for never. */
  maxRetries?: number;
  /** Called before each wait for another attempt, for example to log why a call takes long. */
  onRetry?: (retry: RetryInformation) => void;
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
  text: 'text/html, text/plain',
  stream: 'text/event-stream, application/json',
};

/** Calls operations at one address with one authorisation. */
export interface Caller {
  call(operationId: string, operation: Operation, given: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>;
  request(request: RawRequest, options?: CallOptions): Promise<RawAnswer>;
}

/** Builds the caller. `name` is the option that contained the address, for its error. */
export function createCaller(
  address: { url: string; name: string },
  headers: Readonly<Record<string, string>>,
  { fetch: send = defaultFetch, timeoutMs = 30_000, maxRetries = 2, onRetry, userAgent }: ConnectionOptions,
): Caller {
  const transport = createTransport(
    checkedAddress(address.url, address.name),
    { ...headers, ...(userAgent !== undefined && { 'user-agent': checkedHeaderValue('userAgent', userAgent) }) },
    send,
  );
  checkedCount('timeoutMs', timeoutMs);
  checkedCount('maxRetries', maxRetries);
  const policyOf = (rule: RetryRule, options: CallOptions, streams = false): SendingPolicy => ({
    rule,
    streams,
    timeoutMs: checkedCount('timeoutMs', options.timeoutMs ?? timeoutMs),
    maxRetries: checkedCount('maxRetries', options.maxRetries ?? maxRetries),
    signal: options.signal,
    onRetry,
  });
  return {
    async call(operationId, operation, given, options = {}) {
      const request = sortArguments(operation, given);
      const accept = accepted[operation.answers];
      const common = { accept, ...requestIdHeader(options) };
      const policy = policyOf(operation.retry, options, operation.answers === 'stream');
      let last: IncomingAnswer | undefined;
      const send = async (outgoing: OutgoingRequest): Promise<IncomingAnswer> =>
        (last = await transport({ ...outgoing, headers: { ...common, ...outgoing.headers } }, policy));
      try {
        return await resultOf({ operationId, operation, request }, send);
      } finally {
        if (last !== undefined) options.onAnswer?.(informationOf(last));
      }
    },
    async request(request, options = {}) {
      const { method, path, body, headers: further } = checkedRequest(request);
      const answer = await transport(
        { method, path, body, headers: { accept: 'application/json', ...requestIdHeader(options), ...further } },
        policyOf(repeatableMethods.has(method) ? 'safe' : 'never', options),
      );
      options.onAnswer?.(informationOf(answer));
      return { ...informationOf(answer), text: answer.text };
    },
  };
}

/** Sends the request of an operation and reads its response; after a repetition, it returns the true result. */
async function resultOf(sent: Repetition, send: (request: OutgoingRequest) => Promise<IncomingAnswer>): Promise<unknown> {
  const { operationId, operation, request } = sent;
  const answer = await send(request);
  try {
    return readAnswer(answer, operationId, operation);
  } catch (error) {
    if (!mayBeSettled(error, answer, operation)) throw error;
    return settleRepetition(sent, error, send);
  }
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

/** Methods whose repetition returns the same response, whatever the path. */
const repeatableMethods = new Set(['GET', 'HEAD', 'PUT']);

/** Read at each call, so that a `fetch` that is installed later counts. */
const defaultFetch: Fetch = (url, init) => globalThis.fetch(url, init);

function requestIdHeader({ requestId }: CallOptions): Record<string, string> {
  return requestId === undefined ? {} : { 'x-request-id': checkedHeaderValue('requestId', requestId) };
}

function informationOf(answer: IncomingAnswer): AnswerInformation {
  return { status: answer.status, headers: answer.headers, requestId: answer.headers.get('x-request-id') ?? undefined };
}
