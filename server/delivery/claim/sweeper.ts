import type { Clock, Timer } from '../../lib/clock.ts';
import type { DeliveryConnection } from '../record/connection.ts';
import type { DueEndpoint } from './dispatcher.ts';
import { drain } from '../upkeep/drain.ts';
import { countDue, findEndpointsToDrain, oldestDue, sweep } from './sweep.ts';

export interface SweeperLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface SweeperOptions {
  readonly clock: Clock;
  readonly connection: DeliveryConnection;
  readonly log: SweeperLog;
  readonly sweepMs: number;
  /** Called with endpoints that have due deliveries. */
  readonly onDue: (endpoints: readonly DueEndpoint[]) => void;
  /** Called at each sweep that succeeded. */
  readonly onSwept: () => void;
  /** When the oldest delivery became due that waits for this process, in microseconds of the database's clock; undefined if none waits. */
  readonly oldestDueMicros: () => number | undefined;
}

/** A delivery may become visible this long after the time at which it is due: its transaction commits late. */
const overlapMicros = 2_000_000;

/** How long after a full pass the next one begins. It finds what no sweep could see. */
const passEveryMs = 30_000;

const backlogCountEveryMs = 15_000;
const maxBacklogCounted = 100_000;

/** Finds deliveries without a notification: those that became due since the last sweep and, in steps, all other due ones. */
export class Sweeper {
  readonly #options: SweeperOptions;
  readonly #toDrain = new Set<string>();
  readonly #doubtful = new Map<string, number>();
  readonly #stopping = new AbortController();
  #timer: Timer | undefined;
  #sweeping: Promise<void> | undefined;
  #draining: Promise<void> | undefined;
  #sweptMicros = 0;
  /** The database's clock at the last sweep. */
  #nowMicros = 0;
  /** Where the full pass has come to; undefined between two of them. */
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

  start(): void {
    this.sweepNow();
  }

  sweepNow(): void {
    if (this.#stopping.signal.aborted || this.#sweeping) return;
    this.#options.clock.clearTimeout(this.#timer);
    this.#sweeping = this.#sweep().finally(() => {
      this.#sweeping = undefined;
      if (!this.#stopping.signal.aborted) this.#timer = this.#options.clock.setTimeout(() => this.sweepNow(), this.#options.sweepMs);
    });
  }

  /** A notified endpoint had nothing due since that instant: its delivery may be gone. The next sweep checks. */
  doubt(endpointId: string, sinceMicros: number): void {
    this.#doubtful.set(endpointId, Math.min(sinceMicros, this.#doubtful.get(endpointId) ?? sinceMicros));
  }

  /** Turns what waits for these endpoints into failure records, one endpoint after another. */
  drain(endpointIds: readonly string[]): void {
    for (const id of endpointIds) this.#toDrain.add(id);
    this.#draining ??= this.#drainAll().finally(() => (this.#draining = undefined));
  }

  facts(): { heartbeatAgeMs: number; backlog: number; oldestDueMs: number; oldestPendingMs: number } {
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
      const doubtful = new Map(this.#doubtful);
      this.#doubtful.clear();
      const toDrain = await findEndpointsToDrain(connection, doubtful);
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
    for (const endpointId of this.#toDrain) {
      if (this.#stopping.signal.aborted) return;
      try {
        const count = await drain(this.#options.connection, endpointId, this.#stopping.signal);
        if (count > 0)
          this.#options.log.info(
            { endpoint_id: endpointId, deliveries: count },
            'recorded pending deliveries of a disabled endpoint as failures',
          );
      } catch (error) {
        this.#options.log.error({ err: error, endpoint_id: endpointId }, 'could not drain deliveries of a disabled endpoint');
      }
      this.#toDrain.delete(endpointId);
    }
  }
}
