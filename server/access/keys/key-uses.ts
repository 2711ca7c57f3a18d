import { limits } from '../../../generated/limits.ts';
import type { OperationId } from '../../../generated/operations.ts';
import { LaterWrites } from '../../database/later-writes.ts';
import type { Sql } from '../../database/client/sql.ts';

interface Use {
  readonly agencyId: string;
  readonly keyId: string;
  readonly operationId: OperationId;
  requests: number;
  items: number;
}

/** Rows are locked in the order of their key, to avoid deadlocks between processes. */
const add = `
  INSERT INTO key_uses AS u (agency_id, hour, key_id, operation_id, request_count, item_count, last_at)
  SELECT agency_id, date_trunc('hour', now()), key_id, operation_id, requests, items, now()
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[]) AS use (agency_id, key_id, operation_id, requests, items)
   ORDER BY agency_id, key_id, operation_id
  ON CONFLICT (agency_id, hour, key_id, operation_id) DO UPDATE
     SET request_count = u.request_count + excluded.request_count, item_count = u.item_count + excluded.item_count,
         last_at = excluded.last_at`;

/** Counts the requests of keys by operation. Writes the counts together, some seconds after the first; a killed process loses counts since the last write. */
export class KeyUses {
  readonly #sql: Sql;
  readonly #writes: LaterWrites;
  #uses = new Map<string, Use>();

  constructor(sql: Sql, writeAfterMs = limits.useSeconds * 1_000) {
    this.#sql = sql;
    this.#writes = new LaterWrites(() => this.#writeAll(), writeAfterMs);
  }

  /** Counts a successful request and the items of its response. */
  count(agencyId: string, keyId: string, operationId: OperationId, items: number): void {
    this.#add({ agencyId, keyId, operationId, requests: 1, items });
    this.#writes.soon();
  }

  /** Rejects if the database does not respond. The counts stay for the next write. */
  write(): Promise<void> {
    return this.#writes.now();
  }

  async #writeAll(): Promise<void> {
    const uses = [...this.#uses.values()];
    if (uses.length === 0) return;
    this.#uses = new Map();
    const columns = (['agencyId', 'keyId', 'operationId', 'requests', 'items'] as const).map((name) => uses.map((use) => use[name]));
    try {
      await this.#sql.query({ text: add, values: columns });
    } catch (error) {
      for (const use of uses) this.#add(use);
      throw error;
    }
  }

  #add(use: Use): void {
    const name = `${use.keyId} ${use.operationId}`;
    const known = this.#uses.get(name);
    if (known) {
      known.requests += use.requests;
      known.items += use.items;
    } else {
      this.#uses.set(name, { ...use });
    }
  }
}

/** The number of items in a list; 1 for another response. */
export function itemsOf(answer: unknown): number {
  const { data } = (typeof answer === 'object' && answer !== null ? answer : {}) as { data?: unknown };
  return Array.isArray(data) ? data.length : 1;
}
