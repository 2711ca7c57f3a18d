import type { IngestResult } from '../../generated/models/ingest-result.ts';
import type { Record as UpstreamRecord } from '../../generated/models/record.ts';
import type { Database } from '../database/sql.ts';
import { ingestInTransaction } from './ingest.ts';

/** A larger request has a transaction of its own, and delays no other. */
const mostRecordsToShare = 50;

/** So many records share a transaction at the most. */
const mostRecordsShared = 500;

interface Waiting {
  readonly records: readonly UpstreamRecord[];
  readonly resolve: (result: IngestResult) => void;
  readonly reject: (error: unknown) => void;
}

/** What a record writes: two requests that write the same do not share a transaction. */
function targetOf(record: UpstreamRecord): string {
  switch (record.type) {
    case 'fan':
      return JSON.stringify(['fan', record.account_id, record.fan_id]);
    case 'refund':
      return JSON.stringify(['order', record.order_id]);
    default:
      return JSON.stringify([record.type, record.id]);
  }
}

/** Takes from the front of the line what may share a transaction. */
function takeGroup(line: Waiting[]): Waiting[] {
  const targets = new Set<string>();
  let recordCount = 0;
  const end = line.findIndex(({ records }) => {
    const own = records.map(targetOf);
    recordCount += own.length;
    if (recordCount > mostRecordsShared || own.some((target) => targets.has(target))) return true;
    for (const target of own) targets.add(target);
    return false;
  });
  return line.splice(0, Math.max(1, end === -1 ? line.length : end));
}

/**
 * Records the batches of requests. Small ones of an agency that come in while its transaction runs wait for the next
 * one and share it, which costs little more than one of them alone. Each is answered after the commit, and a request that
 * is refused takes nobody with it: those that shared its transaction are recorded one by one.
 */
export class Ingestor {
  readonly #database: Database;
  readonly #lines = new Map<string, Waiting[]>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Throws `validation_failed` when a record points to something unknown, `not_found` for an unknown agency. */
  async ingest(agencyId: string, records: readonly UpstreamRecord[]): Promise<IngestResult> {
    if (records.length > mostRecordsToShare) return (await ingestInTransaction(this.#database, agencyId, [records]))[0]!;
    return new Promise((resolve, reject) => {
      const line = this.#lines.get(agencyId) ?? [];
      line.push({ records, resolve, reject });
      if (this.#lines.has(agencyId)) return;
      this.#lines.set(agencyId, line);
      void this.#serve(agencyId, line);
    });
  }

  async #serve(agencyId: string, line: Waiting[]): Promise<void> {
    while (line.length > 0) await this.#record(agencyId, takeGroup(line));
    this.#lines.delete(agencyId);
  }

  async #record(agencyId: string, group: readonly Waiting[]): Promise<void> {
    try {
      const results = await ingestInTransaction(
        this.#database,
        agencyId,
        group.map(({ records }) => records),
      );
      group.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      if (group.length === 1) group[0]!.reject(error);
      else for (const waiting of group) await this.#record(agencyId, [waiting]);
    }
  }
}
