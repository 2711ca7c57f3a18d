import type { WebhookHeaders } from '../verify-webhook.ts';
import { bytesOfBase64 } from '../webhook-signature.ts';
import type { WebhookHandler } from './handler.ts';

/** A body that is too long. */
const tooLong = { byteLength: Infinity };

/** Reads a body up to the limit. A body whose announced length exceeds it is not read. */
async function read(
  chunks: AsyncIterable<Uint8Array>,
  announced: unknown,
  { maxBodyBytes }: WebhookHandler,
): Promise<ArrayBuffer | typeof tooLong> {
  if (Number(announced) > maxBodyBytes) return tooLong;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    if ((bytes += chunk.length) > maxBodyBytes) return tooLong;
    parts.push(chunk as Uint8Array<ArrayBuffer>);
  }
  return new Blob(parts).arrayBuffer();
}

/** The part of Node's `IncomingMessage` that is used, with what body parsers add to it. */
export interface NodeRequest {
  /** The headers of the request. */
  readonly headers: WebhookHeaders;
  /** Whether a parser has read the body. */
  readonly readableDidRead: boolean;
  /** The bytes or the text of the body, if a platform stored them. */
  readonly rawBody?: unknown;
  /** The body that a parser left: bytes or text. */
  readonly body?: unknown;
  /** Reads the body. */
  iterator(options: { destroyOnReturn: boolean }): AsyncIterable<Uint8Array>;
}

/** The part of Node's `ServerResponse` that is used. */
export interface NodeResponse {
  /** Writes the status and the headers. */
  writeHead(status: number, headers: Record<string, string>): { end(body: string): unknown };
}

/**
 * A listener for `node:http`. It reads the body itself, or takes the bytes or the text of `express.raw()`, `express.text()` and `rawBody`.
 * A body that a parser consumed is answered with 500 and what to change.
 */
export function forNode(handler: WebhookHandler): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const given = request.rawBody ?? request.body;
    const isGiven = typeof given === 'string' || ArrayBuffer.isView(given) || request.readableDidRead;
    const announced = (request.headers as Record<string, unknown>)['content-length'];
    const body = isGiven ? given : await read(request.iterator({ destroyOnReturn: false }), announced, handler).catch(() => '');
    const { status, body: text } = await handler.respond(body, request.headers);
    // The rest of a body that is too large is not read.
    response.writeHead(status, status === 413 ? { connection: 'close' } : {}).end(text);
  };
}

/** A handler for a route of Express. Put the route before `app.use(express.json())`, or use `express.raw()` for it. */
export const forExpress = forNode;

/** Takes a web-standard `Request` and returns a `Response`: for Bun, Deno, Cloudflare Workers, Remix, SvelteKit and others. */
export function forFetch(handler: WebhookHandler): (request: Request) => Promise<Response> {
  return async (request) => {
    const chunks = (request.body ?? []) as AsyncIterable<Uint8Array>;
    const body = request.bodyUsed ? undefined : await read(chunks, request.headers.get('content-length'), handler).catch(() => '');
    const { status, body: text } = await handler.respond(body, request.headers);
    return new Response(text || null, { status });
  };
}

/** A route handler of Next.js: `export const POST = forNext(handler)` in `app/webhooks/route.ts`. */
export const forNext = forFetch;

/** A handler for a route of Hono. */
export function forHono(handler: WebhookHandler): (context: { readonly req: { readonly raw: Request } }) => Promise<Response> {
  const respond = forFetch(handler);
  return ({ req }) => respond(req.raw);
}

/** The parts of Fastify's instance, request and reply that are used. */
export interface FastifyLike {
  /** Removes the parsers of the plugin's own scope. */
  removeAllContentTypeParsers(): unknown;
  /** Adds the parser that passes bodies on as bytes. */
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parser: (request: never, body: Uint8Array, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown;
  /** Adds the route of the handler. */
  post(path: string, handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>): unknown;
}

interface FastifyRequestLike {
  readonly body: unknown;
  readonly headers: WebhookHeaders;
}

interface FastifyReplyLike {
  code(status: number): { send(body: string): unknown };
}

/**
 * A plugin of Fastify: `app.register(forFastify(handler), { prefix: '/webhooks' })`. Only its own route takes bodies as bytes; the
 * parsers of the others stay.
 */
export function forFastify(handler: WebhookHandler): (app: FastifyLike) => Promise<void> {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: handler.maxBodyBytes }, (_request, body, done) => done(null, body));
    app.post('/', async (request, reply) => {
      const { status, body } = await handler.respond(request.body, request.headers);
      return reply.code(status).send(body);
    });
  };
}

/** An event of API Gateway (REST and HTTP APIs), of a function URL or of a load balancer. */
export interface LambdaEvent {
  /** The body, as text or in Base64. */
  readonly body?: string | null;
  /** Whether the body is in Base64. */
  readonly isBase64Encoded?: boolean;
  /** The headers, each with one value. */
  readonly headers?: Readonly<Record<string, string | undefined>> | null;
  /** The headers with all of their values, which load balancers send instead. */
  readonly multiValueHeaders?: Readonly<Record<string, string[] | undefined>> | null;
}

/** A handler of AWS Lambda behind API Gateway, a function URL or a load balancer. */
export function forLambda(handler: WebhookHandler): (event: LambdaEvent) => Promise<{ statusCode: number; body: string }> {
  return async ({ body, isBase64Encoded, headers, multiValueHeaders }) => {
    const raw = isBase64Encoded && body ? bytesWithin(handler.maxBodyBytes, body) : (body ?? '');
    const { status, body: text } = await handler.respond(raw, multiValueHeaders ?? headers ?? {});
    return { statusCode: status, body: text };
  };
}

/** Decodes base64, which has 4 characters for 3 bytes, unless it is too long. */
const bytesWithin = (maxBytes: number, base64: string) => (base64.length * 0.75 - 2 > maxBytes ? tooLong : bytesOfBase64(base64));
