import { limits } from '../../../generated/limits.ts';
import { createdAtOf } from '../../database/id-times.ts';
import { LaterWrites } from '../../database/later-writes.ts';
import type { Sql } from '../../database/client/sql.ts';
import type { FinishedAttempt } from './record.ts';

/** The size of a delivery in history without its attempts, as in the database's `delivery_history_bytes`. */
const bytesOfRow = 384;

/** Rows are locked in the order of their key everywhere, so that processes cannot deadlock. */
const add = `
  INSERT INTO history_days AS h (agency_id, day, delivery_bytes)
  SELECT agency_id, day, bytes FROM unnest($1::uuid[], $2::date[], $3::bigint[]) AS recorded (agency_id, day, bytes)
   ORDER BY agency_id, day
  ON CONFLICT (agency_id, day) DO UPDATE SET delivery_bytes = h.delivery_bytes + excluded.delivery_bytes`;

const dayMs = 24 * 60 * 60 * 1_000;

function bytesOf({ attempt, status }: FinishedAttempt): number {
  return (attempt ? Buffer.byteLength(JSON.stringify(attempt)) : 0) + (status === 'pending' ? 0 : bytesOfRow);
}

/**
 * Adds up the bytes that recorded attempts add to the history of agencies, by the day of their deliveries. Sums are written a few seconds later,
 * so that recording needs no further statement. A killed process loses its unwritten sums.
 */
export class HistoryBytes {
  readonly #sql: Sql;
  readonly #writes: LaterWrites;
  /** By the agency and the day, as `agency day`. */
  #sums = new Map<string, number>();

  constructor(sql: Sql, writeAfterMs = limits.historyCountSeconds * 1_000) {
    this.#sql = sql;
    this.#writes = new LaterWrites(() => this.#writeSums(), writeAfterMs);
  }

  count(batch: readonly FinishedAttempt[]): void {
    for (const finished of batch) {
      const { target, deliveryId } = finished.delivery;
      this.#add(`${target.agencyId} ${Math.floor(createdAtOf(deliveryId) / dayMs)}`, bytesOf(finished));
    }
    this.#writes.soon();
  }

  /** Writes the sums. If the database refuses them, they stay, and the call rejects. */
  write(): Promise<void> {
    return this.#writes.now();
  }

  #add(name: string, bytes: number): void {
    this.#sums.set(name, (this.#sums.get(name) ?? 0) + bytes);
  }

  async #writeSums(): Promise<void> {
    const sums = this.#sums;
    if (sums.size === 0) return;
    this.#sums = new Map();
    const names = [...sums.keys()].map((name) => name.split(' ') as [string, string]);
    const days = names.map(([, day]) => new Date(Number(day) * dayMs).toISOString().slice(0, 10));
    try {
      await this.#sql.query({ text: add, values: [names.map(([agencyId]) => agencyId), days, [...sums.values()]] });
    } catch (error) {
      for (const [name, bytes] of sums) this.#add(name, bytes);
      throw error;
    }
  }
}
