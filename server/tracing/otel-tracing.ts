import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  createNoopMeter,
  type Attributes,
  type Context,
  type Meter,
  type Span as ApiSpan,
  type Tracer,
} from '@opentelemetry/api';
import { getNumberFromEnv, parseTraceParent } from '@opentelemetry/core';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { ATTR_ERROR_TYPE, ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions';
import type { TraceSettings } from '../config/trace-settings.ts';
import type { NewSpan, Span, SpanAttributes, TraceFields, Tracing, TracingLog } from './tracing.ts';

/** Spans that are not exported within this time of the stop are lost. */
const closeWithinMs = 2_000;

const maxAttributeLength = 256;

const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT, producer: SpanKind.PRODUCER } as const;

function samplerOf({ name, ratio }: TraceSettings['sampler']): Sampler {
  const samplers = {
    on: () => new AlwaysOnSampler(),
    off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const root = samplers[name.split('_').at(-1) as keyof typeof samplers]();
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** A meter provider that passes on the processor's counts of spans. */
function meterOf(onProcessed: (count: number, failure: unknown) => void) {
  const add = (count: number, attributes: Attributes = {}) => onProcessed(count, attributes[ATTR_ERROR_TYPE]);
  return { getMeter: () => Object.assign(Object.create(createNoopMeter()) as Meter, { createCounter: () => ({ add }) }) };
}

/** An option with the value of a variable; without it, OpenTelemetry's default applies. */
const numberIn = (option: string, variable: string) => {
  const value = getNumberFromEnv(variable);
  return value === undefined ? {} : { [option]: value };
};

class OtelSpan implements Span {
  readonly #span: ApiSpan;

  constructor(span: ApiSpan) {
    this.#span = span;
  }

  get isOpen(): boolean {
    return this.#span.isRecording();
  }

  get context(): Context {
    return trace.setSpan(ROOT_CONTEXT, this.#span);
  }

  get traceparent(): string {
    const { traceId, spanId } = this.#span.spanContext();
    return `00-${traceId}-${spanId}-01`;
  }

  get logFields(): TraceFields {
    const { traceId, spanId } = this.#span.spanContext();
    return { trace_id: traceId, span_id: spanId };
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(attributes);
  }

  end(failure?: string): void {
    if (!this.isOpen) return;
    if (failure !== undefined) this.#span.setAttribute(ATTR_ERROR_TYPE, failure).setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }
}

/** Spans by the packages of OpenTelemetry. Nothing is registered globally: this object stores the active span, and each child names its parent. */
export class OtelTracing implements Tracing {
  readonly #storage = new AsyncLocalStorage<OtelSpan | undefined>();
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly counts = new Map([
    ['exported', 0],
    ['dropped', 0],
    ['failed', 0],
  ]);
  #lastError: Error | undefined;
  #reporting: NodeJS.Timeout | undefined;
  #reportedCount = 0;

  constructor(settings: TraceSettings, exporter: SpanExporter, version: string) {
    const resource = resourceFromAttributes({
      [ATTR_SERVICE_NAME]: 'agency-service',
      [ATTR_SERVICE_VERSION]: version,
      'service.instance.id': randomUUID(),
      'process.pid': process.pid,
    });
    this.#provider = new TracerProvider({
      resource: resource.merge(detectResources({ detectors: [envDetector] })),
      sampler: samplerOf(settings.sampler),
      spanLimits: { attributeValueLengthLimit: maxAttributeLength },
      spanProcessors: [this.#processorOf(exporter)],
    });
    this.#tracer = this.#provider.getTracer('agency-service', version);
  }

  begin(span: NewSpan, traceparent?: string | null): OtelSpan | undefined {
    const remote = traceparent ? parseTraceParent(traceparent) : null;
    return this.#start(span, remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT);
  }

  active(): OtelSpan | undefined {
    const span = this.#storage.getStore();
    return span?.isOpen ? span : undefined;
  }

  child(span: NewSpan): OtelSpan | undefined {
    const parent = this.active();
    return parent && this.#start(span, parent.context);
  }

  within<Result>(span: Span | undefined, action: () => Result): Result {
    if (span === undefined && this.#storage.getStore() === undefined) return action();
    return this.#storage.run(span as OtelSpan | undefined, action);
  }

  bind<Callback extends (...args: never[]) => unknown>(callback: Callback): Callback {
    const span = this.#storage.getStore();
    return ((...args: never[]) => this.within(span, () => callback(...args))) as Callback;
  }

  reportTo(log: TracingLog, everyMs = 60_000): void {
    this.#reporting = setInterval(() => this.#report(log), everyMs).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#reporting);
    await Promise.race([this.#provider.shutdown().catch(() => undefined), sleep(closeWithinMs, undefined, { ref: false })]);
  }

  /** Exports spans in batches from a bounded queue. Further spans are dropped, so that no caller waits. */
  #processorOf(exporter: SpanExporter): BatchSpanProcessor {
    const count = (amount: number, failure: unknown) => {
      const outcome = failure === undefined ? 'exported' : failure === 'queue_full' ? 'dropped' : 'failed';
      this.counts.set(outcome, this.counts.get(outcome)! + amount);
    };
    return new BatchSpanProcessor({
      exporter: {
        export: (spans, done) =>
          exporter.export(spans, (result) => {
            this.#lastError = result.error ?? this.#lastError;
            done(result);
          }),
        shutdown: () => exporter.shutdown(),
      },
      selfObsMeterProvider: meterOf(count),
      ...numberIn('maxQueueSize', 'OTEL_BSP_MAX_QUEUE_SIZE'),
      ...numberIn('maxExportBatchSize', 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
      ...numberIn('scheduledDelayMillis', 'OTEL_BSP_SCHEDULE_DELAY'),
      ...numberIn('exportTimeoutMillis', 'OTEL_BSP_EXPORT_TIMEOUT'),
    });
  }

  #start({ name, kind = 'internal', attributes = {} }: NewSpan, parent: Context): OtelSpan | undefined {
    const span = this.#tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
    return (span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0 ? undefined : new OtelSpan(span);
  }

  #report(log: TracingLog): void {
    const [dropped, failed] = [this.counts.get('dropped')!, this.counts.get('failed')!];
    if (dropped + failed === this.#reportedCount) return;
    this.#reportedCount = dropped + failed;
    log.warn({ dropped, failed, ...(this.#lastError && { err: this.#lastError }) }, 'spans not exported since the start');
  }
}
