import { limits } from '../../../generated/limits.ts';
import { createdAtOf } from '../../database/id-times.ts';
import { LaterWrites } from '../../database/later-writes.ts';
import type { Sql } from '../../database/client/sql.ts';
import type { FinishedAttempt } from './record.ts';

interface Recorded {
  readonly agencyId: string;
  readonly day: string;
  bytes: number;
}

/** What a delivery in history counts for besides its attempts, as in `delivery_history_bytes` of the database. */
const bytesOfRow = 384;

/** Rows are taken in the order of their key everywhere, so that processes do not wait for each other in a circle. */
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
 * Counts what recorded attempts add to the history of their agencies, by the day of their deliveries. The sums of this process are written
 * together, a few seconds after the first of them, so that recording costs no statement more: what it counted since then is lost with a
 * process that is killed.
 */
export class HistoryBytes {
  readonly #sql: Sql;
  readonly #writes: LaterWrites;
  #recorded = new Map<string, Recorded>();

  constructor(sql: Sql, writeAfterMs = limits.historyCountSeconds * 1_000) {
    this.#sql = sql;
    this.#writes = new LaterWrites(() => this.#writeAll(), writeAfterMs);
  }

  count(batch: readonly FinishedAttempt[]): void {
    for (const finished of batch) {
      const { agencyId } = finished.delivery.target;
      const day = Math.floor(createdAtOf(finished.delivery.deliveryId) / dayMs);
      this.#add(agencyId, day, bytesOf(finished));
    }
    this.#writes.soon();
  }

  /** Writes what was counted until now. While the database does not answer, it is counted on and rejects. */
  write(): Promise<void> {
    return this.#writes.now();
  }

  #add(agencyId: string, day: number, bytes: number): void {
    const name = `${agencyId} ${day}`;
    const known = this.#recorded.get(name);
    if (known) known.bytes += bytes;
    else this.#recorded.set(name, { agencyId, day: new Date(day * dayMs).toISOString().slice(0, 10), bytes });
  }

  async #writeAll(): Promise<void> {
    const recorded = [...this.#recorded.values()];
    if (recorded.length === 0) return;
    this.#recorded = new Map();
    const values = [recorded.map(({ agencyId }) => agencyId), recorded.map(({ day }) => day), recorded.map(({ bytes }) => bytes)];
    try {
      await this.#sql.query({ text: add, values });
    } catch (error) {
      for (const { agencyId, day, bytes } of recorded) this.#add(agencyId, Date.parse(day) / dayMs, bytes);
      throw error;
    }
  }
}
