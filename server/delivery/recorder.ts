import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { record, type FinishedAttempt, type RecordingSql } from './record.ts';

export interface RecorderLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface RecorderOptions {
  readonly connection: RecordingSql;
  readonly log: RecorderLog;
  /** Called when a batch is written, with the waiting time of its first retry (Infinity without one). */
  readonly onRecorded?: (soonestRetryMs: number) => void;
  /** Called with the endpoints that the breaker disabled. */
  readonly onDisabled: (endpointIds: readonly string[]) => void;
  /** How long the first outcome of a batch waits for others. */
  readonly gatherMs?: number | undefined;
}

const maxBatchSize = 500;
const longestPauseMs = 2_000;

/** Serialisation failure, deadlock, lock not available, statement timeout. */
const conflictCodes = new Set(['40001', '40P01', '55P03', '57014']);

/** Classes of errors that another try of the same statement meets again: data, constraint, syntax and access. */
const lastingErrorClasses = new Set(['22', '23', '42']);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Gathers outcomes and writes them in batches, one batch at a time. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #gatherMs: number;
  #waiting: FinishedAttempt[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #isStopping = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#gatherMs = options.gatherMs ?? 50;
  }

  /** Outcomes that are not written yet. */
  get backlog(): number {
    return this.#waiting.length;
  }

  add(finished: FinishedAttempt): void {
    this.#waiting.push(finished);
    if (this.#waiting.length >= maxBatchSize) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), this.#gatherMs);
  }

  /** Writes what was gathered. What the database does not take by the end of `timeoutMs` is sent again later. */
  async stop(timeoutMs: number): Promise<void> {
    const deadline = setTimeout(() => (this.#isStopping = true), timeoutMs);
    while ((this.#waiting.length > 0 || this.#writing) && !this.#isStopping) {
      this.#write();
      await this.#writing;
    }
    clearTimeout(deadline);
    clearTimeout(this.#timer);
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
      if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.#write(), this.#gatherMs);
    });
  }

  async #writeAll(): Promise<void> {
    do {
      const batch = this.#waiting.splice(0, maxBatchSize);
      if (batch.length > 0) await this.#writeBatch(batch);
    } while (this.#waiting.length >= maxBatchSize && !this.#isStopping);
  }

  async #writeBatch(batch: readonly FinishedAttempt[]): Promise<void> {
    const { connection, log, onDisabled, onRecorded } = this.#options;
    for (let failures = 0; !this.#isStopping; failures++) {
      try {
        const disabled = await record(connection, batch, performance.now());
        if (disabled.length > 0) onDisabled(disabled);
        onRecorded?.(Math.min(...batch.map(({ retryDelayMs }) => retryDelayMs ?? Infinity)));
        return;
      } catch (error) {
        const code = codeOf(error);
        if (lastingErrorClasses.has(code.slice(0, 2))) return this.#writeApart(batch, error);
        log.warn({ err: error, code, outcomes: batch.length }, 'outcomes not recorded yet');
        await sleep(conflictCodes.has(code) ? Math.random() * 20 : Math.min(longestPauseMs, 100 * 2 ** failures));
      }
    }
  }

  /** Finds the outcome that cannot be written, so that it holds up no other. Its lease expires and the attempt counts. */
  async #writeApart(batch: readonly FinishedAttempt[], error: unknown): Promise<void> {
    if (batch.length === 1) {
      const { event_id, delivery_id } = batch[0]!.delivery;
      this.#options.log.error({ err: error, event_id, delivery_id }, 'outcome cannot be recorded');
      return;
    }
    const middle = batch.length >> 1;
    await this.#writeBatch(batch.slice(0, middle));
    await this.#writeBatch(batch.slice(middle));
  }
}
