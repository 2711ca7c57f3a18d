import { sleep, systemClock, type Clock, type Timer } from '../../lib/clock.ts';
import { backOffMs } from '../../lib/backoff.ts';
import type { LeasedDelivery } from '../claim/leased-delivery.ts';
import type { DeliveryLog } from '../deliverer-options.ts';
import { writableBatch, write, type CountedEndpoint, type FinishedAttempt, type RecordingSql, type WritableBatch } from './record.ts';
import { Unflushed } from './unflushed.ts';

export interface RecorderOptions {
  readonly clock?: Clock;
  readonly connection: RecordingSql;
  readonly log: Pick<DeliveryLog, 'warn' | 'error'>;
  /** Called with the number of outcomes under a lease that are safe from a crash of the database. */
  readonly onFlushed?: (lease: number, count: number) => void;
  /** Called with written outcomes, and the time at which their statement was sent. */
  readonly onWritten?: (batch: readonly FinishedAttempt[], sentAt: number) => void;
  /** Called with a delivery whose outcome cannot be written, not even without the receiver's response. */
  readonly onUnwritable?: (delivery: LeasedDelivery) => void;
  /** Called with the endpoints whose failures in a row were counted. */
  readonly onCounted: (endpoints: readonly CountedEndpoint[]) => void;
  /** Called with the time for which a batch occupied the event loop. */
  readonly observeTask?: (durationMs: number) => void;
  /** Called with the duration of a statement that wrote outcomes. */
  readonly observeWrite?: (durationMs: number, outcomeCount: number) => void;
  /** The longest wait of an outcome for others of its batch. */
  readonly gatherMs?: number | undefined;
}

const maxBatchSize = 500;
const maxPauseMs = 1_000;

/** Serialization failure, deadlock, lock not available, statement timeout. */
const conflictCodes = new Set(['40001', '40P01', '55P03', '57014']);

/** SQLSTATE classes of permanent errors: data, constraint, syntax and access. */
const permanentErrorClasses = new Set(['22', '23', '42']);

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '');

const isPermanent = (error: unknown) => permanentErrorClasses.has(codeOf(error).slice(0, 2));

/** Gathers outcomes and writes them in batches, one at a time. Batches that a crash of the database may have lost are written again. */
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

  /** Outcomes that are not being written yet. */
  get backlog(): number {
    return this.#waiting.length;
  }

  /** True from a failed write until the outcomes known by then are written. No delivery may be sent meanwhile. */
  get isFailing(): boolean {
    return this.#isFailing || this.#unflushed.hasLost;
  }

  add(finished: FinishedAttempt): void {
    this.#waiting.push(finished);
    if (this.#waiting.length >= maxBatchSize) this.#write();
    else this.#timer ??= this.#clock.setTimeout(() => this.#write(), this.#gatherMs);
  }

  /** Resolves when all outcomes that were added before are written, or the recorder stops. */
  async flush(): Promise<void> {
    const added = new Set(this.#waiting);
    do {
      this.#write();
      await this.#writing;
    } while (!this.#isStopping && this.#waiting.some((finished) => added.has(finished)));
  }

  /** Writes gathered outcomes for at most `timeoutMs`. Deliveries with other outcomes are sent again. */
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
      // Lost outcomes come first, because nothing is leased until they are written.
      let lost: WritableBatch | undefined;
      while (!this.#isStopping && (lost = this.#unflushed.takeLost())) await this.#writeAgain(lost);
      const batch = this.#takeBatch();
      if (batch.length > 0) await this.#writeBatch(batch);
    } while ((this.#waiting.length >= maxBatchSize || (this.#isFailing && this.#waiting.length > 0)) && !this.#isStopping);
    this.#isFailing = false;
  }

  /** A statement can settle a delivery only once. A second outcome of the same delivery waits for the next batch. */
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
    try {
      await this.#writeUntilAccepted(
        (sentAt) => writableBatch(batch, sentAt),
        (sentAt) => this.#options.onWritten?.(batch, sentAt),
      );
    } catch (error) {
      if (batch.length === 1) return this.#writeWithoutResponse(batch[0]!, error);
      // Halving finds the outcome that cannot be written, so that it does not block others.
      const middle = batch.length >> 1;
      await this.#writeBatch(batch.slice(0, middle));
      await this.#writeBatch(batch.slice(middle));
    }
  }

  async #writeAgain(lost: WritableBatch): Promise<void> {
    try {
      await this.#writeUntilAccepted(() => lost);
    } catch {
      // The database accepted the batch once: if it refuses it now, the outcomes were not lost.
      this.#unflushed.confirm(lost);
    }
  }

  /** Writes a batch until the database accepts it, or the recorder stops. Rejects with a permanent error. */
  async #writeUntilAccepted(batchAt: (sentAt: number) => WritableBatch, onWritten?: (sentAt: number) => void): Promise<void> {
    const { connection, log, observeTask, observeWrite, onCounted } = this.#options;
    for (let failures = 0; !this.#isStopping; failures++) {
      const begunAt = performance.now();
      const sentAt = this.#clock.now();
      const batch = batchAt(sentAt);
      const { lossCount } = connection;
      try {
        const written = write(connection, batch);
        observeTask?.(performance.now() - begunAt);
        const counted = await written;
        observeWrite?.(performance.now() - begunAt, batch.outcomeCount);
        this.#unflushed.add(batch, lossCount);
        onWritten?.(sentAt);
        if (counted.length > 0) onCounted(counted);
        return;
      } catch (error) {
        if (isPermanent(error)) throw error;
        const code = codeOf(error);
        this.#isFailing = true;
        log.warn({ err: error, code, outcomes: batch.outcomeCount }, 'could not record outcomes; retrying');
        await sleep(this.#clock, conflictCodes.has(code) ? Math.random() * 20 : backOffMs(failures, 100, maxPauseMs));
      }
    }
  }

  async #writeWithoutResponse(finished: FinishedAttempt, error: unknown): Promise<void> {
    const { log, onUnwritable } = this.#options;
    const { eventId, deliveryId } = finished.delivery;
    const fields = { err: error, event_id: eventId, delivery_id: deliveryId };
    if (finished.attempt === null) {
      log.error(fields, 'could not record the outcome');
      onUnwritable?.(finished.delivery);
    } else {
      log.error(fields, 'could not record the outcome with the receiver’s response');
      await this.#writeBatch([{ ...finished, attempt: null }]);
    }
  }
}
