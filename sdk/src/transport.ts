import { jsonOf, type HeaderValue } from './checks.ts';
import { sendRepeatedly, type Fetch, type SendingPolicy } from './send-repeatedly.ts';

/** A request with the names of the contract. */
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

/** A response whose body was read, or a stream. */
export interface IncomingResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body of a stream. */
  readonly stream: ReadableStream<Uint8Array> | null;
  /** True if an earlier attempt may have taken effect. */
  readonly mayBeRepetition: boolean;
}

/** Sends one request under a policy. */
export type Transport = (request: OutgoingRequest, policy: SendingPolicy) => Promise<IncomingResponse>;

/** The path of a request, with the parameters in it. */
export function pathOf({ path, pathParameters = {} }: OutgoingRequest): string {
  return path.replace(/\{(\w+)\}/g, (place, name: string) => encodeURIComponent(pathParameters[name] ?? place));
}

/** The encoded query. The items of a list are separated by commas. */
function queryOf({ query = {} }: OutgoingRequest): string {
  const encoded = (value: unknown) => [value].flat().map((item) => encodeURIComponent(String(item)));
  const parts = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value).join(',')}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** The transport to one address. */
export function createTransport(baseUrl: string, headers: Readonly<Record<string, HeaderValue>>, send: Fetch): Transport {
  return async (request, policy) => {
    const body = request.body === undefined ? undefined : jsonOf(request.body);
    const headersOf = async () => {
      const all = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
      for (const [name, value] of Object.entries({ ...headers, ...request.headers })) {
        all.set(name, typeof value === 'string' ? value : await value());
      }
      return all;
    };
    const url = baseUrl + pathOf(request) + queryOf(request);
    const { response, mayBeRepetition } = await sendRepeatedly(send, policy, { method: request.method, url, headersOf, body });
    const stream = policy.streams && response.ok ? response.body : null;
    const text = stream ? '' : await response.text();
    return { status: response.status, headers: response.headers, text, stream, mayBeRepetition };
  };
}
