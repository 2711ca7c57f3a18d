import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';
import type { TraceSettings } from '../config/trace-settings.ts';

/** Longer than the exporter itself waits: a response that comes byte by byte ends here. */
const graceMs = 1_000;

/** The spans of a process by what became of them. */
export class SpanCounts {
  readonly counts = new Map([
    ['exported', 0],
    ['dropped', 0],
    ['failed', 0],
  ]);
  /** Why spans failed last. */
  lastError: Error | undefined;

  add(outcome: 'exported' | 'dropped' | 'failed', count: number): void {
    this.counts.set(outcome, this.counts.get(outcome)! + count);
  }
}

/** Counts what is exported, and gives up an export that takes too long. */
class CountingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #timeoutMs: number;
  readonly #counts: SpanCounts;
  readonly #onTaken: (count: number) => void;

  constructor(exporter: SpanExporter, timeoutMs: number, counts: SpanCounts, onTaken: (count: number) => void) {
    this.#exporter = exporter;
    this.#timeoutMs = timeoutMs + graceMs;
    this.#counts = counts;
    this.#onTaken = onTaken;
  }

  export(spans: ReadableSpan[], resultCallback: (result: ExportResult) => void): void {
    this.#onTaken(spans.length);
    let isOver = false;
    const finish = (result: ExportResult) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      const isExported = result.code === ExportResultCode.SUCCESS;
      this.#counts.add(isExported ? 'exported' : 'failed', spans.length);
      if (!isExported) this.#counts.lastError = result.error ?? new Error('the collector refused the spans');
      // The processor reports failures to a logger that all of the process shares; they are counted here instead.
      resultCallback({ code: ExportResultCode.SUCCESS });
    };
    const timer = setTimeout(() => {
      finish({ code: ExportResultCode.FAILED, error: new Error(`the collector did not respond within ${this.#timeoutMs} ms`) });
    }, this.#timeoutMs);
    timer.unref();
    this.#exporter.export(spans, finish);
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }
}

/** Exports spans in batches from a bounded queue. What does not fit is dropped and counted: no caller ever waits. */
export class BoundedExport implements SpanProcessor {
  readonly #batches: BatchSpanProcessor;
  readonly #counts: SpanCounts;
  readonly #most: number;
  #waitingCount = 0;

  constructor(exporter: SpanExporter, { queue, timeoutMs }: Pick<TraceSettings, 'queue' | 'timeoutMs'>, counts: SpanCounts) {
    this.#counts = counts;
    this.#most = queue.most;
    this.#batches = new BatchSpanProcessor({
      exporter: new CountingExporter(exporter, timeoutMs, counts, (count) => (this.#waitingCount -= count)),
      maxQueueSize: queue.most,
      maxExportBatchSize: queue.batch,
      scheduledDelayMillis: queue.delayMs,
      exportTimeoutMillis: timeoutMs + 2 * graceMs,
    });
  }

  onStart(): void {
    // Nothing is exported before its end.
  }

  onEnd(span: ReadableSpan): void {
    if (this.#waitingCount >= this.#most) return this.#counts.add('dropped', 1);
    this.#waitingCount += 1;
    this.#batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.#batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#batches.shutdown();
  }
}
