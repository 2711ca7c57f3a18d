import type { Clock, Timer } from '../../lib/clock.ts';
import { bytesOf } from '../../database/replica/agency-writes.ts';
import type { RecordingSql, WritableBatch } from './record.ts';

export interface UnflushedOptions {
  readonly clock: Clock;
  readonly connection: RecordingSql;
  /** Called with the number of outcomes under a lease that are on the disk. */
  readonly onFlushed: (lease: number, count: number) => void;
  /** Called when what was written may be lost. */
  readonly onLost: () => void;
}

interface Written {
  readonly batch: WritableBatch;
  /** How often the connection had been lost when it was written. */
  readonly lossCount: number;
  /** The position of the write-ahead log after its commit; undefined until it is requested. */
  position: number | undefined;
}

/** Less often than the server writes its log to the disk by itself. */
const checkEveryMs = 500;

const positions = `SELECT ${bytesOf('pg_current_wal_insert_lsn()')} AS written, ${bytesOf('pg_current_wal_flush_lsn()')} AS flushed`;

/**
 * Outcomes that are written and not yet on the disk: their commits do not wait for it. A server that crashes loses the last of
 * them and ends all connections, so writes made before a connection was lost must be repeated.
 */
export class Unflushed {
  readonly #options: UnflushedOptions;
  /** In the order in which they were written: what may be lost comes first. */
  #written: Written[] = [];
  #timer: Timer | undefined;
  #isStopping = false;

  constructor(options: UnflushedOptions) {
    this.#options = options;
  }

  /** Whether a crash may have lost something. */
  get hasLost(): boolean {
    const [first] = this.#written;
    return first !== undefined && first.lossCount !== this.#options.connection.lossCount;
  }

  /** A batch was written over the connection as it was after so many losses. */
  add(batch: WritableBatch, lossCount: number): void {
    this.#written.push({ batch, lossCount, position: undefined });
    this.#checkLater();
  }

  /** The batch that was written first of those that may be lost; to be called while there are any. */
  takeLost(): WritableBatch {
    return this.#written.shift()!.batch;
  }

  /** It is still to be written again. */
  putBack(batch: WritableBatch): void {
    this.#written.unshift({ batch, lossCount: -1, position: undefined });
  }

  /** Nothing of the batch must be written any more. */
  forget({ countByLease }: WritableBatch): void {
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
    const asked = [...this.#written];
    try {
      const [row] = await connection.query<{ written: number; flushed: number }>({ name: 'log-positions', text: positions });
      const { written, flushed } = row!;
      if (this.hasLost) return onLost();
      for (const each of asked) each.position ??= written;
      const isOnDisk = ({ position }: Written) => position !== undefined && position <= flushed;
      const flushedNow = this.#written.filter(isOnDisk);
      this.#written = this.#written.filter((each) => !isOnDisk(each));
      for (const { batch } of flushedNow) this.forget(batch);
    } catch {
      // The connection is lost, which the next check finds.
    }
  }
}
