import { performance } from 'node:perf_hooks';
import type { DeliveryConnection } from './connection.ts';
import { drain } from './drain.ts';
import { look } from './look.ts';

export interface UpkeepLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface UpkeepOptions {
  readonly connection: DeliveryConnection;
  readonly log: UpkeepLog;
  readonly sweepMs: number;
  /** Called with the active endpoints that have due deliveries. */
  readonly onDue: (endpointIds: readonly string[]) => void;
}

/** Looks follow each other no faster than this, however many retries are due. */
const minLookDistanceMs = 10;

const backlogCountEveryMs = 15_000;
const maxBacklogCounted = 100_000;

/** Finds by itself what no wake-up told of: a look now and then, and one when the next retry is due. */
export class Upkeep {
  readonly #options: UpkeepOptions;
  readonly #toDrain = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Infinity;
  #looking: Promise<void> | undefined;
  #draining: Promise<void> | undefined;
  #lastLookAt = -Infinity;
  #heartbeatAt = performance.now();
  #backlog = 0;
  #backlogCountedAt = -Infinity;
  #oldestDueMs = 0;
  readonly #stopping = new AbortController();

  constructor(options: UpkeepOptions) {
    this.#options = options;
  }

  start(): void {
    this.lookIn(0);
  }

  /** Looks after this time at the latest. */
  lookIn(delayMs: number): void {
    if (this.#stopping.signal.aborted) return;
    const at = Math.max(performance.now() + Math.min(delayMs, this.#options.sweepMs), this.#lastLookAt + minLookDistanceMs);
    if (at >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    this.#timer = setTimeout(() => this.#lookNow(), Math.max(0, Math.ceil(at - performance.now())));
  }

  /** Turns what waits for these endpoints into failure records, one endpoint after another. */
  drain(endpointIds: readonly string[]): void {
    for (const id of endpointIds) this.#toDrain.add(id);
    this.#draining ??= this.#drainAll().finally(() => (this.#draining = undefined));
  }

  facts(): { heartbeatAgeMs: number; backlog: number; oldestDueMs: number } {
    return { heartbeatAgeMs: performance.now() - this.#heartbeatAt, backlog: this.#backlog, oldestDueMs: this.#oldestDueMs };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await Promise.all([this.#looking, this.#draining]);
  }

  close(): Promise<void> {
    return this.#options.connection.close();
  }

  #lookNow(): void {
    this.#timer = undefined;
    this.#timerAt = Infinity;
    this.#lastLookAt = performance.now();
    if (this.#looking) return this.lookIn(minLookDistanceMs);
    this.#looking = this.#look().finally(() => (this.#looking = undefined));
  }

  async #look(): Promise<void> {
    const { connection, log, onDue, sweepMs } = this.#options;
    try {
      const waiting = await look(connection);
      this.#heartbeatAt = performance.now();
      this.#oldestDueMs = waiting.oldestDueMs;
      if (waiting.dueEndpointIds.length > 0) onDue(waiting.dueEndpointIds);
      if (waiting.endpointIdsToDrain.length > 0) this.drain(waiting.endpointIdsToDrain);
      this.lookIn(waiting.nextDueInMs ?? sweepMs);
      await this.#countBacklog();
    } catch (error) {
      log.error({ err: error }, 'due deliveries cannot be looked for');
    }
    this.lookIn(sweepMs);
  }

  async #countBacklog(): Promise<void> {
    if (performance.now() - this.#backlogCountedAt < backlogCountEveryMs) return;
    const [row] = await this.#options.connection.query<{ count: number }>({
      name: 'count-pending-deliveries',
      text: `SELECT count(*) AS count FROM (SELECT FROM deliveries WHERE status = 'pending' LIMIT ${maxBacklogCounted}) pending`,
    });
    this.#backlog = row!.count;
    this.#backlogCountedAt = performance.now();
  }

  async #drainAll(): Promise<void> {
    for (const endpointId of this.#toDrain) {
      if (this.#stopping.signal.aborted) return;
      try {
        const count = await drain(this.#options.connection, endpointId, this.#stopping.signal);
        if (count > 0)
          this.#options.log.info({ endpoint_id: endpointId, deliveries: count }, 'deliveries of a disabled endpoint became failures');
      } catch (error) {
        this.#options.log.error({ err: error, endpoint_id: endpointId }, 'deliveries of a disabled endpoint cannot be drained');
      }
      this.#toDrain.delete(endpointId);
    }
  }
}
