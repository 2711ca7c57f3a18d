import createFetchClient from 'openapi-fetch';
import { jsonOf } from './checks.ts';
import { sendRepeatedly, type Fetch, type SendingPolicy } from './send-repeatedly.ts';

/** A request as it goes out: every name is the contract's. */
export interface OutgoingRequest {
  readonly method: string;
  /** Path template, such as `/v1/orders/{order_id}`. */
  readonly path: string;
  readonly pathParameters?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; `undefined` sends no body. */
  readonly body?: unknown;
}

/** An answer whose body was read to its end, or a stream. */
export interface IncomingAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Of a stream. */
  readonly stream: ReadableStream<Uint8Array> | null;
  /** Whether an attempt before may have been done, and this is the answer to its repetition. */
  readonly mayBeRepetition: boolean;
}

/** Sends one request under a policy. Everything that depends on the HTTP client package is behind this type. */
export type Transport = (request: OutgoingRequest, policy: SendingPolicy) => Promise<IncomingAnswer>;

/**
 * The transport over openapi-fetch. Lists go out as the contract has them, separated by commas in one parameter.
 * Redirects are not followed: they would turn a POST into a GET and carry the key elsewhere.
 */
export function createTransport(baseUrl: string, headers: Readonly<Record<string, string>>, send: Fetch): Transport {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the methods are typed above this layer, by operation
  const client = createFetchClient<Record<string, any>>({
    baseUrl,
    headers,
    redirect: 'manual',
    querySerializer: { array: { style: 'form', explode: false } },
  });
  return async (request, policy) => {
    const body = request.body === undefined ? undefined : jsonOf(request.body);
    let text = '';
    let stream: IncomingAnswer['stream'] = null;
    let mayBeRepetition = false;
    const { response } = await client.request(request.method.toLowerCase() as 'get', request.path, {
      params: { path: request.pathParameters, query: request.query, header: request.headers },
      body,
      bodySerializer: (text: string) => text,
      parseAs: 'stream',
      fetch: async (outgoing: Request) => {
        const sent = await sendRepeatedly(send, policy, outgoing);
        if (policy.streams && sent.response.ok) stream = sent.response.body;
        else text = await sent.response.clone().text();
        mayBeRepetition = sent.mayBeRepetition;
        return sent.response;
      },
    });
    return { status: response.status, headers: response.headers, text, stream, mayBeRepetition };
  };
}
