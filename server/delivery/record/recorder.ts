import { sleep, systemClock, type Clock, type Timer } from '../../lib/clock.ts';
import { writableBatch, write, type CountedEndpoint, type FinishedAttempt, type RecordingSql } from './record.ts';
import { Unflushed } from './unflushed.ts';
import { backOffMs } from '../../lib/back-off.ts';

export interface RecorderLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface RecorderOptions {
  readonly clock?: Clock;
  readonly connection: RecordingSql;
  readonly log: RecorderLog;
  /** Called with the number of outcomes of deliveries under a lease that no crash of the database loses any more. */
  readonly onFlushed?: (lease: number, count: number) => void;
  /** Called with outcomes that are written, and when their statement was sent. */
  readonly onSettled?: (batch: readonly FinishedAttempt[], sentAt: number) => void;
  /** Called with outcomes that cannot be written, not even without what the receiver answered. */
  readonly onUnwritable?: (batch: readonly FinishedAttempt[]) => void;
  /** Called with the endpoints whose failures in a row were counted. */
  readonly onCounted: (endpoints: readonly CountedEndpoint[]) => void;
  /** Hears how long a batch was in the making. */
  readonly observeTask?: (durationMs: number) => void;
  /** Called with the duration of a statement that wrote outcomes. */
  readonly observeWrite?: (durationMs: number, outcomeCount: number) => void;
  /** How long the first outcome of a batch waits for others. */
  readonly gatherMs?: number | undefined;
}

const maxBatchSize = 500;
const longestPauseMs = 1_000;

/** Serialisation failure, deadlock, lock not available, statement timeout. */
const conflictCodes = new Set(['40001', '40P01', '55P03', '57014']);

/** Classes of errors that another try of the same statement meets again: data, constraint, syntax and access. */
const lastingErrorClasses = new Set(['22', '23', '42']);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Gathers outcomes and writes them in batches, one batch at a time, and again where a crash of the database has lost them. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #clock: Clock;
  readonly #gatherMs: number;
  readonly #unflushed: Unflushed;
  #waiting: FinishedAttempt[] = [];
  #timer: Timer | undefined;
  #writing: Promise<void> | undefined;
  #isFailing = false;
  #isStopping = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#gatherMs = options.gatherMs ?? 50;
    this.#unflushed = new Unflushed({
      clock: this.#clock,
      connection: options.connection,
      onFlushed: (lease, count) => options.onFlushed?.(lease, count),
      onLost: () => this.#write(),
    });
  }

  /** Outcomes that are not written yet. */
  get backlog(): number {
    return this.#waiting.length;
  }

  /** True from a write that failed until everything that was known by then is written: nothing may be sent meanwhile. */
  get isFailing(): boolean {
    return this.#isFailing || this.#unflushed.hasLost;
  }

  add(finished: FinishedAttempt): void {
    this.#waiting.push(finished);
    if (this.#waiting.length >= maxBatchSize) this.#write();
    else this.#timer ??= this.#clock.setTimeout(() => this.#write(), this.#gatherMs);
  }

  /** Resolves when the outcomes that were added before are written, or the recorder stops. */
  async flush(): Promise<void> {
    const added = new Set(this.#waiting);
    do {
      this.#write();
      await this.#writing;
    } while (!this.#isStopping && this.#waiting.some((finished) => added.has(finished)));
  }

  /** Writes what was gathered. What the database does not take by the end of `timeoutMs` is sent again later. */
  async stop(timeoutMs: number): Promise<void> {
    const deadline = this.#clock.setTimeout(() => (this.#isStopping = true), timeoutMs);
    while ((this.#waiting.length > 0 || this.#writing || this.#unflushed.hasLost) && !this.#isStopping) {
      this.#write();
      await this.#writing;
    }
    this.#clock.clearTimeout(deadline);
    this.#clock.clearTimeout(this.#timer);
    this.#unflushed.stop();
  }

  #write(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
      if (this.#waiting.length > 0) this.#timer ??= this.#clock.setTimeout(() => this.#write(), this.#gatherMs);
    });
  }

  async #writeAll(): Promise<void> {
    do {
      await this.#writeLost();
      const batch = this.#takeBatch();
      if (batch.length > 0) await this.#writeBatch(batch);
    } while ((this.#waiting.length >= maxBatchSize || (this.#isFailing && this.#waiting.length > 0)) && !this.#isStopping);
    this.#isFailing = false;
  }

  /** A statement can settle a delivery once: a second outcome of the same one waits for the next batch. */
  #takeBatch(): FinishedAttempt[] {
    const ids = new Set<string>();
    const batch: FinishedAttempt[] = [];
    const left: FinishedAttempt[] = [];
    for (const finished of this.#waiting) {
      if (batch.length === maxBatchSize || ids.has(finished.delivery.deliveryId)) left.push(finished);
      else {
        ids.add(finished.delivery.deliveryId);
        batch.push(finished);
      }
    }
    this.#waiting = left;
    return batch;
  }

  async #writeBatch(batch: readonly FinishedAttempt[]): Promise<void> {
    const { connection, log, observeTask, observeWrite, onCounted, onSettled } = this.#options;
    for (let failures = 0; !this.#isStopping; failures++) {
      try {
        const begunAt = performance.now();
        const sentAt = this.#clock.now();
        const writable = writableBatch(batch, sentAt);
        const { lossCount } = connection;
        const written = write(connection, writable);
        observeTask?.(performance.now() - begunAt);
        const counted = await written;
        observeWrite?.(performance.now() - begunAt, batch.length);
        this.#unflushed.add(writable, lossCount);
        onSettled?.(batch, sentAt);
        if (counted.length > 0) onCounted(counted);
        return;
      } catch (error) {
        const code = codeOf(error);
        if (lastingErrorClasses.has(code.slice(0, 2))) return this.#writeApart(batch, error);
        this.#isFailing = true;
        log.warn({ err: error, code, outcomes: batch.length }, 'could not record outcomes; retrying');
        await sleep(this.#clock, conflictCodes.has(code) ? Math.random() * 20 : backOffMs(failures, 100, longestPauseMs));
      }
    }
  }

  /** Writes what a crash may have lost, before anything else: nothing is leased meanwhile. */
  async #writeLost(): Promise<void> {
    const { connection, log, onCounted } = this.#options;
    for (let failures = 0; this.#unflushed.hasLost && !this.#isStopping;) {
      const lost = this.#unflushed.takeLost();
      const { lossCount } = connection;
      try {
        const counted = await write(connection, lost);
        this.#unflushed.add(lost, lossCount);
        failures = 0;
        if (counted.length > 0) onCounted(counted);
      } catch (error) {
        const code = codeOf(error);
        log.warn({ err: error, code }, 'could not record outcomes one by one; retrying');
        // What was written once and is refused now cannot be lost.
        if (lastingErrorClasses.has(code.slice(0, 2))) this.#unflushed.forget(lost);
        else {
          this.#unflushed.putBack(lost);
          await sleep(this.#clock, conflictCodes.has(code) ? Math.random() * 20 : backOffMs(failures++, 100, longestPauseMs));
        }
      }
    }
  }

  /**
   * Finds the outcome that cannot be written, so that it holds up no other. It is written without what the receiver
   * answered, where that was at fault.
   */
  async #writeApart(batch: readonly FinishedAttempt[], error: unknown): Promise<void> {
    if (batch.length === 1) return this.#writeOne(batch[0]!, error);
    const middle = batch.length >> 1;
    await this.#writeBatch(batch.slice(0, middle));
    await this.#writeBatch(batch.slice(middle));
  }

  async #writeOne(finished: FinishedAttempt, error: unknown): Promise<void> {
    const { log, onUnwritable } = this.#options;
    const { eventId, deliveryId } = finished.delivery;
    const fields = { err: error, event_id: eventId, delivery_id: deliveryId };
    if (finished.attempt === null) {
      log.error(fields, 'could not record the outcome');
      onUnwritable?.([finished]);
    } else {
      log.error(fields, 'could not record the outcome with the receiver’s response');
      await this.#writeBatch([{ ...finished, attempt: null }]);
    }
  }
}
