import type { RecoveredType } from '../../generated/models.ts';
import type { Sql } from '../database/client/sql.ts';
import { firstIdAt } from '../database/id-times.ts';
import { countUnrecorded, factSources, recordUnrecorded, type FactSource } from './recoverable-facts.ts';
import { countEvents, queueEvents, type EventRun, type ReadEvents, type RecoveredDeliveries } from './recovered-events.ts';

/** What of an agency an endpoint would receive, in [start, end). */
export interface Recoverable {
  readonly agencyId: string;
  readonly endpointId: string;
  readonly eventTypes: readonly string[];
  /** Null for all of them. */
  readonly creatorIds: readonly string[] | null;
  readonly start: Date;
  readonly end: Date;
}

/** Where the work continues: in a source of facts, or, at last, in the events. */
export interface Position {
  readonly source: string;
  readonly afterAt: Date | null;
  readonly afterId: string | null;
}

export interface Step {
  /** What was counted or queued. */
  readonly counts: readonly RecoveredType[];
  /** The database's clock in microseconds where deliveries may have been queued. */
  readonly sinceMicros: number | null;
  /** Whether nothing was read. */
  readonly isEmpty: boolean;
  /** Null at the end. */
  readonly next: Position | null;
}

const eventsSource = 'events';

/** The creators that all of these lists allow, where an empty list allows all; null for all. */
export function creatorsOfAll(...lists: readonly (readonly string[])[]): readonly string[] | null {
  const limiting = lists.filter((ids) => ids.length > 0);
  const [first, ...others] = limiting;
  return first ? first.filter((id) => others.every((ids) => ids.includes(id))) : null;
}

/** The first source that has something for the endpoint; null where nothing can be. */
export function firstPosition({ eventTypes, creatorIds, start, end }: Recoverable): Position | null {
  if (eventTypes.length === 0 || creatorIds?.length === 0 || start >= end) return null;
  const source = factSources.find(({ type }) => eventTypes.includes(type))?.name ?? eventsSource;
  return { source, afterAt: null, afterId: null };
}

function positionAfter(source: FactSource, { eventTypes }: Recoverable): Position {
  const next = factSources.slice(factSources.indexOf(source) + 1).find(({ type }) => eventTypes.includes(type));
  return { source: next?.name ?? eventsSource, afterAt: null, afterId: null };
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
 * Reads at most so many facts or events from a position on: counts those within a key's reach or, with `deliveries`, records facts without an
 * event and queues events without a delivery. Each fact is read before any event, so that a fact's event is queued like those recorded before.
 */
export async function takeStep(
  sql: Sql,
  of: Recoverable,
  position: Position,
  most: number,
  deliveries: RecoveredDeliveries | null,
): Promise<Step> {
  const source = factSources.find(({ name }) => name === position.source);
  return source ? stepOfFacts(sql, of, source, position, most, deliveries !== null) : stepOfEvents(sql, of, position, most, deliveries);
}

async function stepOfFacts(
  sql: Sql,
  of: Recoverable,
  source: FactSource,
  position: Position,
  most: number,
  isRecording: boolean,
): Promise<Step> {
  const { agencyId, creatorIds, start, end } = of;
  // What became older than the stored events since the recovery was requested is left out.
  const isBehind = position.afterAt !== null && position.afterAt >= start;
  const run = {
    agencyId,
    creatorIds,
    end,
    most,
    afterAt: isBehind ? position.afterAt : start,
    afterId: isBehind ? (position.afterId ?? '') : '',
  };
  const facts = await source.read(sql, !isRecording, run);
  const count = isRecording ? 0 : await countUnrecorded(sql, agencyId, facts);
  if (isRecording) await recordUnrecorded(sql, agencyId, facts);
  const last = facts.at(-1);
  const isEnd = last === undefined || facts.length < most;
  return {
    counts: count === 0 ? [] : [{ event_type: source.type, recorded_count: 0, reconstructed_count: count, delivered_count: 0 }],
    sinceMicros: null,
    isEmpty: last === undefined,
    next: isEnd ? positionAfter(source, of) : { source: source.name, afterAt: last.event.occurredAt, afterId: last.afterId },
  };
}

async function stepOfEvents(
  sql: Sql,
  of: Recoverable,
  position: Position,
  most: number,
  deliveries: RecoveredDeliveries | null,
): Promise<Step> {
  const { agencyId, endpointId, eventTypes, creatorIds, start, end } = of;
  const first = firstIdAt(start.getTime());
  const afterId = position.afterId !== null && position.afterId > first ? position.afterId : first;
  const run: EventRun = { agencyId, endpointId, afterId, beforeId: firstIdAt(end.getTime()), eventTypes, creatorIds, most };
  const read: ReadEvents = deliveries ? await queueEvents(sql, run, deliveries) : await countEvents(sql, run);
  return {
    counts: read.counts ?? [],
    sinceMicros: deliveries ? read.since_micros : null,
    isEmpty: false,
    next: read.last_id === null ? null : { source: eventsSource, afterAt: null, afterId: read.last_id },
  };
}
