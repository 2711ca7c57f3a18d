import type { IngestResult } from '../../generated/models.ts';

/** A row that a statement wrote; rows that were already as the record says are not written. */
export interface Written {
  readonly agency_id: string;
  readonly is_new: boolean;
}

export interface Identified {
  readonly id: string;
}

/** Counts what the records of a request did. */
export class Tally {
  #created = 0;
  #updated = 0;

  add({ is_new }: Written): void {
    if (is_new) this.#created += 1;
    else this.#updated += 1;
  }

  result(recordCount: number): IngestResult {
    const [created, updated] = [this.#created, this.#updated];
    return { created, updated, unchanged: recordCount - created - updated };
  }
}
