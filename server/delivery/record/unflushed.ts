import type { Clock, Timer } from '../../lib/clock.ts';
import { bytesOf } from '../../database/replica/agency-writes.ts';
import type { RecordingSql, WritableBatch } from './record.ts';

export interface UnflushedOptions {
  readonly clock: Clock;
  readonly connection: RecordingSql;
  /** Called with the number of outcomes under a lease that are on the disk. */
  readonly onFlushed: (lease: number, count: number) => void;
  /** Called when written outcomes may be lost. */
  readonly onLost: () => void;
}

interface Written {
  readonly batch: WritableBatch;
  /** How often the connection had been lost when it was written. */
  readonly lossCount: number;
  /** The position of the write-ahead log after its commit; undefined until it is requested. */
  position: number | undefined;
}

/** Less often than the server flushes its log by itself. */
const checkEveryMs = 500;

const positions = `SELECT ${bytesOf('pg_current_wal_insert_lsn()')} AS written, ${bytesOf('pg_current_wal_flush_lsn()')} AS flushed`;

/**
 * Batches that were committed with `synchronous_commit = off` and are not yet on the disk. A server that crashes loses the last commits and
 * all connections, so batches written before a connection was lost must be written again.
 */
export class Unflushed {
  readonly #options: UnflushedOptions;
  /** In the order of writing, so that the batches that may be lost come first. */
  #written: Written[] = [];
  #timer: Timer | undefined;
  #isStopping = false;

  constructor(options: UnflushedOptions) {
    this.#options = options;
  }

  get hasLost(): boolean {
    const [first] = this.#written;
    return first !== undefined && first.lossCount !== this.#options.connection.lossCount;
  }

  /** `lossCount` of the connection when the batch was sent. */
  add(batch: WritableBatch, lossCount: number): void {
    this.#written.push({ batch, lossCount, position: undefined });
    this.#checkLater();
  }

  /** The first batch that may be lost. */
  takeLost(): WritableBatch | undefined {
    return this.hasLost ? this.#written.shift()!.batch : undefined;
  }

  /** The batch is on the disk. */
  confirm({ countByLease }: WritableBatch): void {
    for (const [lease, count] of countByLease) this.#options.onFlushed(lease, count);
  }

  stop(): void {
    this.#isStopping = true;
    this.#options.clock.clearTimeout(this.#timer);
  }

  #checkLater(): void {
    if (this.#isStopping || this.#written.length === 0) return;
    this.#timer ??= this.#options.clock.setTimeout(() => {
      void this.#check().finally(() => {
        this.#timer = undefined;
        this.#checkLater();
      });
    }, checkEveryMs);
  }

  async #check(): Promise<void> {
    const { connection, onLost } = this.#options;
    if (this.hasLost) return onLost();
    const sent = [...this.#written];
    try {
      const [row] = await connection.query<{ written: number; flushed: number }>({ name: 'log-positions', text: positions });
      const { written, flushed } = row!;
      if (this.hasLost) return onLost();
      for (const each of sent) each.position ??= written;
      const isOnDisk = ({ position }: Written) => position !== undefined && position <= flushed;
      const flushedNow = this.#written.filter(isOnDisk);
      this.#written = this.#written.filter((each) => !isOnDisk(each));
      for (const { batch } of flushedNow) this.confirm(batch);
    } catch {
      // The next check finds that the connection is lost.
    }
  }
}
