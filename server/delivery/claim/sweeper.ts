import type { Clock, Timer } from '../../lib/clock.ts';
import type { DeliveryConnection } from '../record/connection.ts';
import type { DeliveryFacts, DeliveryLog } from '../deliverer-options.ts';
import type { DueEndpoint } from './dispatcher.ts';
import { drain } from '../upkeep/drain.ts';
import { countDue, findEndpointsToDrain, oldestDue, sweep } from './sweep.ts';

export interface SweeperOptions {
  readonly clock: Clock;
  readonly connection: DeliveryConnection;
  readonly log: Pick<DeliveryLog, 'info' | 'error'>;
  readonly sweepMs: number;
  /** Called with endpoints that have due deliveries. */
  readonly onDue: (endpoints: readonly DueEndpoint[]) => void;
  /** Called after each sweep that succeeded. */
  readonly onSwept: () => void;
  /** When the oldest delivery that waits for this process became due, in microseconds of the database's clock. */
  readonly oldestDueMicros: () => number | undefined;
}

/** A delivery may become visible this long after its due time, because its transaction commits late. */
const overlapMicros = 2_000_000;

/** The interval between the end of a full pass and the next one, which finds deliveries that sweeps missed. */
const passEveryMs = 30_000;

const backlogCountEveryMs = 15_000;
const maxBacklogCounted = 100_000;

/** Finds due deliveries without a notification: those that became due since the last sweep and, in steps, all others. */
export class Sweeper {
  readonly #options: SweeperOptions;
  readonly #toDrain = new Set<string>();
  readonly #announced = new Map<string, number>();
  readonly #stopping = new AbortController();
  #timer: Timer | undefined;
  #sweeping: Promise<void> | undefined;
  #draining: Promise<void> | undefined;
  #sweptMicros = 0;
  /** The database's clock at the last sweep. */
  #nowMicros = 0;
  /** The position of the full pass; undefined between two passes. */
  #passMicros: number | undefined = 0;
  #passEndedAt = 0;
  #heartbeatAt: number;
  #backlog = 0;
  #backlogCountedAt = -Infinity;
  #oldestPending = { oldestDueMs: 0, lowWaterMicros: 0 };

  constructor(options: SweeperOptions) {
    this.#options = options;
    this.#heartbeatAt = options.clock.now();
  }

  sweepNow(): void {
    if (this.#stopping.signal.aborted || this.#sweeping) return;
    this.#options.clock.clearTimeout(this.#timer);
    this.#sweeping = this.#sweep().finally(() => {
      this.#sweeping = undefined;
      if (!this.#stopping.signal.aborted) this.#timer = this.#options.clock.setTimeout(() => this.sweepNow(), this.#options.sweepMs);
    });
  }

  /** An announced endpoint had nothing due since that instant. The next sweep checks whether it must be drained. */
  checkEndpoint(endpointId: string, sinceMicros: number): void {
    this.#announced.set(endpointId, Math.min(sinceMicros, this.#announced.get(endpointId) ?? sinceMicros));
  }

  /** Turns pending deliveries of these endpoints into failure records, one endpoint after another. */
  drain(endpointIds: readonly string[]): void {
    for (const id of endpointIds) this.#toDrain.add(id);
    this.#draining ??= this.#drainAll().finally(() => (this.#draining = undefined));
  }

  facts(): Pick<DeliveryFacts, 'heartbeatAgeMs' | 'backlog' | 'oldestDueMs' | 'oldestPendingMs'> {
    const heartbeatAgeMs = this.#options.clock.now() - this.#heartbeatAt;
    const dueMicros = this.#options.oldestDueMicros();
    return {
      heartbeatAgeMs,
      backlog: this.#backlog,
      oldestDueMs: dueMicros === undefined ? 0 : Math.max(0, (this.#nowMicros - dueMicros) / 1_000 + heartbeatAgeMs),
      oldestPendingMs: this.#oldestPending.oldestDueMs,
    };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#options.clock.clearTimeout(this.#timer);
    await Promise.all([this.#sweeping, this.#draining]);
  }

  close(): Promise<void> {
    return this.#options.connection.close();
  }

  async #sweep(): Promise<void> {
    const { connection, log, onDue, onSwept } = this.#options;
    try {
      const { endpoints, nowMicros, reachedMicros } = await sweep(connection, this.#sweptMicros);
      this.#heartbeatAt = this.#options.clock.now();
      this.#nowMicros = nowMicros;
      this.#sweptMicros = reachedMicros === nowMicros ? nowMicros - overlapMicros : reachedMicros;
      onDue(endpoints);
      await this.#pass();
      this.#oldestPending = await oldestDue(connection, this.#oldestPending.lowWaterMicros);
      const announced = new Map(this.#announced);
      this.#announced.clear();
      const toDrain = await findEndpointsToDrain(connection, announced);
      if (toDrain.length > 0) this.drain(toDrain);
      await this.#countBacklog();
      onSwept();
    } catch (error) {
      log.error({ err: error }, 'could not query due deliveries');
      this.#passMicros = 0;
    }
  }

  /** One step of the full pass. */
  async #pass(): Promise<void> {
    if (this.#passMicros === undefined) {
      if (this.#options.clock.now() - this.#passEndedAt < passEveryMs) return;
      this.#passMicros = 0;
    }
    const from = this.#passMicros;
    const { endpoints, nowMicros, reachedMicros } = await sweep(this.#options.connection, from);
    this.#options.onDue(endpoints);
    const isOver = reachedMicros >= nowMicros;
    this.#passMicros = isOver ? undefined : reachedMicros;
    if (isOver) this.#passEndedAt = this.#options.clock.now();
  }

  async #countBacklog(): Promise<void> {
    if (this.#options.clock.now() - this.#backlogCountedAt < backlogCountEveryMs) return;
    this.#backlog = await countDue(this.#options.connection, this.#oldestPending.lowWaterMicros, maxBacklogCounted);
    this.#backlogCountedAt = this.#options.clock.now();
  }

  async #drainAll(): Promise<void> {
    const { connection, log } = this.#options;
    const { signal } = this.#stopping;
    for (const endpointId of this.#toDrain) {
      if (signal.aborted) return;
      const fields = { endpoint_id: endpointId };
      try {
        const deliveries = await drain(connection, endpointId, signal);
        if (deliveries > 0) log.info({ ...fields, deliveries }, 'recorded pending deliveries of a disabled endpoint as failures');
      } catch (error) {
        log.error({ ...fields, err: error }, 'could not drain deliveries of a disabled endpoint');
      }
      this.#toDrain.delete(endpointId);
    }
  }
}
