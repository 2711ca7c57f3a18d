/** What a span reports: names, ids and numbers of the service's own; never what a caller or a receiver sent. */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

export interface NewSpan {
  readonly name: string;
  /** `internal` unless given. */
  readonly kind?: 'internal' | 'server' | 'client' | 'producer';
  readonly attributes?: SpanAttributes;
}

/** Fields of a log line. */
export interface TraceFields {
  readonly trace_id: string;
  readonly span_id: string;
}

/** A sampled span. */
export interface Span {
  /** The W3C header `traceparent` for what has this span as its parent. */
  readonly traceparent: string;
  readonly logFields: TraceFields;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Ends the span once. `failure` is the kind of its failure: a status, a problem, a code of PostgreSQL or the name of an error. */
  end(failure?: string): void;
}

export interface TracingLog {
  warn(fields: object, message: string): void;
}

/**
 * The spans of a process. A span that is not sampled is undefined: then nothing is active, and what happens below it has no spans either.
 */
export interface Tracing {
  /** Begins a trace, or continues the one of a `traceparent`; a malformed one is ignored. */
  begin(span: NewSpan, traceparent?: string | null): Span | undefined;
  /** The open span that the caller runs in. */
  active(): Span | undefined;
  /** A span below the active one. */
  child(span: NewSpan): Span | undefined;
  /** Runs an action, and what it starts, in a span; without one, in none. */
  within<Result>(span: Span | undefined, action: () => Result): Result;
  /** A callback that runs in the span that is active now, or in none, whatever calls it. */
  bind<Callback extends (...args: never[]) => unknown>(callback: Callback): Callback;
  /** How many spans were exported, dropped because too many waited, and refused by the collector or lost on the way. */
  readonly counts: ReadonlyMap<string, number>;
  /** Reports spans that were not exported, once a minute. */
  reportTo(log: TracingLog): void;
  /** Exports what waits, within a bound. */
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

/** The kind of a failure, for `Span.end`: never its message, which may contain values. */
export function kindOfFailure(error: unknown): string {
  const { code, slug, name } = (error ?? {}) as { code?: unknown; slug?: unknown; name?: unknown };
  for (const kind of [slug, code, name]) if (typeof kind === 'string' && /^[\w.]{1,60}$/.test(kind)) return kind;
  return 'Error';
}

/** Runs work in a span below the active one, and ends it with the work. Costs a call where none is active. */
export function inChild<Result>(tracing: Tracing, span: NewSpan, work: (span: Span | undefined) => Promise<Result>): Promise<Result> {
  return inSpan(tracing, tracing.child(span), work);
}

/** Runs work in a span and ends it with the work. */
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
