import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { jsonOf } from './otlp-protobuf.ts';

/** A span as the JSON form of OTLP has it, its attributes by their names. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly isError: boolean;
  readonly resource: Readonly<Record<string, unknown>>;
  readonly durationMs: number;
}

export interface Collector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** The bodies of the requests, uncompressed; texts are readable in them in every form. */
  readonly bodies: readonly string[];
  readonly headers: readonly IncomingHttpHeaders[];
  /** What the next requests are answered, in place of success. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** The spans of a trace, once one of them has this name. */
  traceWith(traceId: string, name: string | RegExp): Promise<readonly CollectedSpan[]>;
  close(): Promise<void>;
}

const kinds = ['', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

/** Values as `AnyValue` of OTLP: exactly one member. */
function valueOf(value: Readonly<Record<string, unknown>>): string | number | boolean {
  const [[type, content] = [], ...others] = Object.entries(value);
  if (others.length > 0) throw new Error(`several values: ${JSON.stringify(value)}`);
  if (type === 'intValue') return Number(content);
  if (type === 'stringValue' || type === 'doubleValue' || type === 'boolValue') return content as string;
  throw new Error(`not a value of an attribute: ${JSON.stringify(value)}`);
}

const attributesOf = (attributes: readonly { key: string; value: Readonly<Record<string, unknown>> }[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));

function checked(text: unknown, form: RegExp, what: string): string {
  if (typeof text !== 'string' || !form.test(text)) throw new Error(`${what} is ${JSON.stringify(text)}`);
  return text;
}

/** Reads `ExportTraceServiceRequest` in the JSON form of OTLP 1: ids in hexadecimal, times as text. */
export function decode(body: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body) as { resourceSpans: any[] };
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    (scopeSpans as any[]).flatMap(({ spans }) =>
      (spans as any[]).map((span): CollectedSpan => {
        const [start, end] = [span.startTimeUnixNano, span.endTimeUnixNano].map((time) => BigInt(checked(time, /^\d{19}$/, 'a time')));
        return {
          traceId: checked(span.traceId, /^[\da-f]{32}$/, 'a trace id'),
          spanId: checked(span.spanId, /^[\da-f]{16}$/, 'a span id'),
          parentSpanId: span.parentSpanId ? checked(span.parentSpanId, /^[\da-f]{16}$/, 'a parent') : undefined,
          name: checked(span.name, /./, 'a name'),
          kind: checked(kinds[span.kind as number], /./, 'a kind') as CollectedSpan['kind'],
          attributes: attributesOf(span.attributes),
          isError: span.status?.code === 2,
          resource: attributesOf(resource.attributes),
          durationMs: Number(end! - start!) / 1e6,
        };
      }),
    ),
  );
}

/** Media types of OTLP/HTTP, each with its empty response and with what turns a request into JSON. */
const forms: Readonly<Record<string, { readonly success: string; toJson(body: Buffer): string }>> = {
  'application/json': { success: '{}', toJson: (body) => body.toString('utf8') },
  'application/x-protobuf': { success: '', toJson: jsonOf },
};

/** A collector of OpenTelemetry on the loopback address: it takes traces over OTLP/HTTP. */
export async function startCollector(port = 0): Promise<Collector> {
  const [spans, bodies, headers]: [CollectedSpan[], string[], IncomingHttpHeaders[]] = [[], [], []];
  let failure: Error | undefined;
  const server = createServer((request, response) => {
    if (collector.answer) return collector.answer(request, response);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      try {
        if (request.url !== '/v1/traces') throw new Error(`not a path of OTLP: ${request.url}`);
        const type = request.headers['content-type'] ?? '';
        const form = forms[type];
        if (!form) throw new Error(`not a media type of OTLP: ${type}`);
        const sent = Buffer.concat(chunks);
        const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
        bodies.push(body.toString('utf8'));
        headers.push(request.headers);
        spans.push(...decode(form.toJson(body)));
        response.writeHead(200, { 'content-type': type }).end(form.success);
      } catch (error) {
        failure ??= error as Error;
        response.writeHead(400).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    headers,
    answer: undefined,
    async traceWith(traceId, name) {
      const giveUpAt = Date.now() + 20_000;
      for (;;) {
        if (failure) throw failure;
        const trace = spans.filter((span) => span.traceId === traceId);
        if (trace.some((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)))) return trace;
        if (Date.now() > giveUpAt)
          throw new Error(`no span ${String(name)} in the trace, but: ${trace.map((span) => span.name).join(', ')}`);
        await sleep(20);
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return collector;
}
