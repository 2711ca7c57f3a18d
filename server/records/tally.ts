import type { IngestResult } from '../../generated/models/ingest-result.ts';

/** A row that a statement wrote; rows that were already as the record says are not written. */
export interface Written {
  readonly is_new: boolean;
}

/** Counts what the records of a batch did. */
export class Tally {
  #created = 0;
  #updated = 0;

  add(rows: readonly Written[]): void {
    for (const { is_new } of rows) {
      if (is_new) this.#created += 1;
      else this.#updated += 1;
    }
  }

  result(recordCount: number): IngestResult {
    const [created, updated] = [this.#created, this.#updated];
    return { created, updated, unchanged: recordCount - created - updated };
  }
}
