import type { Record as UpstreamRecord } from '../../generated/models.ts';
import type { Problems } from '../../generated/problems.ts';
import type { RecordOf, RecordType } from './record-tables.ts';

/** The records of one request. */
export interface IngestRequest {
  readonly agencyId: string;
  readonly records: readonly UpstreamRecord[];
  /** The problems that a refusal uses. */
  readonly problems: Problems<'not_found' | 'validation_failed'>;
  /** The trace context of the request; null if it is not traced. */
  readonly traceparent: string | null;
}

/** A record with its agency. */
export interface Entry<Type extends RecordType> {
  readonly agencyId: string;
  readonly record: RecordOf<Type>;
}

/** A record with the position of its request in the group, and its own in the request, which errors name. */
export interface Placed<Type extends RecordType> extends Entry<Type> {
  readonly index: number;
  readonly request: number;
}

export type Batch = { readonly [Type in RecordType]: readonly Placed<Type>[] };

/** The records of the requests by type, because one statement writes all records of a type. */
export function batchOf(requests: readonly IngestRequest[]): Batch {
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
  requests.forEach(({ agencyId, records }, request) =>
    records.forEach((record, index) => (batch[record.type] as Placed<RecordType>[]).push({ agencyId, index, request, record })),
  );
  return batch;
}

/** Parameter of a statement: each record with its agency and with further members. */
export function jsonOfEntries<Type extends RecordType>(
  entries: readonly Entry<Type>[],
  more: (record: RecordOf<Type>) => object = () => ({}),
): string {
  return JSON.stringify(entries.map(({ agencyId, record }) => ({ ...record, ...more(record), agency_id: agencyId })));
}

/**
 * Runs a statement for each agency, because the orders of an agency are on one worker of Citus. Agencies are locked in the order of their
 * ids.
 */
export async function queryPerAgency<Item extends { readonly agencyId: string }, Row>(
  items: readonly Item[],
  run: (agencyId: string, ofAgency: readonly Item[]) => Promise<Row[]>,
): Promise<Row[]> {
  const byAgency = [...Map.groupBy(items, ({ agencyId }) => agencyId)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return (await Promise.all(byAgency.map(([agencyId, ofAgency]) => run(agencyId, ofAgency)))).flat();
}

/**
 * Splits records so that no round contains a key twice, because a statement cannot write a row twice. Written round by round, a batch has
 * the same effect and counts as its records one after the other. Nearly every batch is one round.
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
