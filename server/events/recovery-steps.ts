import type { RecoveredType } from '../../generated/models.ts';
import type { Sql } from '../database/client/sql.ts';
import { countUnrecorded, factSources, recordUnrecorded, type FactSource, type Recoverable } from './recoverable-facts.ts';
import { countEvents, queueEvents, type RecoveredDeliveries } from './recovered-events.ts';

/** The position of a recovery: in a source of facts or, finally, in the events. */
export interface Position {
  readonly source: string;
  readonly afterAt: Date | null;
  readonly afterId: string | null;
}

export interface Step {
  /** Events that were counted or queued. */
  readonly counts: readonly RecoveredType[];
  /** The database's clock in microseconds, if deliveries may have been queued. */
  readonly sinceMicros: number | null;
  /** Whether nothing was read. */
  readonly isEmpty: boolean;
  /** Null at the end. */
  readonly next: Position | null;
}

const eventsSource = 'events';

const startOf = (source: FactSource | undefined): Position => ({ source: source?.name ?? eventsSource, afterAt: null, afterId: null });

/** The creators that all of these lists allow (an empty list allows all); null for all. */
export function creatorsOfAll(...lists: readonly (readonly string[])[]): readonly string[] | null {
  const [first, ...others] = lists.filter((ids) => ids.length > 0);
  return first ? first.filter((id) => others.every((ids) => ids.includes(id))) : null;
}

/** The first source with events for the endpoint; null if there is none. */
export function firstPosition({ eventTypes, creatorIds, start, end }: Recoverable): Position | null {
  if (eventTypes.length === 0 || creatorIds?.length === 0 || start >= end) return null;
  return startOf(factSources.find(({ type }) => eventTypes.includes(type)));
}

/** Adds up the counts of each type, in the order of the types. */
export function addCounts(one: readonly RecoveredType[], other: readonly RecoveredType[]): RecoveredType[] {
  const sums = new Map<string, RecoveredType>();
  for (const { event_type, recorded_count, reconstructed_count, delivered_count } of [...one, ...other]) {
    const sum = sums.get(event_type);
    sums.set(event_type, {
      event_type,
      recorded_count: (sum?.recorded_count ?? 0) + recorded_count,
      reconstructed_count: (sum?.reconstructed_count ?? 0) + reconstructed_count,
      delivered_count: (sum?.delivered_count ?? 0) + delivered_count,
    });
  }
  return [...sums.values()].sort((left, right) => (left.event_type < right.event_type ? -1 : 1));
}

/**
 * Reads at most `max` facts or events after a position. Counts those in the tenant scope or, with `deliveries`, records facts without an
 * event and queues events without a delivery. All facts are read before the events, so that their events are queued too.
 */
export async function takeStep(
  sql: Sql,
  recoverable: Recoverable,
  position: Position,
  max: number,
  deliveries: RecoveredDeliveries | null,
): Promise<Step> {
  const source = factSources.find(({ name }) => name === position.source);
  if (source) return readFacts(sql, recoverable, source, position, max, deliveries !== null);
  const run = { ...recoverable, afterId: position.afterId, max };
  const { counts, last_id, since_micros } = deliveries ? await queueEvents(sql, run, deliveries) : await countEvents(sql, run);
  return {
    counts: counts ?? [],
    sinceMicros: deliveries && since_micros,
    isEmpty: false,
    next: last_id === null ? null : { source: eventsSource, afterAt: null, afterId: last_id },
  };
}

async function readFacts(
  sql: Sql,
  recoverable: Recoverable,
  source: FactSource,
  { afterAt, afterId }: Position,
  max: number,
  isRecording: boolean,
): Promise<Step> {
  const { agencyId, eventTypes, start } = recoverable;
  // Excludes facts that became older than the stored events after the recovery was requested.
  const after = afterAt !== null && afterAt >= start ? { afterAt, afterId: afterId ?? '' } : { afterAt: start, afterId: '' };
  const facts = await source.read(sql, !isRecording, { ...recoverable, ...after, max });
  const count = isRecording ? 0 : await countUnrecorded(sql, agencyId, facts);
  if (isRecording) await recordUnrecorded(sql, agencyId, facts);
  const last = facts.at(-1);
  const isEnd = last === undefined || facts.length < max;
  const nextSource = factSources.slice(factSources.indexOf(source) + 1).find(({ type }) => eventTypes.includes(type));
  return {
    counts: count === 0 ? [] : [{ event_type: source.type, recorded_count: 0, reconstructed_count: count, delivered_count: 0 }],
    sinceMicros: null,
    isEmpty: last === undefined,
    next: isEnd ? startOf(nextSource) : { source: source.name, afterAt: last.event.occurredAt, afterId: last.afterId },
  };
}
