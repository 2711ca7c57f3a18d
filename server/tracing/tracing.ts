/** Names, ids and numbers of the service; never content of a caller or a receiver. */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

export interface NewSpan {
  readonly name: string;
  /** `internal` unless given. */
  readonly kind?: 'internal' | 'server' | 'client' | 'producer';
  readonly attributes?: SpanAttributes;
}

/** Fields of a log line in a span. */
export interface TraceFields {
  readonly trace_id: string;
  readonly span_id: string;
}

/** A sampled span. */
export interface Span {
  /** The W3C header `traceparent` for children of this span. */
  readonly traceparent: string;
  readonly logFields: TraceFields;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Ends the span once. `failure` is a status, a problem, a code of PostgreSQL or the name of an error. */
  end(failure?: string): void;
}

export interface TracingLog {
  warn(fields: object, message: string): void;
}

/** The spans of a process. A span that is not sampled is undefined, and so are its children. */
export interface Tracing {
  /** Begins a trace, or continues the one of a `traceparent`; a malformed one is ignored. */
  begin(span: NewSpan, traceparent?: string | null): Span | undefined;
  /** The open span of the caller. */
  active(): Span | undefined;
  /** Begins a child of the active span. */
  child(span: NewSpan): Span | undefined;
  /** Runs an action, and everything that it starts, in the span, or in none. */
  within<Result>(span: Span | undefined, action: () => Result): Result;
  /** A callback that runs in the span that is active now, or in none. */
  bind<Callback extends (...args: never[]) => unknown>(callback: Callback): Callback;
  /** The numbers of spans that were exported, dropped from the full queue, or failed at the collector. */
  readonly counts: ReadonlyMap<string, number>;
  /** Logs spans that were not exported, at most once a minute. */
  reportTo(log: TracingLog): void;
  /** Exports the queued spans, within a bounded time. */
  close(): Promise<void>;
}

/** Without `OTEL_EXPORTER_OTLP_ENDPOINT`. */
export const noTracing: Tracing = {
  begin: () => undefined,
  active: () => undefined,
  child: () => undefined,
  within: (_, action) => action(),
  bind: (callback) => callback,
  counts: new Map(),
  reportTo: () => undefined,
  close: () => Promise.resolve(),
};

/** The failure for `Span.end`; never the message, which may contain values. */
export function kindOfFailure(error: unknown): string {
  const { code, slug, name } = (error ?? {}) as { code?: unknown; slug?: unknown; name?: unknown };
  for (const kind of [slug, code, name]) if (typeof kind === 'string' && /^[\w.]{1,60}$/.test(kind)) return kind;
  return 'Error';
}

/** Runs work in a child of the active span. */
export function inChild<Result>(tracing: Tracing, span: NewSpan, work: (span: Span | undefined) => Promise<Result>): Promise<Result> {
  return inSpan(tracing, tracing.child(span), work);
}

/** Runs work in a span, and ends the span with it. */
export async function inSpan<Result>(
  tracing: Tracing,
  span: Span | undefined,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  if (!span) return work(undefined);
  try {
    const result = await tracing.within(span, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(kindOfFailure(error));
    throw error;
  }
}
