import type { Record as UpstreamRecord } from '../../generated/models/record.ts';

export type RecordType = UpstreamRecord['type'];
export type RecordOf<Type extends RecordType> = Extract<UpstreamRecord, { type: Type }>;

/** A record with its place in its request, so that an error can name it. */
export interface Placed<Type extends RecordType> {
  readonly index: number;
  /** Which of the requests it is of. */
  readonly request: number;
  readonly record: RecordOf<Type>;
}

export type Batch = { readonly [Type in RecordType]: readonly Placed<Type>[] };

/** The records of the requests by type: they may come in any order, and each type is written with one statement. */
export function batchOf(requests: readonly (readonly UpstreamRecord[])[]): Batch {
  const batch: { [Type in RecordType]: Placed<Type>[] } = {
    creator: [],
    employee: [],
    tag: [],
    fan: [],
    send: [],
    order: [],
    refund: [],
    ai_request: [],
  };
  requests.forEach((records, request) =>
    records.forEach((record, index) => (batch[record.type] as Placed<RecordType>[]).push({ index, request, record })),
  );
  return batch;
}

/**
 * Splits records so that no round holds a key twice: one statement cannot write a row twice. Round by round, a batch
 * counts and ends as if its records had been applied one after the other. Nearly every batch is one round.
 */
export function roundsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const rounds: Item[][] = [];
  const seen = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    const round = seen.get(key) ?? 0;
    seen.set(key, round + 1);
    (rounds[round] ??= []).push(item);
  }
  return rounds;
}
